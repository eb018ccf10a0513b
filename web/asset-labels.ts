import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { i18n } from '#i18n'
import type { CoinAsset } from '../contract/money.ts'

type AssetLabel = { readonly label: string; unit: string }

/** The label is looked up when it is read, in the language of that moment. */
const labelled = (name: MessageDescriptor, unit: string): AssetLabel => ({
  unit,
  get label() {
    return i18n._(name)
  },
})

/** Coins as people read them: always labelled as test coins. Source: truth.md section 1, contract/money.ts. */
export const assetLabels: Record<CoinAsset, AssetLabel> = {
  BTC: labelled(msg`Test bitcoin`, 'tBTC'),
  ETH: labelled(msg`Test ether`, 'tETH'),
  LTC: labelled(msg`Practice litecoin`, 'tLTC'),
  XRP: labelled(msg`Practice XRP`, 'tXRP'),
  ZEC: labelled(msg`Practice zcash`, 'tZEC'),
  XMR: labelled(msg`Practice monero`, 'tXMR'),
}
