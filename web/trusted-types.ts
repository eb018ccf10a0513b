import { machineFiles } from './paths.ts'

/**
 * The default Trusted Types policy. React makes script elements by parsing `<script></script>`, and style elements by
 * setting CSS text; nothing else of ours turns text into markup, and anything else stays refused. The one script that
 * is named by its address is the service worker.
 */
type Factory = {
  createPolicy(name: string, rules: Record<'createHTML' | 'createScriptURL', (text: string) => string>): unknown
}

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes

factory?.createPolicy('default', {
  createHTML(text) {
    if (text === '<script></script>' || !text.includes('<')) return text
    throw new TypeError('Markup from text is refused here.')
  },
  createScriptURL(address) {
    if (address === machineFiles.serviceWorker) return address
    throw new TypeError('A script named by its address is refused here.')
  },
})
