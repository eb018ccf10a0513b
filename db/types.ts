/** Generated from the migrated schema by `npm run db:types`; do not edit. */
export type DB = Record<string, never>
