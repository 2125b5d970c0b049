#!/bin/sh
# Makes the secrets of compose.yaml and a certificate for localhost in the directory `secrets` beside this file, or in
# the one that the argument names. What is there is kept. Run it as root: each file belongs to the user of its container.
set -eu
umask 077
place=${1:-$(dirname "$0")/secrets}
mkdir -p "$place"
chmod 755 "$place"
cd "$place"

service=10001 nginx=101 valkey=999 postgres=70

# write NAME OWNER: standard input becomes a file that its owner alone may read.
write() {
  cat > "$1.new"
  chown "$2" "$1.new"
  chmod 400 "$1.new"
  mv "$1.new" "$1"
}

if [ ! -f complete ]; then
  store=$(openssl rand -hex 24) queue=$(openssl rand -hex 24) database=$(openssl rand -hex 24)
  key=$(openssl rand -hex 10) word=$(openssl rand -hex 24)

  openssl rand -hex 32 | write secret $service
  echo "redis+sentinel://:$store@sentinel-1,sentinel-2,sentinel-3/games?db=0" | write redis-url $service
  echo "redis://:$queue@queue:6379/0" | write queue-redis-url $service
  echo "postgresql://games:$database@postgres/games" | write catalogue-url $service
  printf '[default]\naws_access_key_id = %s\naws_secret_access_key = %s\n' "$key" "$word" | write aws $service
  printf 'requirepass %s\nprimaryauth %s\n' "$store" "$store" | write valkey.conf $valkey
  echo "sentinel auth-pass games $store" | write sentinel.conf $valkey
  echo "requirepass $queue" | write queue.conf $valkey
  printf %s "$database" | write postgres-password $postgres
  printf '{"identities": [{"name": "conquian", "credentials": [{"accessKey": "%s", "secretKey": "%s"}],
    "actions": ["Admin", "Read", "Write", "List", "Tagging"]}]}\n' "$key" "$word" | write s3.json 0
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 365 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout key.pem -out crt.pem 2>/dev/null
  write tls.key $nginx < key.pem
  write tls.crt $nginx < crt.pem
  rm key.pem crt.pem
  touch complete
fi
