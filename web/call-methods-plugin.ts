import type { Plugin } from 'vite'
import { calls } from '../contract/calls.ts'

/**
 * `virtual:call-methods`: call name -> HTTP method, and the names of operators' calls, read from the contract while building,
 * so that the browser's typed client needs no copy of the contract and no zod.
 */
export function callMethods(): Plugin {
  const id = 'virtual:call-methods'
  const methods = Object.fromEntries(Object.values(calls).map((call) => [call.name, call.method]))
  const operatorCalls = Object.values<{ name: string; access: string }>(calls).filter(({ access }) => access === 'operator').map(({ name }) => name)
  return {
    name: 'tallystick-call-methods',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) => (source === `\0${id}` ? `export default ${JSON.stringify(methods)}\nexport const operatorCalls = ${JSON.stringify(operatorCalls)}` : undefined),
  }
}
