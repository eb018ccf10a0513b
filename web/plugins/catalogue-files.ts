import type { Messages } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { hasWords, sentencesByKey } from '../../api/sentences/sentence-keys.ts'

/**
 * Converts catalogues to the form that pages read. Messages in `refusals` are keyed by the identifiers that responses
 * use, such as `refusal/busy`, instead of by their English text. The browser build writes each catalogue to a JSON
 * file, because browsers parse data faster than scripts. Importing a catalogue then returns its URL. The server build
 * keeps catalogues as modules. Runs after Lingui's plugin, which compiles a catalogue to a module.
 */
export function catalogueFiles(): Plugin {
  let building = false
  return {
    name: 'tallystick-catalogue-files',
    configResolved: ({ command }) => void (building = command === 'build'),
    transform: {
      order: 'post',
      filter: { id: /\/catalogues\/\w+\/\w+\.po$/ },
      async handler(code, id) {
        const [, language, area] = /(\w+)\/(\w+)\.po$/.exec(id)!
        const compiled = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { messages: Messages }
        const messages = area === 'refusals' ? byKey(compiled.messages) : compiled.messages
        if (!building || this.environment.name !== 'client') {
          const json = JSON.stringify(messages)
          return { code: `export const messages = ${json}\nexport default ''`, map: null, moduleType: 'js' }
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

/**
 * Returns the translated sentences, by key. Sentences without words, such as `{detail}`, are the same in every
 * language. Sentences without a translation are left out.
 */
function byKey(messages: Messages): Messages {
  const messageOf = (english: string) =>
    messages[english] ?? (hasWords(english) ? undefined : compileMessageOrThrow(english))
  const found = Object.entries(sentencesByKey()).map(([key, english]) => [key, messageOf(english)] as const)
  return Object.fromEntries(found.filter((entry): entry is [string, Messages[string]] => entry[1] !== undefined))
}
