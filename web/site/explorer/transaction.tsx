export const meta = () => [{ title: 'Transaction · Tallystick' }]

export default function Transaction() {
  return <h1>Transaction</h1>
}
