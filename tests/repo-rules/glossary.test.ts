import { expect, it } from 'vitest'
import { findings, isTest, sources } from './sources.ts'

// Words for which docs/GLOSSARY.md keeps one meaning.

/** Matches "chain" without the word that the glossary requires for chains of hashes, of seeds and of blocks. */
const otherChain =
  /(?<!hash[ _-]?|seed[ _-]?|block|\b(?:on|to) (?:a|the) |on-|left_(?:a|the)_)chains?(?![\w-]*link|_away|ed)/i

it('reserves "chain" for blockchains in the code that creates and verifies hash chains and seed chains', () => {
  const folders = ['affiliates', 'copying', 'ledger', 'limits', 'live', 'markets', 'operators', 'trading', 'webhooks']
  const files = [
    ...sources(
      folders.map((folder) => `server/${folder}`),
      ['.ts', '.sql'],
    ),
    ...sources(['scripts/verify'], ['.ts']),
    ...sources(['scripts'], ['reconcile.ts']),
  ]
  // A comment can break between the two words.
  const joined = files.map((source) => ({
    ...source,
    code: source.text.replace(/(hash|seed)\n\s*(?:\*|\/\/|--) chain/gi, '$1 chain\n'),
  }))
  expect(findings(joined, otherChain)).toEqual([])
  expect(
    ['the hash chain', 'seedChainId', 'coins on a chain', 'Chainlink'].filter((text) => otherChain.test(text)),
  ).toEqual([])
  for (const text of ['extend_chains()', 'chainId', 'the chain detects it']) expect(text).toMatch(otherChain)
})

/** Returns the names in declarations that match. */
const declared = (code: string, name: RegExp) =>
  [...code.matchAll(/\b(?:function|const|type|class) (\w+)/g)]
    .map(([, found]) => found!)
    .filter((found) => name.test(found))

it('names payment receipts in full, and leaves "receipt" to the receipt of a trade', () => {
  const short = /^(?!receipts?$).*(?<!payment|trade|transaction)receipt/i
  const files = sources(['api', 'server'], ['.ts']).filter(
    (source) => !isTest(source) && !/^(?:server\/trading|api\/calls\/trading)/.test(source.file),
  )
  expect(files.flatMap(({ file, code }) => declared(code, short).map((name) => `${file}: ${name}`))).toEqual([])
  const code = 'function uploadReceipt() {} const paymentReceiptUse = 1; type ReceiptState = 1; const receipt = 2'
  expect(declared(code, short)).toEqual(['uploadReceipt', 'ReceiptState'])
})

it('reserves "plan" for what deposits pay for, and says which contracts it verifies', () => {
  const find = (folders: string[], name: RegExp) =>
    sources(folders, ['.ts', '.tsx']).flatMap(({ file, code }) =>
      declared(code, name).map((found) => `${file}: ${found}`),
    )
  expect(find(['server/copying'], /plan/i)).toEqual([])
  expect(find(['web/office/trading'], /plan/i)).toEqual([])
  expect(declared('type RobotPlan = 1', /plan/i)).toEqual(['RobotPlan'])
  expect(find(['api', 'server', 'scripts'], /^Contract$/)).toEqual([])
})

/** Matches "contract" where it means the declarations of the API. */
const otherContract =
  /\bAPI(?:['’]s)? contract|\b(?:the|its) contract (?:lists|declares|marks|asks)\b|\bcontract['’]s\b/i
/** Where customers' contracts, their terms, or programs on a chain are described. */
const ofContracts =
  /farming|mining|yield|^server\/payments\/|^web\/site\/pages\/faq|^tests\/faults\/accruals|^docs\/GLOSSARY/

it('calls only the contracts of customers, and programs on a chain, contracts', () => {
  const files = sources(['api', 'bench', 'docs', 'scripts', 'server', 'tests', 'web'], ['.ts', '.tsx', '.sql', '.md'])
  const others = files.filter(({ file }) => !ofContracts.test(file) && !/glossary\.test|\.generated\./.test(file))
  // A comment can break between two words.
  const joined = others.map((source) => ({ ...source, code: source.text.replace(/\n\s*(?:\*|\/\/|--)? (?=\w)/g, ' ') }))
  expect(joined.filter(({ code }) => otherContract.test(code)).map(({ file }) => file)).toEqual([])
  for (const text of ['in the API contract', 'the contract lists them', 'the contract’s texts'])
    expect(text).toMatch(otherContract)
})
