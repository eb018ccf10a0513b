#!/bin/sh
# Makes a base back-up of the database server, checks it against its manifest and deletes those that are older than DAYS.
# `back-up.sh FOLDER [DAYS]`. The server is the one that libpq finds: without PGHOST the one beside it. Set up and restore: docs/how-to/back-up-and-restore.md.
set -eu
folder=$1
days=${2:-14}
umask 077
# Debian, Ubuntu and PostgreSQL's own packages for Red Hat keep pg_verifybackup off the path, in a folder of each version: the newest, for both tools.
if ! command -v pg_verifybackup >/dev/null; then
  newest=$(ls -d /usr/lib/postgresql/*/bin /usr/pgsql-*/bin 2>/dev/null | sort -V | tail -n 1)
  PATH="${newest:+$newest:}$PATH"
fi
for tool in pg_basebackup pg_verifybackup; do
  command -v "$tool" >/dev/null || { echo "$tool is missing: install the client tools of the server's version" >&2; exit 1; }
done
new="$folder/base-$(date -u +%Y%m%dT%H%M%SZ)"
pg_basebackup --no-password --pgdata="$new.part" --checkpoint=fast --wal-method=none
if ! pg_verifybackup --no-parse-wal --quiet "$new.part"; then
  echo "$new.part is not what the server sent: no back-up was made, and no older one deleted" >&2
  exit 1
fi
mv "$new.part" "$new"
# After the new one stands: a back-up that fails deletes nothing.
find "$folder" -mindepth 1 -maxdepth 1 -type d -name 'base-*' -mtime "+$days" -exec rm -r {} +
echo "$new"
