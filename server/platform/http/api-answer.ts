import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Multipart } from './uploads.ts'

/** A request for `/api` from any transport. */
export type ApiRequest = {
  method: string
  query: Record<string, unknown>
  headers: IncomingHttpHeaders
  ip: string
  body: unknown
  multipart?: Multipart
}

export type ApiAnswer = {
  status: number
  headers: Record<string, string | number>
  body: string | Uint8Array | Readable
}
