import type { explorerCalls } from '../../api/calls/payments/explorer.ts'
import { bindActions } from '../platform/http/actions.ts'
import { showBlock, showTransaction, type ExplorerContext } from './explorer.ts'

/** Binds the calls of `api/calls/payments/explorer.ts` to their actions. */
export const bindExplorerCalls = bindActions<ExplorerContext, typeof explorerCalls>({
  'explorer.tx': showTransaction,
  'explorer.block': showBlock,
})
