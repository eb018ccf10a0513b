import type { CSSOptions, Plugin } from 'vite'
import { breakpoints, containers } from '../ui/breakpoints.ts'

const definitions = Object.entries(breakpoints)
  .map(([name, query]) => `@custom-media --${name} ${query};`)
  .join('')

/** Replaces the names in container queries, in which browsers and Lightning CSS expand no custom media. */
const withContainers = (code: string) =>
  code.replace(/@container[^{]*/g, (query) =>
    query.replace(/\(--([\w-]+)\)/g, (named, name: keyof typeof containers) => containers[name] ?? named),
  )

/**
 * Expands the named containers, and adds the definitions of the breakpoints to every style sheet, because Lightning CSS
 * reads each sheet separately. The definitions go on the sheet's first line, so that line numbers stay the same. They
 * produce no output.
 */
export const namedBreakpoints = (): Plugin => ({
  name: 'tallystick-named-breakpoints',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/.*\.css$/ },
    handler: (code) => ({ code: definitions + withContainers(code), map: null }),
  },
})

/** Expands the named breakpoints. `targets` is empty, because the minifier applies the browsers in `build.target`. */
export const styleSheets: CSSOptions = {
  transformer: 'lightningcss',
  lightningcss: { drafts: { customMedia: true }, targets: {} },
}
