import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel'
import type { PluginOption } from 'vite'

type Node = {
  type: string
  leadingComments?: { value: string }[] | null
  properties?: { key?: { name?: string }; value: Node }[]
  value?: string
}
type Path = { node: Node; traverse(visitor: Record<string, (path: Path) => void>): void }

/**
 * Compiles the English messages that the macros leave in the code. English pages then need neither a catalogue nor a
 * message compiler, and each page contains only its own messages.
 */
const compileMessages = ({ types }: { types: { valueToNode(value: unknown): Node } }) => ({
  name: 'compile-messages',
  visitor: {
    Program: {
      exit(program: Path) {
        program.traverse({
          ObjectExpression({ node }) {
            if (!node.leadingComments?.some(({ value }) => value.trim() === 'i18n' || value.trim() === '* i18n')) return
            const message = node.properties?.find(({ key }) => key?.name === 'message')
            if (message?.value.type === 'StringLiteral')
              message.value = types.valueToNode(compileMessageOrThrow(message.value.value!))
          },
        })
      },
    },
  },
})

const preset = defineRolldownBabelPreset({
  preset: () => ({
    plugins: [['@lingui/babel-plugin-lingui-macro', { descriptorFields: 'message' }], compileMessages],
  }),
  rolldown: { filter: { code: /from '@lingui\/(core|react)\/macro'/ } },
})

/** Compiles Lingui's macros in the pages to lookups. */
export const messageMacros = () => babel({ presets: [preset] }) as PluginOption
