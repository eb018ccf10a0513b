import { Resolver } from 'node:dns/promises'
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { DeliveryFailure } from '../../api/states/webhook-states.ts'
import { isPublicAddress } from './address-rules.ts'
import { hostOf, isAllowedLoopback, type UrlRules } from './endpoint-url.ts'

/** How messages reach their endpoints. Tests pass their own name server and time limit. */
export type Route = UrlRules & {
  /** Returns the IP addresses of a host name. */
  resolve(host: string): Promise<string[]>
  /** The time limit for the whole attempt, from name resolution to the response. */
  limitMs: number
}

export type Reply = { statusCode: number; failure: null } | { statusCode: null; failure: DeliveryFailure }

const failed = (failure: DeliveryFailure): Reply => ({ statusCode: null, failure })

const limitMs = 10_000
const nameLimitMs = 3_000
/** Reading stops after this many bytes, because only the status of a response matters. */
const maxAnswerBytes = 1_024

/**
 * Creates the production route, which queries the machine's name servers without using the thread pool that password
 * hashing and file access need.
 */
export function createRoute(rules: UrlRules): Route {
  return {
    ...rules,
    limitMs,
    async resolve(host) {
      const resolver = new Resolver({ timeout: nameLimitMs, tries: 1 })
      const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    },
  }
}

/**
 * Posts a JSON body to an endpoint. Connects only to addresses resolved and checked for this connection, so that a
 * name can't later resolve to an internal address. Follows no redirect and reads at most 1 kB of the response.
 * `signal` aborts the attempt with `connection`.
 */
export async function postMessage(
  address: string,
  headers: Record<string, string>,
  body: string,
  route: Route,
  signal: AbortSignal,
): Promise<Reply> {
  const url = new URL(address)
  const limit = AbortSignal.timeout(route.limitMs)
  const ended = AbortSignal.any([signal, limit])
  const addresses = await Promise.race([addressesOf(url, route), once(ended)])
  if (!addresses) return failed(limit.aborted ? 'timeout' : 'connection')
  const own = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .map((each) => each.address)
  const isPublic = addresses.length > 0 && addresses.every((each) => isPublicAddress(each, own))
  if (!isAllowedLoopback(url, route) && !isPublic) return failed('address')
  try {
    const { request } = url.protocol === 'https:' ? https : http
    const sending = request(url, { method: 'POST', agent: false, headers, lookup: lookupIn(addresses), signal: ended })
    return { statusCode: await answerOf(sending, body), failure: null }
  } catch (error) {
    return failed(limit.aborted ? 'timeout' : failureOf(error))
  }
}

function once(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}

async function addressesOf(url: URL, route: Route): Promise<string[]> {
  const host = hostOf(url)
  if (isIP(host) !== 0) return [host]
  if (isAllowedLoopback(url, route)) return ['127.0.0.1']
  return route.resolve(host).catch(() => [])
}

/** Returns a lookup function that gives the connection only the checked addresses. */
function lookupIn(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, { all }, done) => {
    if (all) done(null, found)
    else done(null, found[0]!.address, found[0]!.family)
  }
}

/** Resolves with the status once the response has ended or has been cut off. */
function answerOf(sending: ClientRequest, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let status: number | undefined
    // The time limit can cut off a response whose status has already arrived. That status counts.
    sending.on('error', (error) => (status === undefined ? reject(error) : resolve(status)))
    // Without a listener, a protocol upgrade ends the request with neither a response nor an error.
    sending.on('upgrade', (answer, socket) => {
      socket.destroy()
      resolve(answer.statusCode!)
    })
    sending.on('response', (answer: IncomingMessage) => {
      status = answer.statusCode!
      let bytes = 0
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length
        if (bytes > maxAnswerBytes) answer.destroy()
      })
      answer.on('error', () => {})
      answer.on('close', () => resolve(answer.statusCode!))
    })
    sending.end(body)
  })
}

/** Node's error codes for invalid certificates and TLS failures. */
const certificateCodes = /^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO)/

function failureOf(error: unknown): DeliveryFailure {
  const { code = '' } = error as { code?: unknown }
  return certificateCodes.test(String(code)) ? 'certificate' : 'connection'
}
