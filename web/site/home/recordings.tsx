export function Recordings() {
  return null
}
