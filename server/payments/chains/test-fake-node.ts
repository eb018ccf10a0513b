import { createServer, type Server } from 'node:http'

/**
 * A node that returns fixed values for some methods, which a test may change. It simulates networks that tests must not
 * use.
 */
export type FakeNode = { url: string; answers: Record<string, unknown>; stop(): Promise<unknown> }

/** The genesis block of Bitcoin's regtest. */
export const regtestGenesis = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'
export const goodBitcoin = { getblockhash: regtestGenesis, getindexinfo: { txindex: { synced: true } } }
/** Sepolia. */
export const goodEthereum = { eth_chainId: '0xaa36a7' }

export async function startFakeNode(answers: Record<string, unknown>): Promise<FakeNode> {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const { id, method } = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; method: string }
        const error = method in answers ? null : { code: -32601, message: 'Method not found' }
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ jsonrpc: '2.0', id, ...(error ? { error } : { result: answers[method] }) }))
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://user:secret@127.0.0.1:${port}`,
    answers,
    stop: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  }
}
