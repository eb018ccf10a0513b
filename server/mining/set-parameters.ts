import { outcome } from '../../api/sentences/outcomes.ts'
import type { InputOf } from '../../api/call.ts'
import type { miningParametersCorrect, miningParametersSet } from '../../api/calls/mining/mining.ts'
import { difficultyBounds, parametersWaitMs, subsidyBounds, type Figures } from '../../api/mining-rules.ts'
import { formatAmount, formatScaled, parseAmount } from '../../api/money.ts'
import type { Execute } from '../operators/public.ts'
import type { Executor } from '../platform/database/database.ts'
import type { OperatorRequest } from '../platform/http/actions.ts'
import { invariant, Refused } from '../platform/http/refused.ts'
import type { MiningContext } from './context.ts'
import { insertCorrection, insertParameters, listParameters, lockParameters, type Parameters } from './store.ts'
import type { PhraseValue } from '../../api/sentences/sentences.ts'

type SetInput = InputOf<typeof miningParametersSet>
type CorrectInput = InputOf<typeof miningParametersCorrect>

/** Names of the actions in approvals. */
export const setting = 'mining.parameters.set'
export const correcting = 'mining.parameters.correct'

const proposed = outcome('needs_second')

/**
 * `mining.parameters.set`: proposes new parameters to a second operator. They take effect a day after the approval and
 * never apply to the past. Throws `bad_difficulty` and `out_of_bounds`.
 */
export async function setParameters(
  context: MiningContext,
  input: SetInput,
  { session: { operatorId: proposedBy } }: OperatorRequest,
) {
  const { coin, source } = input
  const figures = figuresOf(input)
  await context.db.transaction().execute(async (tx) => {
    const present = await newestOf(tx, coin)
    requireWithin(coin, figures, present)
    await context.operators.propose(tx, {
      proposedBy,
      action: setting,
      subject: coin,
      ...worth(coin, figures),
      words: {
        phrase: 'proposal_mining_parameters',
        values: {
          coin,
          parameters: parametersPhrase(coin, figures),
          before: parametersPhrase(coin, present),
          source: shortened(source),
        },
      },
      input,
    })
  })
  return proposed
}

/**
 * Returns the function that runs when a second operator approves. Throws `out_of_bounds` if parameters approved in the
 * meantime have moved the bounds.
 */
export function createSetApproved(context: MiningContext): Execute {
  return async (tx, given, { proposedBy: setBy, approvedBy }) => {
    const input = given as SetInput
    const { coin, height, source, observedOn } = input
    const figures = figuresOf(input)
    await lockParameters(tx)
    const present = await newestOf(tx, coin)
    requireWithin(coin, figures, present)
    const fromMs = Math.max(context.clock.nowMs() + parametersWaitMs, present.fromMs + 1)
    await insertParameters(tx, { coin, fromMs, ...figures, height, source, observedOn }, { setBy, approvedBy })
  }
}

/**
 * `mining.parameters.correct`: proposes a replacement of wrong parameters for every unpaid day. Throws `not_found`,
 * `bad_difficulty` and `out_of_bounds`.
 */
export async function correctParameters(
  context: MiningContext,
  input: CorrectInput,
  { session: { operatorId: proposedBy } }: OperatorRequest,
) {
  const { coin, source } = input
  const figures = figuresOf(input)
  await context.db.transaction().execute(async (tx) => {
    const { wrong, before } = await entryAt(tx, input)
    requireWithin(coin, figures, before)
    await context.operators.propose(tx, {
      proposedBy,
      action: correcting,
      subject: coin,
      ...worth(coin, figures),
      words: {
        phrase: 'proposal_mining_parameters_corrected',
        values: {
          coin,
          since: { atMs: wrong.fromMs },
          parameters: parametersPhrase(coin, figures),
          wrong: parametersPhrase(coin, wrong),
          source: shortened(source),
        },
      },
      input: { ...input, revision: wrong.revision },
    })
  })
  return proposed
}

