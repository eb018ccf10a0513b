import type { WorkspaceContent } from '../../../../api/calls/trading/workspace.ts'
import type { Charts } from '../../../../api/workspace.ts'

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Returns the account's charts with the changes that were made on this device since `base`, which is what this device
 * last loaded or saved. For what both changed, this device wins, because it is saved last.
 */
export function mergeWorkspaces(
  base: WorkspaceContent | null,
  mine: WorkspaceContent,
  theirs: WorkspaceContent,
): WorkspaceContent {
  // A device that has never loaded the account's charts adds its drawings, and shows the account's panes.
  if (!base) {
    return {
      ...theirs,
      layouts: added(theirs.layouts, mine.layouts),
      indicatorSets: added(theirs.indicatorSets, mine.indicatorSets),
      drawings: { ...mine.drawings, ...theirs.drawings },
      keys: Object.keys(theirs.keys ?? {}).length > 0 ? theirs.keys : mine.keys,
    }
  }
  const panes = (from: WorkspaceContent): Charts => ({
    grid: from.grid,
    active: from.active,
    panes: from.panes,
    panels: from.panels,
  })
  const symbols = new Set([...Object.keys(theirs.drawings), ...Object.keys(mine.drawings)])
  const drawings = [...symbols].flatMap((symbol) => {
    const own = mine.drawings[symbol]
    const kept = isSame(own, base.drawings[symbol]) ? theirs.drawings[symbol] : own
    return kept ? [[symbol, kept] as const] : []
  })
  return {
    format: 1,
    ...(isSame(panes(mine), panes(base)) ? panes(theirs) : panes(mine)),
    layouts: isSame(mine.layouts, base.layouts) ? theirs.layouts : mine.layouts,
    indicatorSets: isSame(mine.indicatorSets, base.indicatorSets) ? theirs.indicatorSets : mine.indicatorSets,
    drawings: Object.fromEntries(drawings),
    // Charts that were saved by an earlier version have no keys.
    keys: isSame(mine.keys ?? {}, base.keys ?? {}) ? theirs.keys : mine.keys,
  }
}

const added = <T extends { name: string }>(theirs: readonly T[], mine: readonly T[]): T[] => [
  ...theirs,
  ...mine.filter(({ name }) => !theirs.some((one) => one.name === name)),
]
