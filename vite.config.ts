import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { calls } from './contract/calls.ts'

/**
 * `virtual:call-methods`: call name -> HTTP method, read from the contract while building, so that the browser's typed
 * client needs no copy of the contract and no zod.
 */
function callMethods(): Plugin {
  const id = 'virtual:call-methods'
  const methods = Object.fromEntries(Object.values(calls).map((call) => [call.name, call.method]))
  return {
    name: 'tallystick-call-methods',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) => (source === `\0${id}` ? `export default ${JSON.stringify(methods)}` : undefined),
  }
}

export default defineConfig(({ command }) => ({
  plugins: [callMethods(), reactRouter()],
  publicDir: 'web/public',
  clearScreen: false,
  // One self-contained server bundle: production React whatever NODE_ENV says, and one file to load at start.
  ssr: { noExternal: command === 'build' ? true : undefined },
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: { target: 'es2023', assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What every page needs, as one file: it compresses better and stays in caches when pages change.
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler|get-nonce|cookie|set-cookie-parser)\// },
                { name: 'site', test: /web\/(?!root|entry)|node_modules\/(@mantine|clsx)/, minShareCount: 8 },
              ],
            },
          },
        },
      },
    },
  },
}))
