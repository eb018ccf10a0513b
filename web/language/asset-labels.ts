import { t } from '@lingui/core/macro'
import type { CoinAsset } from '../../api/money.ts'

/**
 * Returns the name of a ledger asset on pages: coins are always labelled as test coins. Source: docs/spec/truth.md
 * section 1.
 */
export const assetUnit = (asset: string): string => assetLabels[asset as CoinAsset]?.unit ?? asset

type AssetLabel = { readonly label: string; unit: string }

/** Looks up the label on each read, in the language of the page. */
const labelled = (name: () => string, unit: string): AssetLabel => ({
  unit,
  get label() {
    return name()
  },
})

/** Names of coins on pages: always labelled as test coins. Source: docs/spec/truth.md section 1, api/money.ts. */
export const assetLabels: Record<CoinAsset, AssetLabel> = {
  BTC: labelled(() => t`Test bitcoin`, 'tBTC'),
  ETH: labelled(() => t`Test ether`, 'tETH'),
  LTC: labelled(() => t`Practice litecoin`, 'tLTC'),
  XRP: labelled(() => t`Practice XRP`, 'tXRP'),
  ZEC: labelled(() => t`Practice zcash`, 'tZEC'),
  XMR: labelled(() => t`Practice monero`, 'tXMR'),
}
