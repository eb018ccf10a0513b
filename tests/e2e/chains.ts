import type { Product } from '../product.ts'
import { expect } from './product.ts'

/** Access to the product's test chains through the development tools' faucet and miner. */

type Coin = 'BTC' | 'ETH'

async function development(product: Product, name: 'faucet' | 'mine', body: object): Promise<any> {
  const answer = await fetch(`${product.url}/dev/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  expect(answer.ok, text).toBe(true)
  return JSON.parse(text)
}

/** Pays the quoted amount to an address. */
export const pay = (product: Product, coin: Coin, address: string): Promise<void> =>
  development(product, 'faucet', { coin, address })

/**
 * Mines blocks immediately, in addition to the automatic ones every few seconds. Resolves with the height of the last
 * one.
 */
export const mine = async (product: Product, coin: Coin, blocks = 1): Promise<number> =>
  (await development(product, 'mine', { coin, blocks })).height

/** Resolves when deposits are possible: the chains, which start after the product, respond, and prices are fresh. */
export async function waitForChains(product: Product): Promise<void> {
  const block = async (coin: Coin) => (await product.call('explorer.block', { coin, height: '1' })).status
  for (const coin of ['BTC', 'ETH'] as const)
    await expect.poll(() => block(coin), { message: coin, timeout: 60_000, intervals: [100] }).toBe(200)
  await product.advance(5)
}
