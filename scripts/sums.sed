# The checksum of a recording as an entry of a table: "0123...",
s/^ "sha256": ("[0-9a-f]{64}"),$/\1,/p
