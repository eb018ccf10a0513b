declare module 'virtual:call-methods' {
  /** Calls that are made with POST, without those of the desk; all others with GET. */
  export const postCalls: string[]
}

declare module 'virtual:desk-calls' {
  /** Calls that an operator's secret goes with, by method. */
  export const deskPosts: string[]
  export const deskGets: string[]
}
