import type { CoinAsset } from '../contract/money.ts'

/** Coins as people read them: always labelled as test coins. Source: truth.md section 1, contract/money.ts. */
export const assetLabels: Record<CoinAsset, { label: string; unit: string }> = {
  BTC: { label: 'Test bitcoin', unit: 'tBTC' },
  ETH: { label: 'Test ether', unit: 'tETH' },
  LTC: { label: 'Practice litecoin', unit: 'tLTC' },
  XRP: { label: 'Practice XRP', unit: 'tXRP' },
  ZEC: { label: 'Practice zcash', unit: 'tZEC' },
  XMR: { label: 'Practice monero', unit: 'tXMR' },
}
