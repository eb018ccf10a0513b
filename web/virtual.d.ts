declare module 'virtual:call-methods' {
  const methods: Record<string, 'GET' | 'POST'>
  export default methods
}
