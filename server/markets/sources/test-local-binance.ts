import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import type { CcxtExchange } from './ccxt.ts'

/** A recorded frame of Binance's combined stream. */
export type RecordedFrame = { rx_ms: number; msg: { stream: string; data: Record<string, unknown> } }

/** Reads a recording of raw frames, one JSON object per line. */
export function readFrames(file: string): RecordedFrame[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordedFrame)
}

export type LocalBinance = {
  /** Points ccxt's class at this server. */
  prepare(exchange: CcxtExchange): void
  /** Resolves with the streams that a client subscribed to. */
  subscribed: Promise<string[]>
  /** Sends a recorded frame to every client. */
  send(frame: RecordedFrame): void
  /** Drops every connection, as exchanges occasionally do. */
  drop(): void
  connections(): number
  stop(): Promise<void>
}

/**
 * Starts a local server with the part of Binance's spot protocol that ccxt needs for the best bid and ask: the list of
 * markets over HTTP, subscriptions and frames over WebSocket. It plays back recorded frames and never invents prices.
 */
export async function startLocalBinance(coins: readonly string[] = ['BTC', 'ETH']): Promise<LocalBinance> {
  const http = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(request.url?.includes('exchangeInfo') ? { symbols: coins.map(spotMarket) } : {}))
  })
  const sockets = new WebSocketServer({ server: http })
  let accepted = 0
  let resolveSubscribed: (streams: string[]) => void
  const subscribed = new Promise<string[]>((resolve) => void (resolveSubscribed = resolve))
  sockets.on('connection', (socket: WebSocket) => {
    accepted += 1
    socket.on('message', (data) => {
      const { id, method, params } = JSON.parse(String(data)) as { id: number; method: string; params: string[] }
      socket.send(JSON.stringify({ result: null, id }))
      if (method === 'SUBSCRIBE') resolveSubscribed(params)
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = `127.0.0.1:${(http.address() as AddressInfo).port}`
  return {
    prepare(exchange) {
      exchange.urls.api['public'] = `http://${address}/api/v3`
      exchange.urls.api['ws'] = { spot: `ws://${address}/ws` }
    },
    subscribed,
    send: (frame) => sockets.clients.forEach((socket) => socket.send(JSON.stringify(frame.msg))),
    drop: () => sockets.clients.forEach((socket) => socket.terminate()),
    connections: () => accepted,
    async stop() {
      sockets.clients.forEach((socket) => socket.terminate())
      sockets.close()
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

function spotMarket(coin: string) {
  return {
    symbol: `${coin}USDT`,
    status: 'TRADING',
    baseAsset: coin,
    quoteAsset: 'USDT',
    baseAssetPrecision: 8,
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    orderTypes: ['LIMIT', 'MARKET'],
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    permissions: [],
    permissionSets: [['SPOT']],
    filters: [
      { filterType: 'PRICE_FILTER', minPrice: '0.01000000', maxPrice: '1000000.00000000', tickSize: '0.01000000' },
      { filterType: 'LOT_SIZE', minQty: '0.00001000', maxQty: '9000.00000000', stepSize: '0.00001000' },
    ],
  }
}
