import { z } from 'zod'
import { scopeOf, takesIdempotencyKey, type Call } from './call.ts'
import { foreignOrigin, liveFromClient, liveFromServer } from './live.ts'
import { commonRefusals } from './sentences/refusals.ts'
import { webhookEvent, webhookHeaders } from './calls/webhooks/webhooks.ts'

type Schema = Record<string, unknown>

const refusalSchema = {
  type: 'object',
  required: ['type', 'msg', 'code'],
  properties: {
    type: { const: 'warning' },
    msg: { type: 'string', description: 'The message to show to the user.' },
    code: { type: 'string', description: 'Stable code of the refusal.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The invalid inputs, each with its own message.',
    },
  },
}

/** Returns the JSON Schema of a call's `input` or `output`. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

/** Returns the refusals of a call by HTTP status: its own and the common ones that apply to it. */
export function refusalsOf(call: Call): [code: string, status: number, message: string][] {
  const common = Object.entries(commonRefusals).filter(
    ([code]) => code !== 'unknown_call' && (code !== 'not_signed_in' || call.access !== 'public'),
  )
  return [...common, ...Object.entries(call.refusals)].map(([code, refusal]) => [code, refusal.status, refusal.message])
}

/**
 * Returns the OpenAPI 3.1 document of all calls. They share one path and differ in the query value `r`. OpenAPI can't
 * express that, so each call gets a path that contains the query.
 */
export function openApi(calls: Record<string, Call>, serverUrl: string): Schema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tallystick',
      version: '1',
      description:
        'Practice money and test coins only. Every call is sent to /api with its name in the query parameter r.',
    },
    servers: [{ url: serverUrl }],
    components: {
      securitySchemes: { secrete: { type: 'apiKey', in: 'header', name: 'secrete' } },
      schemas: {
        Refusal: refusalSchema,
        LiveFromClient: jsonSchema(liveFromClient, 'input'),
        LiveFromServer: jsonSchema(liveFromServer, 'output'),
        WebhookEvent: jsonSchema(webhookEvent, 'output'),
      },
    },
    paths: {
      '/live': livePath,
      ...Object.fromEntries(
        Object.values(calls).map((call) => [`/api?r=${call.name}`, { [call.method.toLowerCase()]: operation(call) }]),
      ),
    },
    webhooks: { event: { post: webhookOperation } },
  }
}

const livePath: Schema = {
  get: {
    operationId: 'live',
    tags: ['markets'],
    summary:
      'Opens a WebSocket. The client sends messages of the schema LiveFromClient, starting with `hello`, and ' +
      'receives messages of the schema LiveFromServer.',
    responses: {
      101: { description: 'The connection is open.' },
      403: { description: `${foreignOrigin.code}: ${foreignOrigin.msg}` },
    },
  },
}

const webhookOperation: Schema = {
  operationId: 'webhookEvent',
  tags: ['webhooks'],
  summary: 'Sent to each endpoint that `webhooks.add` added, for each transfer on the customer’s accounts.',
  parameters: Object.entries(webhookHeaders).map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
    description,
  })),
  requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/WebhookEvent' } } } },
  responses: {
    '2XX': {
      description:
        'Received. After any other response, the message is retried for up to 32 hours; 410 disables the endpoint.',
    },
  },
}

function operation(call: Call): Schema {
  const input = jsonSchema(call.input, 'input')
  const byStatus = Map.groupBy(refusalsOf(call), ([, status]) => status)
  const text = call.output instanceof z.ZodString
  return {
    operationId: call.name,
    tags: [call.module],
    summary: call.summary,
    ...(call.access !== 'public' && { security: [{ secrete: [] }] }),
    ...(call.access === 'customer' && { 'x-key-scope': scopeOf(call) === 'session' ? null : scopeOf(call) }),
    parameters: [
      ...(call.method === 'GET' ? parametersOf(input, 'query') : []),
      ...(call.headers ? parametersOf(jsonSchema(call.headers, 'input'), 'header') : []),
      ...(takesIdempotencyKey(call) ? [idempotencyKey] : []),
    ],
    ...(call.method === 'POST' && {
      requestBody: {
        content: {
          'application/json': { schema: input },
          'application/x-www-form-urlencoded': { schema: input },
          'multipart/form-data': { schema: input },
        },
      },
    }),
    responses: {
      200: {
        description: 'Done',
        content: { [text ? 'text/plain' : 'application/json']: { schema: jsonSchema(call.output, 'output') } },
      },
      ...Object.fromEntries(
        [...byStatus].map(([status, list]) => [
          status,
          {
            description: list.map(([code, , message]) => `${code}: ${message}`).join('\n'),
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
          },
        ]),
      ),
    },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 100 },
  description: 'A repeat with the same key and body returns the first response; with a different body it is refused.',
}

function parametersOf(schema: Schema, place: 'query' | 'header'): Schema[] {
  const required = (schema['required'] ?? []) as string[]
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }))
}
