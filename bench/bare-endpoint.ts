import { createServer } from 'node:http'

// The minimal Node server for an order: reads the body, parses it and responds with JSON. Sends its port to its parent.
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const order = JSON.parse(Buffer.concat(chunks).toString()) as { symbols: string; interval: number }
    const answer = JSON.stringify({ type: 'success', msg: 'accepted', symbol: order.symbols, count: order.interval })
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(answer),
    })
    response.end(answer)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port))
process.on('disconnect', () => process.exit(0))
