declare module 'virtual:call-methods' {
  /** Calls that use POST, without those of the desk. All others use GET. */
  export const postCalls: string[]
}

declare module 'virtual:desk-calls' {
  /** Calls that send an operator's secret, by method. */
  export const deskPosts: string[]
  export const deskGets: string[]
}
