import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { isTest, root, sources } from './sources.ts'

const pages = sources(['web'], ['.ts', '.tsx']).filter(
  (source) => !isTest(source) && !source.file.endsWith('.generated.ts'),
)
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Each command that a page may show: how the README documents it, and the test that runs it with these arguments. */
const shown: Record<string, { documented: RegExp; ranBy: [file: string, text: string] }> = {
  "verify:${verifier} -- ${file} ${installation?.publicUrl ?? 'ADDRESS'}": {
    documented:
      /receipt -- tallystick-receipt-ID\.json http:[^]*expert -- expert-ID\.json http:[^]*mining -- mining-ID\.json http:[^]*yield -- yield-ID\.json http:/,
    ranBy: ['server/copying/experts/show-traders.test.ts', "['scripts/verify-expert.ts', file, ...more]"],
  },
  'verify:log -- ${address} "${log.key}" checkpoint.txt': {
    documented: /verify:log -- http\S+ "KEY" checkpoint\.txt/,
    ranBy: ['scripts/verify/log.test.ts', 'verifyLog'],
  },
  'verify:receipt -- tallystick-receipt-ID.json --log "${log.key}"': {
    documented: /receipt -- tallystick-receipt-ID\.json http\S+ --log "KEY"/,
    ranBy: ['server/trading/records/check-receipt-log.test.ts', "'scripts/verify-receipt.ts', file, '--log'"],
  },
  'verify:market -- ${publicUrl}': {
    documented: /verify:market -- http:/,
    ranBy: ['scripts/verify/market.test.ts', 'checkHour'],
  },
  'verify:solvency -- FILE ROOT': {
    documented: /verify:solvency -- tallystick-proof\.json ROOT/,
    ranBy: ['server/proofs/test-world.ts', 'scripts/verify-solvency.ts'],
  },
  'verify:solvency -- tallystick-proof.json ROOT': {
    documented: /verify:solvency -- tallystick-proof\.json ROOT/,
    ranBy: ['server/proofs/test-world.ts', 'scripts/verify-solvency.ts'],
  },
}

it('shows the verifiers’ commands on pages with the same arguments as in the documents', () => {
  const commands = pages.flatMap(({ code }) =>
    [...code.matchAll(/npm run (verify:[^`'<\n]*(?:'ADDRESS'\})?)/g)].map((match) => match[1]!.trim()),
  )
  expect([...new Set(commands)].sort()).toEqual(Object.keys(shown).sort())
  for (const [
    command,
    {
      documented,
      ranBy: [file, text],
    },
  ] of Object.entries(shown)) {
    expect(read('README.md'), command).toMatch(documented)
    expect(read(file), command).toContain(text)
  }
})
