import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { prepareDatabase } from '../server/platform/database/database-rights.ts'
import { applicationOf, startEmbeddedPostgres } from '../server/platform/database/postgres.ts'
import { prepareCluster } from './prepared-cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the server on which each test file creates its own database from the migrated template. */
    databaseServer: string
  }
}

export const templateDatabase = 'tallystick_template'

/** Starts one PostgreSQL server with a migrated template for the whole run, or uses the one at TEST_DATABASE_URL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(path.join(tmpdir(), 'tallystick-test-'))
  const deleteCluster = await prepareCluster()
  const given = process.env['TEST_DATABASE_URL']
  const embedded = given ? undefined : await startEmbeddedPostgres(directory)
  const server = given ?? embedded!.url
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`DROP DATABASE IF EXISTS ${templateDatabase} WITH (FORCE)`)
  await admin.query(`CREATE DATABASE ${templateDatabase}`)
  await admin.end()
  await prepareDatabase(databaseUrl(server, templateDatabase), applicationOf(server, new URL(server).password).role)
  project.provide('databaseServer', server)
  return async () => {
    await embedded?.stop()
    await deleteCluster()
    await rm(directory, { recursive: true, force: true })
  }
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
