"""The commands `conquian tournament ...`: reading manifests, playing, watching and exporting tournaments."""
