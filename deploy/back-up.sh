#!/bin/sh
# Makes a base back-up of the database server, checks it against its manifest and deletes those that are older than DAYS.
# `BACKUP_URL=postgres://backup:PASSWORD@HOST:5432/ back-up.sh FOLDER [DAYS]`. The log archive is the server's own work: docs/how-to/back-up-and-restore.md.
set -eu
folder=$1
days=${2:-14}
umask 077
new="$folder/base-$(date -u +%Y%m%dT%H%M%SZ)"
pg_basebackup --dbname="$BACKUP_URL" --pgdata="$new.part" --checkpoint=fast --wal-method=none
pg_verifybackup --no-parse-wal --quiet "$new.part"
mv "$new.part" "$new"
# After the new one stands: a back-up that fails deletes nothing.
find "$folder" -mindepth 1 -maxdepth 1 -type d -name 'base-*' -mtime "+$days" -exec rm -r {} +
echo "$new"
