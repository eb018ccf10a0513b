import type { Call } from './call.ts'
import { jsonSchema, refusalsOf } from './openapi.ts'

type Schema = { type?: string; properties?: Record<string, Schema>; required?: string[]; items?: Schema; enum?: unknown[]; const?: unknown; anyOf?: Schema[]; additionalProperties?: Schema }

export type CallDoc = {
  name: string
  method: string
  access: string
  summary: string
  movesMoney: boolean
  module: string
  takes: [field: string, shape: string][]
  headers: [field: string, shape: string][]
  answers: string
  refusals: [code: string, status: number, message: string][]
}

/** What a person reads of a call, derived from its declaration. */
export function callDoc(call: Call): CallDoc {
  return {
    name: call.name,
    method: call.method,
    access: call.access,
    summary: call.summary,
    movesMoney: call.movesMoney === true,
    module: call.module,
    takes: fieldsOf(jsonSchema(call.input, 'input')),
    headers: call.headers ? fieldsOf(jsonSchema(call.headers, 'input')) : [],
    answers: shapeOf(jsonSchema(call.output, 'output')),
    refusals: refusalsOf(call),
  }
}

function fieldsOf(schema: Schema): [string, string][] {
  const optional = (name: string) => (schema.required?.includes(name) ? '' : ', optional')
  return Object.entries(schema.properties ?? {}).map(([name, property]) => [name, shapeOf(property) + optional(name)])
}

/** A schema in one line: `{ id: string, at: number | null }[]`. */
function shapeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(shapeOf).join(' | ')
  if (schema.type === 'array') return `${shapeOf(schema.items ?? {})}[]`
  if (schema.properties) return `{ ${Object.entries(schema.properties).map(([name, property]) => `${name}: ${shapeOf(property)}`).join(', ')} }`
  if (schema.additionalProperties) return `{ [name]: ${shapeOf(schema.additionalProperties)} }`
  return schema.type ?? 'any'
}
