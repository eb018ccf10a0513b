import type { Socket } from 'node:net'
import { commonRefusals } from '../../contract/refusals.ts'

/** Longer than an answer takes to a slow client; whoever goes on sending is cut off then. */
const readWithinMs = 2_000

/** What cannot be parsed has a status of its own: the address and the headers together may have 16 kB. Source: RFC 6585 section 5, RFC 9110 section 15.5. */
const kinds: Record<string, { status: string; code: 'too_large' | 'unreadable_body' }> = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', code: 'too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', code: 'unreadable_body' },
}
const unreadable = { status: '400 Bad Request', code: 'unreadable_body' } as const

/**
 * Answers, in the form of every refusal, a request that Node's HTTP parser gave up on. What the client still sends is read and
 * thrown away for a moment: closing a connection with bytes unread resets it, and the answer would be lost with it.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket, headers: Record<string, string>): void {
  // Each further piece of the same request is an error again.
  if (socket.writableEnded) return
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, code } = kinds[error.code ?? ''] ?? unreadable
  const lines = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const body = JSON.stringify({ type: 'warning', msg: commonRefusals[code].message, code })
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\n${lines}content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  socket.resume()
  setTimeout(() => socket.destroy(), readWithinMs).unref()
}
