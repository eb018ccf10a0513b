import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { alarmDetailNames, alarmSubjects } from './alarm-words.ts'

const root = path.join(import.meta.dirname, '../../..')
const code = ['server', 'scripts'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|test-[\w-]+\.ts$/.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(root, folder, file), 'utf8') })),
)

it('labels each detail that an alarm is raised with', () => {
  const raised = /\b(?:alarms\.raise\(\{[^]*?details: |failing\.failed\(\w+, |alarms\.failed\([\w.]+, )\{([^}]*)\}/g
  const names = code.flatMap(({ text }) =>
    [...text.matchAll(raised)].flatMap(([, details]) => details!.split(',').map((each) => each.split(':')[0]!.trim())),
  )
  expect(names).toEqual(expect.arrayContaining(['attempts', 'rule', 'reason', 'severity']))
  expect(names.filter((name) => /^\w+$/.test(name) && !(name in alarmDetailNames()))).toEqual([])
})

it('names each part of the books', () => {
  const books = code.filter(({ file }) => /(?:^|[/\\-])books\.ts$/.test(file))
  const names = books.flatMap(({ text }) => [...text.matchAll(/^ {2}name: '([\w ]+)'/gm)].map(([, name]) => name!))
  expect(names).toEqual(expect.arrayContaining(['trades', 'payout rates']))
  expect(names.filter((name) => !(name in alarmSubjects()))).toEqual([])
})
