export const meta = () => [{ title: 'Block · Tallystick' }]

export default function Block() {
  return <h1>Block</h1>
}
