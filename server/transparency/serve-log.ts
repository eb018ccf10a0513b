import type { FastifyInstance, FastifyReply } from 'fastify'
import { bundleOf, parseTilePath, widthIn, type Tile } from '../../packages/verify/src/log/tiles.ts'
import type { TransparencyContext } from './context.ts'
import { findSignedCheckpoint, listEntries, readTiles } from './store.ts'

/** Tiles never change, so anyone may keep them. */
const forever = 'public, max-age=31536000, immutable'

/**
 * Serves the log as static files: `/log/checkpoint`, `/log/tile/<level>/<index>` and `/log/tile/entries/<index>`.
 * Source: https://c2sp.org/tlog-tiles
 */
export function serveLog(http: FastifyInstance, context: Pick<TransparencyContext, 'db'>): void {
  http.get('/log/checkpoint', async (_request, reply) => {
    const newest = await findSignedCheckpoint(context.db)
    if (!newest) return notFound(reply)
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(newest.signed)
  })
  http.get('/log/tile/*', async (request, reply) => {
    const tile = parseTilePath(`tile/${(request.params as { '*': string })['*']}`)
    const bytes = tile && (await bytesOf(context, tile))
    if (!bytes) return notFound(reply)
    return reply.type('application/octet-stream').header('cache-control', forever).send(bytes)
  })
}

const notFound = (reply: FastifyReply) => reply.code(404).type('text/plain; charset=utf-8').send('not found\n')

/** Returns a tile's content. Undefined if no signed checkpoint reaches it. */
async function bytesOf({ db }: Pick<TransparencyContext, 'db'>, tile: Tile): Promise<Buffer | undefined> {
  const { level, index, width } = tile
  const newest = await findSignedCheckpoint(db)
  if (!newest || widthIn(newest.size, level, index) < width) return undefined
  if (level === 'entries') {
    const entries = await listEntries(db, index * 256, width)
    return Buffer.from(bundleOf(entries.map((entry) => Buffer.from(entry))))
  }
  const [stored] = await readTiles(db, [{ level, index }])
  return stored && Buffer.concat(stored.hashes.slice(0, width))
}
