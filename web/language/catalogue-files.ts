import type { Messages } from '@lingui/core'
import type { Plugin } from 'vite'

/**
 * Writes the browser's catalogues as JSON files beside the scripts, and makes of each import of one its address: texts are data, which a
 * browser reads faster than a script, and what English pages run is all that any page runs. Comes after Lingui's plugin, which
 * compiles a catalogue to a module; the server's build keeps that.
 */
export function catalogueFiles(): Plugin {
  return {
    name: 'tallystick-catalogue-files',
    apply: 'build',
    transform: {
      order: 'post',
      filter: { id: /\/catalogues\/\w+\/\w+\.po$/ },
      async handler(code, id) {
        // A server fetches none.
        if (this.environment.name !== 'client')
          return { code: `${code}\nexport default ''`, map: null, moduleType: 'js' }
        const [, language, area] = /(\w+)\/(\w+)\.po$/.exec(id)!
        const { messages } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
          messages: Messages
        }
        const file = this.emitFile({
          type: 'asset',
          name: `${area}-${language}.json`,
          source: JSON.stringify(messages),
        })
        return { code: `export default import.meta.ROLLUP_FILE_URL_${file}`, map: null, moduleType: 'js' }
      },
    },
  }
}
