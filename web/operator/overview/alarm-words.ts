import { t } from '@lingui/core/macro'

/** Labels of an alarm's details, by name. */
export const alarmDetailNames = (): Readonly<Record<string, string>> => ({
  attempt: t`Attempt`,
  attempts: t`Attempts`,
  breaks: t`Differences`,
  code: t`Error code`,
  coin: t`Coin`,
  component: t`Package`,
  contract: t`Contract`,
  contracts: t`Contracts`,
  day: t`Day`,
  due: t`Due by`,
  reason: t`Reason`,
  rule: t`Rule`,
  run: t`Run`,
  severity: t`Severity`,
  size: t`Entries`,
  state: t`State`,
  symbols: t`Symbols`,
  title: t`Title`,
  txid: t`Transaction`,
  wrongCodesOfDay: t`Incorrect codes today`,
})

/** Names of the subjects that are words. Other subjects are ids, symbols, coins and days. */
export const alarmSubjects = (): Readonly<Record<string, string>> => ({
  commissions: t`Commissions`,
  copying: t`Copy trading`,
  ledger: t`Ledger`,
  log: t`Transparency log`,
  'mailed codes': t`Emailed codes`,
  mining: t`Mining`,
  'payout rates': t`Payout rates`,
  payments: t`Payments`,
  prices: t`Prices`,
  'published heads': t`Published hashes`,
  'sealed rows': t`Sealed rows`,
  trades: t`Trades`,
  yield: t`Yield`,
})
