import type { alertsCalls } from '../../api/calls/alerts/alerts.ts'
import { bindActions } from '../platform/http/actions.ts'
import { addAlert } from './add-alert.ts'
import type { AlertsContext } from './context.ts'
import { chooseNotices, removeAlert, seeAlerts } from './manage-alerts.ts'
import { showAlerts } from './show-alerts.ts'

/** Binds the calls of `api/calls/alerts/alerts.ts` to their actions. */
export const bindAlertsCalls = bindActions<AlertsContext, typeof alertsCalls>({
  alerts: showAlerts,
  'alerts.add': addAlert,
  'alerts.remove': removeAlert,
  'alerts.seen': seeAlerts,
  'alerts.notices': chooseNotices,
})
