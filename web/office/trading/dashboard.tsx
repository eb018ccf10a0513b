/** The trading screen. */
export function TradingDashboard() {
  return <h1>Trade</h1>
}
