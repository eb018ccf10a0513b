import type { z } from 'zod'
import { scopeOf, takesIdempotencyKey, type Call } from './call.ts'
import { liveFromClient, liveFromServer } from './live.ts'
import { jsonSchema, refusalsOf } from './openapi.ts'
import { webhookEvent, webhookHeaders } from './calls/webhooks/webhooks.ts'

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  additionalProperties?: Schema
}

export type CallDoc = {
  name: string
  method: string
  access: string
  summary: string
  takesIdempotencyKey: boolean
  /** Scope that an API key needs; undefined if the call needs no key or isn't available to keys. */
  scope: 'read' | 'trade' | 'withdraw' | undefined
  module: string
  takes: [field: string, shape: string][]
  headers: [field: string, shape: string][]
  answers: string
  refusals: [code: string, status: number, message: string][]
}

/** Returns the readable documentation of a call, derived from its declaration. */
export function callDoc(call: Call): CallDoc {
  return {
    name: call.name,
    method: call.method,
    access: call.access,
    summary: call.summary,
    takesIdempotencyKey: takesIdempotencyKey(call),
    scope: keyScopeOf(call),
    module: call.module,
    takes: fieldsOf(jsonSchema(call.input, 'input')),
    headers: call.headers ? fieldsOf(jsonSchema(call.headers, 'input')) : [],
    answers: shapeOf(jsonSchema(call.output, 'output')),
    refusals: refusalsOf(call),
  }
}

/**
 * Returns the scope that an API key needs. Undefined for public calls, operators' calls and calls that need a session.
 */
function keyScopeOf(call: Call): CallDoc['scope'] {
  if (call.access !== 'customer') return undefined
  const scope = scopeOf(call)
  return scope === 'session' ? undefined : scope
}

/** Returns a description of who may make a call. */
export function accessWords({ access, scope }: CallDoc): string {
  if (access === 'public') return 'Public'
  if (access === 'operator') return 'Operators'
  return scope ? `Signed in, or an API key with the scope ${scope}` : 'Signed in; API keys can’t make this call'
}

/** A message on `/live`: its kind and fields. */
export type LiveMessageDoc = { kind: string; fields: [field: string, shape: string][]; summary: string }

/** The messages on `/live` in both directions, derived from their schemas. */
export const liveDocs = { fromClient: messageDocs(liveFromClient), fromServer: messageDocs(liveFromServer) }

/** Messages sent to webhook endpoints. */
export const webhookDocs = {
  headers: Object.entries<string>(webhookHeaders),
  fields: fieldsOf(jsonSchema(webhookEvent, 'output')),
}

function messageDocs(union: z.ZodDiscriminatedUnion): LiveMessageDoc[] {
  return union.options.map((option) => {
    const schema = jsonSchema(option as z.ZodType, 'input') as Schema & { description?: string }
    const fields = fieldsOf(schema).filter(([name]) => name !== 'kind')
    return { kind: String(schema.properties!['kind']!.const), fields, summary: schema.description ?? '' }
  })
}

function fieldsOf(schema: Schema): [string, string][] {
  const optional = (name: string) => (schema.required?.includes(name) ? '' : ', optional')
  return Object.entries(schema.properties ?? {}).map(([name, property]) => [name, shapeOf(property) + optional(name)])
}

/** Returns a schema on one line: `{ id: string, at: number | null }[]`. */
function shapeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(shapeOf).join(' | ')
  if (schema.type === 'array') return `${shapeOf(schema.items ?? {})}[]`
  if (schema.properties)
    return `{ ${Object.entries(schema.properties)
      .map(([name, property]) => `${name}: ${shapeOf(property)}`)
      .join(', ')} }`
  if (schema.additionalProperties) return `{ [name]: ${shapeOf(schema.additionalProperties)} }`
  return schema.type ?? 'any'
}
