import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { callMethods } from './web/call-methods-plugin.ts'

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
