import { expect, it } from 'vitest'
import { findings, isTest, sources, type Source } from './sources.ts'

// Words for which docs/GLOSSARY.md keeps one meaning.

/** Matches "chain" without the word that the glossary requires for chains of hashes, of seeds and of blocks. */
const otherChain =
  /(?<!hash[ _-]?|seed[ _-]?|block|\b(?:on|to) (?:a|the) |on-|left_(?:a|the)_)chains?(?![\w-]*link|_away|ed| was rewritten below block)/i

/** Joins "hash chain" where a comment or a text breaks between the two words. */
const joined = (source: Source): Source => ({
  ...source,
  code: source.text.replace(/(hash|seed)(?: ' \+)?\n\s*(?:\*|\/\/|--|')? ?chain/gi, '$1 chain\n'),
})

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
  expect(findings(files.map(joined), otherChain)).toEqual([])
  expect(
    ['the hash chain', 'seedChainId', 'coins on a chain', 'Chainlink'].filter((text) => otherChain.test(text)),
  ).toEqual([])
  for (const text of ['extend_chains()', 'chainId', 'the chain detects it']) expect(text).toMatch(otherChain)
})

/** Files about payments on test chains. */
const ofPayments = /payment|deposit|withdrawal|explorer|farming|main-network|adas-world|alarms|operator\/words/
/** Matches what applies only to blockchains, such as reserves `heldAs` coins on one. */
const ofBlockchain = new RegExp(
  [
    /(?:test|main)[ _]chains?/,
    /chain(?: reorganisation| scanner| shows| confirms)/,
    /on_?chain|the chain was rewritten below|its own chain|chains? of seeds/,
    /heldAs.*'chain'|chain: t`in the platform/,
    /\bCHAINS\b|'chains'/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
)

it('reserves "chain" for blockchains in calls, in pages, and in the server’s other files', () => {
  const files = [
    ...sources(['api', 'web', 'server/identity', 'server/proofs'], ['.ts', '.tsx', '.sql']),
    ...sources(['server'], ['.ts']).filter(({ file }) => /^server\/[^/]+$/.test(file)),
  ].filter(({ file }) => !ofPayments.test(file) && !file.includes('.generated.'))
  const others = files.map(joined).map((source) => ({ ...source, code: source.code.replace(ofBlockchain, '') }))
  expect(findings(others, otherChain)).toEqual([])
  for (const text of [
    "'broken_chain'",
    'chain: isChained(run)',
    'const chain = useCall(',
    'before its chain was created',
  ])
    expect(text.replace(ofBlockchain, '')).toMatch(otherChain)
})

/** Returns the names in declarations that match. */
const declared = (code: string, name: RegExp) =>
  [...code.matchAll(/\b(?:function|const|type|class) (\w+)/g)]
    .map(([, found]) => found!)
    .filter((found) => name.test(found))

it('names payment receipts in full, and leaves "receipt" to the receipt of a trade', () => {
  const short = /^(?!receipts?$).*(?<!payment|trade|transaction)receipt/i
  // Trades, and guesses on the home page, have receipts.
  const ofTrades = /^(?:server\/trading|api\/calls\/trading|web\/office\/trading|web\/site\/home\/guess)\//
  const files = sources(['api', 'server', 'web'], ['.ts', '.tsx']).filter(
    (source) => !isTest(source) && !ofTrades.test(source.file),
  )
  expect(files.flatMap(({ file, code }) => declared(code, short).map((name) => `${file}: ${name}`))).toEqual([])
  const pages = sources(['web'], ['.tsx']).filter(({ file }) => !ofTrades.test(file))
  expect(findings(pages, /function Receipts?\(/)).toEqual([])
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
