/** Adds amounts in decimal text, such as `10.50`, exactly. The sum has the decimals of the longest one. */
export function sumOf(amounts: readonly string[]): string {
  const decimals = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
  const total = amounts.reduce((sum, amount) => {
    const [whole = '', rest = ''] = amount.split('.')
    return sum + BigInt(whole + rest.padEnd(decimals, '0'))
  }, 0n)
  const digits = String(total).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
