import type { Socket } from 'node:net'
import { commonRefusals } from '../../../api/sentences/refusals.ts'

/** Longer than a slow client needs to receive the response. Clients that are still sending are then cut off. */
const readWithinMs = 2_000

/**
 * Statuses for requests that can't be parsed. The URL and the headers together may take up to 16 kB. Source: RFC 6585
 * section 5, RFC 9110 section 15.5.
 */
const kinds: Record<string, { status: string; code: 'too_large' | 'unreadable_body' }> = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', code: 'too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', code: 'unreadable_body' },
}
const unreadable = { status: '400 Bad Request', code: 'unreadable_body' } as const

/**
 * Sends a standard refusal for a request that Node's HTTP parser rejected. Briefly drains what the client still sends:
 * closing a connection with unread bytes resets it, and the client would lose the response.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket, headers: Record<string, string>): void {
  // Each further piece of the same request raises another error.
  if (socket.writableEnded) return
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, code } = kinds[error.code ?? ''] ?? unreadable
  const lines = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const body = JSON.stringify({ type: 'warning', msg: commonRefusals[code].message, code })
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\n${lines}content-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  socket.resume()
  setTimeout(() => socket.destroy(), readWithinMs).unref()
}
