import { describe, expect, it } from 'vitest'
import { accessWords, callDoc, liveDocs } from './call-docs.ts'
import { calls } from './calls.ts'
import { openApi } from './openapi.ts'

describe('the API documentation', () => {
  it('states which scope an API key needs for each call', () => {
    expect(accessWords(callDoc(calls.trades))).toBe('Signed in, or an API key with the scope read')
    expect(accessWords(callDoc(calls.trade))).toBe('Signed in, or an API key with the scope trade')
    expect(accessWords(callDoc(calls.withdraw))).toBe('Signed in, or an API key with the scope withdraw')
    expect(accessWords(callDoc(calls.updatepass))).toBe('Signed in; API keys can’t make this call')
    expect(accessWords(callDoc(calls.symbols))).toBe('Public')
  })

  it('lists the fields and refusals of every call', () => {
    for (const call of Object.values(calls)) {
      const { takes, refusals } = callDoc(call)
      const listed = takes.map(([name]) => name)
      expect(listed, call.name).toEqual(Object.keys(call.input.shape))
      expect(
        refusals.map(([code]) => code),
        call.name,
      ).toEqual(expect.arrayContaining(Object.keys(call.refusals)))
    }
  })

  it('describes every message on /live', () => {
    expect(liveDocs.fromClient.map(({ kind }) => kind)).toEqual(['hello', 'subscribe', 'unsubscribe', 'ping'])
    expect(liveDocs.fromServer.map(({ kind }) => kind)).toContain('gap')
    for (const { kind, summary } of [...liveDocs.fromClient, ...liveDocs.fromServer]) expect(summary, kind).not.toBe('')
    const { paths, components } = openApi(calls, 'http://localhost') as {
      paths: Record<string, unknown>
      components: { schemas: Record<string, unknown> }
    }
    expect(paths['/live']).toBeDefined()
    expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(['LiveFromClient', 'LiveFromServer']))
  })
})
