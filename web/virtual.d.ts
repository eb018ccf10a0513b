declare module 'virtual:call-methods' {
  const methods: Record<string, 'GET' | 'POST'>
  export default methods
  /** Calls that an operator's secret goes with. */
  export const operatorCalls: string[]
}
