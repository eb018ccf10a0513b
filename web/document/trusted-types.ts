import { machineFiles } from '../paths.ts'

/**
 * The default Trusted Types policy. React creates script elements by parsing `<script></script>`, and style elements
 * by setting their text. Our code turns no other text into markup, so the policy refuses everything else. The
 * service worker is the only script that is loaded by URL.
 */
type Factory = {
  createPolicy(name: string, rules: Record<'createHTML' | 'createScriptURL', (text: string) => string>): unknown
}

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes

factory?.createPolicy('default', {
  createHTML(text) {
    if (text === '<script></script>' || !text.includes('<')) return text
    throw new TypeError('Creating markup from text is not allowed here.')
  },
  createScriptURL(address) {
    if (address === machineFiles.serviceWorker) return address
    throw new TypeError('Loading a script by URL is not allowed here.')
  },
})
