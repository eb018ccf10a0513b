import { miningAlgorithms } from '../../api/mining-coins.ts'
import type { AccrualInputs } from '../../api/calls/mining/mining.ts'
import { invariant } from '../platform/http/refused.ts'
import type { AccrualTerms } from './reward.ts'
import { dayOf, split } from './schedule.ts'
import type { MiningContract, Parameters } from './store.ts'

/** Returns the periods of a day, each with the parameters in force. */
export function accrualsOf(
  contract: MiningContract,
  number: number,
  all: readonly Parameters[],
): { terms: AccrualTerms; inputs: AccrualInputs }[] {
  const { fromMs, toMs } = dayOf(contract.startedAtMs, number)
  const ofCoin = all.filter(({ coin }) => coin === contract.minedCoin)
  const changes = ofCoin.map((each) => each.fromMs).toReversed()
  return split(fromMs, toMs, changes).map((stretch) => {
    const inForce = ofCoin.find((each) => each.fromMs <= stretch.fromMs)
    invariant(inForce, `${contract.minedCoin} has parameters`)
    const terms = { ...stretch, ...termsOf(contract, inForce) }
    return { terms, inputs: inputsOf(terms, inForce.height) }
  })
}

function termsOf(
  { hashesPerS, feeBps, rejectedBps, minedCoin }: MiningContract,
  { difficultyE8, subsidyMinor }: Parameters,
) {
  return { hashesPerS, difficultyE8, work: miningAlgorithms[minedCoin].work, subsidyMinor, feeBps, rejectedBps }
}

function inputsOf(
  { fromMs, toMs, hashesPerS, difficultyE8, work, subsidyMinor, feeBps, rejectedBps }: AccrualTerms,
  height: number,
): AccrualInputs {
  return {
    from: fromMs,
    to: toMs,
    hashesPerS: String(hashesPerS),
    height,
    difficulty: String(difficultyE8),
    work: String(work),
    subsidyMinor: String(subsidyMinor),
    feeBps,
    rejectedBps,
  }
}
