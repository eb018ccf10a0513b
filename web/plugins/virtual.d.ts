declare module 'virtual:call-methods' {
  /** Calls that use POST, except the desk's. All other calls use GET. */
  export const postCalls: string[]
}

declare module 'virtual:desk-calls' {
  /** Calls that send an operator's secret, by method. */
  export const deskPosts: string[]
  export const deskGets: string[]
}
