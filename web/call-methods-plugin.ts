import type { Plugin } from 'vite'
import { calls } from '../contract/calls.ts'

/**
 * `virtual:call-methods`: the names of calls made with POST, and of operators' calls, read from the contract while building,
 * so that the browser's typed client needs no copy of the contract and no zod.
 */
export function callMethods(): Plugin {
  const id = 'virtual:call-methods'
  const all = Object.values<{ name: string; method: string; access: string }>(calls)
  // One text: every page carries it.
  const listOf = (some: { name: string }[]) => `${JSON.stringify(some.map(({ name }) => name).join(' '))}.split(' ')`
  const postCalls = listOf(all.filter(({ method }) => method === 'POST'))
  const operatorCalls = listOf(all.filter(({ access }) => access === 'operator'))
  return {
    name: 'tallystick-call-methods',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) => (source === `\0${id}` ? `export const postCalls = ${postCalls}\nexport const operatorCalls = ${operatorCalls}` : undefined),
  }
}
