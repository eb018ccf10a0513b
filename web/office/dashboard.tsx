import { TradingDashboard } from './trading/dashboard.tsx'

export function meta() {
  return [{ title: 'Trade · Tallystick' }]
}

export default function Dashboard() {
  return <TradingDashboard />
}
