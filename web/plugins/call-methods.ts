import type { Plugin } from 'vite'
import { calls } from '../../api/calls.ts'

/**
 * Provides modules with the names of calls, read from their declarations at build time, so that the browser's typed
 * client needs neither the declarations nor zod. `virtual:call-methods` is for every page. `virtual:desk-calls` is for
 * the desk, whose many calls no other page needs.
 */
export function callMethods(): Plugin {
  const all = Object.values<{ name: string; method: string; access: string }>(calls)
  // One string compresses better than a list.
  const listOf = (isDesk: boolean, method: string) => {
    const some = all.filter((each) => (each.access === 'operator') === isDesk && each.method === method)
    return `${JSON.stringify(some.map(({ name }) => name).join(' '))}.split(' ')`
  }
  const modules: Record<string, string> = {
    'virtual:call-methods': `export const postCalls = ${listOf(false, 'POST')}`,
    'virtual:desk-calls':
      `export const deskPosts = ${listOf(true, 'POST')}\n` + `export const deskGets = ${listOf(true, 'GET')}`,
  }
  return {
    name: 'tallystick-call-methods',
    resolveId: (source) => (source in modules ? `\0${source}` : undefined),
    load: (source) => modules[source.slice(1)],
  }
}
