import type { CSSOptions, Plugin } from 'vite'
import { breakpoints } from '../ui/breakpoints.ts'

const definitions = Object.entries(breakpoints)
  .map(([name, query]) => `@custom-media --${name} ${query};`)
  .join('')

/**
 * Adds the definitions of the breakpoints to every style sheet, because Lightning CSS reads each sheet separately. They
 * share the first line, so that lines keep their numbers, and produce no output.
 */
export const namedBreakpoints = (): Plugin => ({
  name: 'tallystick-named-breakpoints',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/.*\.css$/ },
    handler: (code) => ({ code: definitions + code, map: null }),
  },
})

/** Replaces the named breakpoints. `build.target` sets the browsers, when the build minifies all sheets. */
export const styleSheets: CSSOptions = {
  transformer: 'lightningcss',
  lightningcss: { drafts: { customMedia: true }, targets: {} },
}
