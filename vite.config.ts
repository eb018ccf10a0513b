import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { lingui } from '@lingui/vite-plugin'
import { callMethods } from './web/plugins/call-methods.ts'
import { catalogueFiles } from './web/plugins/catalogue-files.ts'
import { messageMacros } from './web/plugins/message-macros.ts'
import { namedBreakpoints, styleSheets } from './web/plugins/named-breakpoints.ts'

const ofForms = (id: string) => /web\/(ui\/fields|data\/(call-form|sender|idempotency-key))/.test(id)
const ofOffice = (id: string) =>
  /web\/(office|operator|shell)\/|web\/data\/(queries|decide)|web\/language\/time/.test(id) ||
  /web\/ui\/(dialogs\/(dialog|modal)|lists\/pager|tabs)|node_modules\/@tanstack/.test(id)
const ofSomePages = (id: string) => /web\/ui\/(badge|copy-button|lists\/table|text)|web\/site\/illustrations/.test(id)
const ofStates = (id: string) =>
  /api\/(states\/(states-of|(deposit|farm|miner|verification|withdrawal)-states)|farming-rules|mining-coins)/.test(id)
const ofPasskeys = (id: string) => /web\/data\/passkeys/.test(id)
const ofEveryPage = (id: string) =>
  /web\/(?!root|entry|language\/api-words)/.test(id) &&
  ![ofForms, ofOffice, ofSomePages, ofPasskeys].some((isOfGroup) => isOfGroup(id))

export default defineConfig(({ command }) => ({
  plugins: [
    messageMacros(),
    lingui({ failOnCompileError: true }),
    catalogueFiles(),
    callMethods(),
    namedBreakpoints(),
    reactRouter(),
  ],
  publicDir: 'web/public',
  // React has the hook that the shim adds to older versions.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  clearScreen: false,
  // One self-contained server bundle: always production React, and a single file to load at start.
  ssr: { noExternal: command === 'build' ? true : undefined },
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  css: styleSheets,
  build: { target: 'es2023', assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Every page loads the list of all files, so hashes that are one character shorter save 150 bytes.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:7][extname]',
            // One file has the code that every page needs: it compresses better and stays cached when pages change. A
            // group includes the imports of its modules, so code that only forms or only the office need is in groups
            // with a lower priority. Public pages share their styles, so no page needs more style sheets than a browser
            // requests at once (six).
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  priority: 4,
                  test: /node_modules\/(react|react-dom|react-router|scheduler|cookie|set-cookie-parser)\//,
                },
                // With more than six, the home page loads so many small files that it exceeds 150 kB; with fewer, it
                // loads code that it doesn't need.
                { name: 'site', priority: 3, test: ofEveryPage, minShareCount: 6 },
                { name: 'styles', priority: 5, test: /web\/(document|site)\/[^/]*\.module\.css/, minShareCount: 2 },
                // Public pages show these too. Without their own files, they would load the office's.
                { name: 'table', priority: 3, test: /web\/ui\/lists\/table/, minShareCount: 2 },
                { name: 'badge', priority: 3, test: /web\/ui\/(badge|lists\/page-links)/, minShareCount: 2 },
                { name: 'passkeys', priority: 1, test: ofPasskeys, minShareCount: 2 },
                // One file instead of five: every page loads the list of all files, and the home page is near 150 kB.
                { name: 'states', priority: 1, test: ofStates, minShareCount: 2 },
                { name: 'forms', priority: 2, test: ofForms, minShareCount: 4 },
                { name: 'office', priority: 1, test: ofOffice, minShareCount: 4 },
                // Small parts of the desk and what they import: without this group, the list has five more files.
                { name: 'parts', priority: 0, test: /web\/operator\/(?!shell|words|parts)/, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
}))
