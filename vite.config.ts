import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { lingui } from '@lingui/vite-plugin'
import { callMethods } from './web/call-methods-plugin.ts'
import { catalogueFiles } from './web/language/catalogue-files.ts'
import { messageMacros } from './web/language/macros.ts'

const ofForms = (id: string) => /web\/ui\/(fields|choice|file-field)/.test(id)
const ofOffice = (id: string) => /web\/(office|operator)\/|web\/data\/queries|node_modules\/@tanstack/.test(id)
const ofPasskeys = (id: string) => /web\/data\/passkeys|node_modules\/@simplewebauthn/.test(id)
const ofEveryPage = (id: string) =>
  /web\/(?!root|entry|contract-words)/.test(id) && !ofForms(id) && !ofOffice(id) && !ofPasskeys(id)

export default defineConfig(({ command }) => ({
  plugins: [messageMacros(), lingui({ failOnCompileError: true }), catalogueFiles(), callMethods(), reactRouter()],
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
            // What every page needs, as one file: it compresses better and stays in caches when pages change. A group takes what
            // its modules import along with them, so what only forms or only the office need stands in groups that come later.
            // The public pages share their styles, so that none waits for more sheets than a browser asks for at once (six).
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  priority: 4,
                  test: /node_modules\/(react|react-dom|react-router|scheduler|get-nonce|cookie|set-cookie-parser)\//,
                },
                // Six: with more, home is made of so many small files that it passes 150 kB; with fewer, it carries what it does not need.
                { name: 'site', priority: 3, test: ofEveryPage, minShareCount: 6 },
                { name: 'styles', priority: 5, test: /web\/site\/[^/]*\.module\.css/, minShareCount: 2 },
                { name: 'passkeys', priority: 1, test: ofPasskeys, minShareCount: 2 },
                { name: 'forms', priority: 2, test: ofForms, minShareCount: 4 },
                { name: 'office', priority: 1, test: ofOffice, minShareCount: 8 },
              ],
            },
          },
        },
      },
    },
  },
}))
