import { figure, milliseconds, quantile, type Figure } from './figure.ts'
import {
  check,
  checkSums,
  kill,
  plantDamage,
  sendAgain,
  settleAll,
  startKillWorld,
  stopKillWorld,
  underLoad,
  victims,
  type KillWorld,
  type Victim,
} from './kills.ts'
import type { Checked } from './run-checker.ts'

/** Results from the clients and the checker over all kills. */
export type KillRun = {
  kills: number
  firstOrderMs: Record<Victim, number[]>
  sums: { checks: number; breaks: string[] }
  again: { unknown: number; wrong: string[]; otherBodies: number }
  /** Refusals with a status other than 409 (conflict) and 503 (try again later). */
  unclear: string[]
  checked: Checked
  /** The checker's results for each kind of planted damage, and after all damage is repaired. */
  damaged: Record<string, Checked>
  restored: Checked
  answers: string[]
}

/** Measures R1, R4, R5 and R6 in one run: `kills` kills of the app, the database and both in turn. */
export async function measureKills(kills: number, say: (line: string) => void): Promise<Figure[]> {
  const world = await startKillWorld()
  try {
    const run = await killOften(world, kills, say)
    return [lostFigure(run), againFigure(run), sumsFigure(run), timeFigure(run)]
  } finally {
    await stopKillWorld(world)
  }
}

/**
 * Kills the app, the database and both in turn under load, repeats requests with an unknown outcome, then plants
 * damage.
 */
export async function killOften(world: KillWorld, kills: number, say: (line: string) => void): Promise<KillRun> {
  const firstOrderMs: Record<Victim, number[]> = { app: [], database: [], both: [] }
  const sums = { checks: 0, breaks: [] as string[] }
  const again = { unknown: 0, wrong: [] as string[], otherBodies: 0 }
  for (let round = 0; round < kills; round += 1) {
    const victim = victims[round % victims.length]!
    let killedAtMs = 0
    let sinceStartMs = 0
    const startedAtMs = await underLoad(world, async () => {
      const fromMs = performance.now()
      noteSums(world, sums)
      killedAtMs = performance.now()
      sinceStartMs = killedAtMs - fromMs
      await kill(world, victim)
    })
    const firstMs = startedAtMs - sinceStartMs
    firstOrderMs[victim].push(firstMs)
    const resent = await sendAgain(world)
    again.unknown += resent.unknown
    again.otherBodies += resent.otherBodies
    again.wrong.push(...resent.wrong)
    noteSums(world, sums)
    say(`kill ${round + 1} of ${kills}, ${victim}: first order after ${milliseconds(firstMs)}`)
  }
  await settleAll(world)
  const checked = check(world)
  const answers = [...Map.groupBy(world.sent, ({ status, code }) => `${status} ${code}`.trim())]
  const unclear = world.sent.filter(({ outcome, status }) => outcome === 'refused' && ![409, 503].includes(status))
  const damaged = await plantDamage(world)
  return {
    kills,
    firstOrderMs,
    sums,
    again,
    unclear: unclear.map(({ call, status, code }) => `${call} ${status} ${code}`),
    checked,
    damaged,
    restored: check(world),
    answers: answers.map(([name, list]) => `${list.length} x ${name}`),
  }
}

function noteSums(world: KillWorld, sums: KillRun['sums']): void {
  sums.checks += 1
  sums.breaks.push(...checkSums(world).findings.map(({ subject, detail }) => `${subject}: ${detail}`))
}

function lostFigure({ kills, checked, damaged, answers, unclear }: KillRun): Figure {
  const { lost, altered, phantom, doubled } = checked.counts
  const acknowledged = Object.values(checked.acknowledged).reduce((sum, count) => sum + count, 0)
  const seen = Object.values(damaged).filter(({ counts }) => counts.lost + counts.altered + counts.doubled > 0).length
  const measured =
    `${kills} kills, ${acknowledged} acknowledged: ` +
    `${lost} lost, ${altered} altered, ${phantom} phantom, ${doubled} doubled`
  const target = '100 kills: 0 lost, 0 altered, 0 phantom'
  const isMet = lost + altered + phantom + doubled + unclear.length === 0 && seen === Object.keys(damaged).length
  return figure('R1', 'kill -9 of app, database and both under load', target, measured, isMet, [
    `acknowledged: ${Object.entries(checked.acknowledged)
      .map(([call, count]) => `${count} ${call}`)
      .join(', ')}`,
    `answers: ${answers.join(', ')}`,
    `unclear refusals: ${unclear.slice(0, 10).join(', ') || 'none'}`,
    `control: ${seen} of ${Object.keys(damaged).length} planted faults reported`,
    ...checked.findings.slice(0, 20).map(({ fault, subject, detail }) => `${fault}: ${subject}: ${detail}`),
  ])
}

function againFigure({ again }: KillRun): Figure {
  const measured = `${again.unknown} repeated, ${again.otherBodies} with another body: ${again.wrong.length} wrong`
  return figure(
    'R4',
    'repeated key; repeated key with another body',
    'one effect; refused',
    measured,
    again.wrong.length === 0,
    again.wrong.slice(0, 20),
  )
}

function sumsFigure({ sums }: KillRun): Figure {
  const measured = `${sums.checks} checks under load and after kills: ${sums.breaks.length} breaks`
  const name = 'assets sum to zero, no negative balance, balance = transfers, stakes = escrow'
  return figure('R5', name, '0 breaks', measured, sums.breaks.length === 0, sums.breaks.slice(0, 20))
}

const withinMs: Record<Victim, number> = { app: 3_000, database: 5_000, both: 5_000 }

/** Uses the median, because other programs share the machine. The report also shows the maximum. */
function timeFigure({ firstOrderMs }: KillRun): Figure {
  const measured = victims.filter((victim) => firstOrderMs[victim].length > 0)
  const text = (victim: Victim) => {
    const times = firstOrderMs[victim]
    return `${victim} ${milliseconds(quantile(times, 0.5))} (at most ${milliseconds(Math.max(...times))})`
  }
  const isMet = measured.every((victim) => quantile(firstOrderMs[victim], 0.5) <= withinMs[victim])
  return figure(
    'R6',
    'median time to the first new acknowledged order',
    'app 3 s, database 5 s',
    measured.map(text).join(', '),
    isMet,
  )
}
