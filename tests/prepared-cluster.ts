import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { prepareDatabase } from '../server/platform/database/database-rights.ts'
import { startEmbeddedPostgres } from '../server/platform/database/postgres.ts'

const variable = 'TEST_CLUSTER'

/**
 * Creates a PostgreSQL cluster with every migration applied. Each product that a test starts copies it, because
 * creating a cluster accounts for most of a first start's time. Resolves with a function that deletes the cluster. Call
 * this before the workers start, because they find the cluster through an environment variable.
 */
export async function prepareCluster(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tallystick-cluster-'))
  const server = await startEmbeddedPostgres(folder)
  await prepareDatabase(server.url, server.application.role)
  await server.stop()
  process.env[variable] = folder
  return () => rm(folder, { recursive: true, force: true })
}

/** Copies the prepared cluster to `folder`, with owners and modes. Without one, the product creates its own. */
export function copyCluster(folder: string): void {
  const prepared = process.env[variable]
  if (!prepared) return
  const { status, stderr } = spawnSync('cp', ['-a', prepared, folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`could not copy the prepared cluster: ${stderr}`)
}