/**
 * Returns the function that runs when a second operator approves. Throws `out_of_bounds`, and `not_found` if another
 * correction was approved in the meantime.
 */
export function createCorrectApproved(context: MiningContext): Execute {
  return async (tx, given, { proposedBy: setBy, approvedBy }) => {
    const input = given as CorrectInput & { revision: number }
    const { coin, height, source, observedOn } = input
    const figures = figuresOf(input)
    await lockParameters(tx)
    const { wrong, before } = await entryAt(tx, input)
    if (wrong.revision !== input.revision) throw new Refused('not_found')
    requireWithin(coin, figures, before)
    const entry = { coin, fromMs: wrong.fromMs, ...figures, height, source, observedOn, revision: wrong.revision + 1 }
    await insertCorrection(tx, entry, { setBy, approvedBy }, context.clock.nowMs())
  }
}

/** Returns the newest parameters, including those not yet in effect. */
async function newestOf(tx: Executor, coin: SetInput['coin']): Promise<Parameters> {
  const [newest] = await listParameters(tx, coin)
  invariant(newest, `${coin} has parameters`)
  return newest
}

/**
 * Returns the entry to correct. `before` is the entry before it, or the entry itself if it is the first. Throws
 * `not_found`.
 */
async function entryAt(
  tx: Executor,
  { coin, from }: Pick<CorrectInput, 'coin' | 'from'>,
): Promise<{ wrong: Parameters; before: Parameters }> {
  const entries = await listParameters(tx, coin)
  const index = entries.findIndex(({ fromMs }) => fromMs === from)
  const wrong = entries[index]
  if (!wrong) throw new Refused('not_found')
  return { wrong, before: entries[index + 1] ?? wrong }
}

/** Parses a difficulty and a subsidy. Throws `bad_difficulty`. */
function figuresOf({ coin, difficulty, subsidy }: Pick<SetInput, 'coin' | 'difficulty' | 'subsidy'>): Figures {
  const [whole = '0', decimals = ''] = difficulty.split('.')
  const difficultyE8 = BigInt(whole + decimals.padEnd(8, '0'))
  if (difficultyE8 === 0n) throw new Refused('bad_difficulty')
  return { difficultyE8, subsidyMinor: parseAmount(subsidy, coin)! }
}

/** Throws `out_of_bounds` unless the figures are within the bounds that the previous figures set. */
function requireWithin(coin: SetInput['coin'], { difficultyE8, subsidyMinor }: Figures, before: Figures): void {
  const difficulty = difficultyBounds(coin, before)
  if (difficultyE8 < difficulty.least || difficultyE8 > difficulty.most) {
    throw new Refused('out_of_bounds', {
      what: { phrase: 'what_difficulty' },
      least: formatScaled(difficulty.least, 8),
      most: formatScaled(difficulty.most, 8),
    })
  }
  const subsidy = subsidyBounds(coin, before)
  if (subsidyMinor < subsidy.least || subsidyMinor > subsidy.most) {
    throw new Refused('out_of_bounds', {
      what: { phrase: 'what_subsidy' },
      least: formatAmount(subsidy.least, coin),
      most: formatAmount(subsidy.most, coin),
    })
  }
}

/** Shortens a source, because a proposal's text is limited in length. */
const shortened = (source: string) => (source.length > 200 ? `${source.slice(0, 199)}…` : source)

const parametersPhrase = (coin: SetInput['coin'], { difficultyE8, subsidyMinor }: Figures): PhraseValue => ({
  phrase: 'mining_parameters',
  values: { difficulty: formatScaled(difficultyE8, 8), subsidy: formatAmount(subsidyMinor, coin) },
})

/** Returns the proposal's amount: the subsidy of one block, but at least one unit. */
const worth = (coin: SetInput['coin'], { subsidyMinor }: Figures) => ({
  asset: coin,
  amountMinor: subsidyMinor > 0n ? subsidyMinor : 1n,
})
