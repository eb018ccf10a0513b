import { AsyncLocalStorage } from 'node:async_hooks'
import type { Call, InputOf, OutputOf } from '../../../api/call.ts'
import type { Executor } from '../database/database.ts'
import { shardOf } from '../random.ts'
import type { Clock } from '../time/clock.ts'
import type { Bindings, CallRequest, Handler, KeyRequest, OperatorSession, Session } from './http.ts'
import { once } from './idempotency.ts'
import { invariant } from './refused.ts'

/** The part of a request that most actions of a customer, an operator or a visitor use. */
export type CustomerRequest = { session: Session }
export type OperatorRequest = { session: OperatorSession }
export type VisitorRequest = { session: Session | null }

/**
 * Runs `work` once per idempotency key, in the transaction `tx`. A repeat with the same `input` returns the first
 * result; with a different input, it throws `key_reused`. Without a key, `work` always runs.
 */
export type RunOnce = <Answer>(tx: Executor, input: unknown, work: () => Promise<Answer>) => Promise<Answer>

/** Added to the request of an action that is bound by `oncePerKey` or `decision`. */
export type OnceRequest = { once: RunOnce }

/** The signature of every action: its module's context, the call's input, and the request. */
type Action<Context, C extends Call, Extra = unknown> = (
  context: Context,
  input: InputOf<C>,
  request: CallRequest<C> & Extra,
) => Promise<OutputOf<C>> | OutputOf<C>

type Once<Context, C extends Call> = { kind: 'once'; action: Action<Context, C, OnceRequest> }
type OwnKey<Context, C extends Call> = { kind: 'own_key'; action: Action<Context, C, KeyRequest> }
type Audited<Context, C extends Call> = { kind: 'audited'; action: Action<Context, C> }
type Decision<Context, C extends Call> = { kind: 'decision'; action: Action<Context, C, OnceRequest> }
type Unaudited<Context, C extends Call> = { kind: 'unaudited'; action: Action<Context, C> }

/** Binds an action that runs once per idempotency key. */
export const oncePerKey = <F>(action: F) => ({ kind: 'once' as const, action })

/** Binds an action that implements the idempotency key on its own. */
export const withOwnKey = <F>(action: F) => ({ kind: 'own_key' as const, action })

/** Binds an operator's action that writes to the audit log. */
export const audited = <F>(action: F) => ({ kind: 'audited' as const, action })

/** Binds an operator's action that runs once per idempotency key and writes to the audit log. */
export const decision = <F>(action: F) => ({ kind: 'decision' as const, action })

/** Binds an operator's action that changes nothing worth an audit entry. `_why` is for the reader. */
export const unaudited = <F>(_why: string, action: F) => ({ kind: 'unaudited' as const, action })

type Keyed = { movesMoney: true } | { decides: true }
type Changes = { access: 'operator'; method: 'POST' }

/** How a call must be bound, by its declaration in `api/`. */
type BoundAs<Context, C extends Call> = C extends Changes
  ? C extends Keyed
    ? Decision<Context, C>
    : Audited<Context, C> | Unaudited<Context, C>
  : C extends Keyed
    ? Once<Context, C> | OwnKey<Context, C>
    : Action<Context, C> | Audited<Context, C>

export type Actions<Context, Calls extends Record<string, Call>> = { [N in keyof Calls]: BoundAs<Context, Calls[N]> }

type AnyAction = (context: unknown, input: unknown, request: CallRequest & KeyRequest) => unknown
type AnyBound = AnyAction | { kind: 'once' | 'own_key' | 'audited' | 'decision' | 'unaudited'; action: AnyAction }

/** What happened while an audited action ran. */
type Trail = { isWritten: boolean; isRepeat: boolean }
const trails = new AsyncLocalStorage<Trail>()

/** Records that the current call wrote to the audit log. The operators' module calls it for each entry. */
export function noteAuditEntry(): void {
  const trail = trails.getStore()
  if (trail) trail.isWritten = true
}

/**
 * Returns the function that binds a module's actions to its context. The calls' declarations decide which of them
 * need a wrapper.
 */
export function bindActions<Context extends { clock: Clock }, Calls extends Record<string, Call>>(
  actions: Actions<Context, Calls>,
): (context: Context) => Bindings<Calls> {
  return (context) =>
    Object.fromEntries(
      Object.entries<AnyBound>(actions as never).map(([name, bound]) => [name, handlerOf(name, context, bound)]),
    ) as Bindings<Calls>
}

function handlerOf(name: string, context: { clock: Clock }, bound: AnyBound): Handler<Call> {
  const [kind, action] = typeof bound === 'function' ? ['plain', bound] : [bound.kind, bound.action]
  const run: Handler<Call> =
    kind === 'once' || kind === 'decision'
      ? (input, request) => action(context, input, { ...request, once: runOnce(name, context.clock, request) } as never)
      : (input, request) => action(context, input, request)
  return kind === 'audited' || kind === 'decision'
    ? (input, request) => withTrail(name, () => run(input, request))
    : run
}

/** Runs an action. Throws if it succeeded without an audit entry, unless an earlier request wrote it. */
async function withTrail<Answer>(name: string, run: () => Answer): Promise<Awaited<Answer>> {
  const trail: Trail = { isWritten: false, isRepeat: false }
  const answer = await trails.run(trail, run)
  invariant(trail.isWritten || trail.isRepeat, `${name} must write to the audit log`)
  return answer
}

function runOnce(call: string, clock: Clock, { session, idempotencyKey: key }: CallRequest & KeyRequest): RunOnce {
  const signedIn = session as Session | OperatorSession
  const owner =
    'operatorId' in signedIn
      ? { shard: shardOf(signedIn.operatorId), customerId: signedIn.operatorId }
      : { shard: signedIn.shard, customerId: signedIn.customerId }
  return async (tx, input, work) => {
    let isRepeat = true
    const answer = await once(tx, { ...owner, call, key }, input, clock.nowMs(), () => {
      isRepeat = false
      return work()
    })
    const trail = trails.getStore()
    if (trail && isRepeat) trail.isRepeat = true
    return answer
  }
}
