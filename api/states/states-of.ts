/**
 * Returns the checks of a table of actions and the states that allow them. The server's checks and the pages' buttons
 * share one such table. `all` lists every state.
 */
export function statesOf<const State extends string, Action extends string>(
  _all: readonly State[],
  table: Readonly<Record<Action, readonly NoInfer<State>[]>>,
) {
  return {
    can: (action: Action, state: State): boolean => table[action].includes(state),
    states: (action: Action): readonly State[] => table[action],
  }
}

/** The actions of a table from `statesOf`. */
export type ActionOf<Table extends { can(action: never, state: never): boolean }> = Parameters<Table['can']>[0]
