declare module 'virtual:call-methods' {
  /** Calls that are made with POST; all others with GET. */
  export const postCalls: string[]
  /** Calls that an operator's secret goes with. */
  export const operatorCalls: string[]
}
