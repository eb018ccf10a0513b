import {
  type AlertSide,
  type alertsCalls,
  type FiredAlert,
  listedFiredAlerts,
  maxOpenAlerts,
} from '../../api/calls/alerts/alerts.ts'
import type { OutputOf } from '../../api/call.ts'
import { formatScaled } from '../../api/money.ts'
import { findSymbol } from '../markets/public.ts'
import type { CustomerRequest } from '../platform/http/actions.ts'
import type { AlertsContext } from './context.ts'
import { listAlerts, readNotices, type Owner, type StoredAlert } from './store.ts'

type Calls = typeof alertsCalls

/** `alerts`: returns the customer's alerts and which trades their pages announce. */
export async function showAlerts(
  { db }: Pick<AlertsContext, 'db'>,
  _input: unknown,
  { session }: CustomerRequest,
): Promise<OutputOf<Calls['alerts']>> {
  return { ...(await readAlerts(db, session, listedFiredAlerts)), most: maxOpenAlerts }
}

/** Returns all alerts for the data export. */
export const exportAlerts = ({ db }: Pick<AlertsContext, 'db'>, owner: Owner) => readAlerts(db, owner, null)

async function readAlerts(db: AlertsContext['db'], owner: Owner, firedLimit: number | null) {
  const [alerts, notices] = await Promise.all([listAlerts(db, owner, firedLimit), readNotices(db, owner)])
  return {
    open: alerts.filter(({ firedSeq }) => firedSeq === null).map(openOf),
    fired: alerts.filter(hasFired).map((alert) => ({ ...firedOf(alert), isNew: !alert.isSeen })),
    notices,
  }
}

type Open = { id: string; symbol: string; side: AlertSide; price: number; createdAtMs: number }
type Fired = Open & { firedSeq: number; firedPrice: number; firedAtMs: number }

const hasFired = (alert: StoredAlert): alert is StoredAlert & Fired => alert.firedSeq !== null

const textOf = (symbol: string, price: number) => formatScaled(BigInt(price), findSymbol(symbol)?.scale ?? 0)

const openOf = ({ id, symbol, side, price, createdAtMs }: Open) => ({
  id,
  symbol,
  side,
  price: textOf(symbol, price),
  createdAt: createdAtMs,
})

/** Returns a fired alert as calls and `/live` show it. */
export const firedOf = (alert: Fired): FiredAlert => ({
  ...openOf(alert),
  tick: alert.firedSeq,
  firedPrice: textOf(alert.symbol, alert.firedPrice),
  firedAt: alert.firedAtMs,
})
