"""Errors at the start of a process; each is one sentence for the operator.

StartError            the process cannot start; the sentence says what to change
  BadSetting          a variable has a value that cannot be used; the sentence names the variable
  BadSecret           (app.service.secret_keys) the service secret is missing, malformed or readable by
  others
    NoSecret          (app.service.secret_keys) there is none; one is made where nothing is stored yet
  InstallationFault   (replays.installation) the parts are not one installation, or have another secret
  StoreNotStarted     (app.server.valkey_process) an embedded server did not start
  DirectoryInUse      (app.server.embedded_store) another service runs in the data directory
"""


class StartError(Exception):
    """The process cannot start; the text is one sentence for the operator."""


class BadSetting(StartError):
    """A variable of the environment has an invalid value."""
