import { expect, it } from 'vitest'
import { findings, isTest, sources } from './sources.ts'

const pages = sources(['web'], ['.tsx']).filter((source) => !isTest(source))
const styles = sources(['web'], ['.css'])
const filesWith = (list: typeof pages, pattern: RegExp) =>
  findings(list, pattern).map((finding) => finding.slice(0, finding.indexOf(':')))

it.each([
  ['dialogs', /<dialog\b/, ['web/ui/dialogs/drawer.tsx', 'web/ui/dialogs/modal.tsx']],
  ['tables', /<table\b/, ['web/ui/lists/table.tsx']],
  ['lists of facts', /<dl\b/, ['web/ui/lists/facts.tsx']],
  ['access to the clipboard', /\bclipboard\b/, ['web/ui/copy-button.tsx']],
])('has %s only in the components of web/ui', (_, pattern, files) => {
  expect(filesWith(pages, pattern)).toEqual(files)
})

it('hides text visually only with the class of base.css, or at the widths at which table headers are hidden', () => {
  expect(filesWith(styles, /clip-path: inset\(50%\)/)).toEqual(['web/ui/base.css', 'web/ui/lists/table.module.css'])
})
