#!/bin/sh
# `back-up.sh FOLDER [DAYS]`: creates a base backup of the database server, verifies it with its manifest, and deletes
# backups older than DAYS. libpq's environment variables select the server; without PGHOST, it is the local one. Set up
# and restore: docs/how-to/back-up-and-restore.md.
set -eu
folder=$1
days=${2:-14}
umask 077
# The packages for Debian, Ubuntu and Red Hat install pg_verifybackup outside PATH, in a folder for each version. Use
# the newest version of both tools.
if ! command -v pg_verifybackup >/dev/null; then
  newest=$(ls -d /usr/lib/postgresql/*/bin /usr/pgsql-*/bin 2>/dev/null | sort -V | tail -n 1)
  PATH="${newest:+$newest:}$PATH"
fi
for tool in pg_basebackup pg_verifybackup; do
  command -v "$tool" >/dev/null || {
    echo "$tool is missing: install the client tools for the server's version" >&2
    exit 1
  }
done
new="$folder/base-$(date -u +%Y%m%dT%H%M%SZ)"
pg_basebackup --no-password --pgdata="$new.part" --checkpoint=fast --wal-method=none
if ! pg_verifybackup --no-parse-wal --quiet "$new.part"; then
  echo "$new.part doesn't match its manifest: no backup was created, and no older one was deleted" >&2
  exit 1
fi
mv "$new.part" "$new"
# Only after the new backup is complete, so a failed one deletes nothing.
find "$folder" -mindepth 1 -maxdepth 1 -type d -name 'base-*' -mtime "+$days" -exec rm -r {} +
echo "$new"
