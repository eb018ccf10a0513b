import { createRequire } from 'node:module'

type Viem = typeof import('viem')

const load = createRequire(import.meta.url)
// Loads the library on first use: it is large, and the server doesn't need it to start.
const viem = () => load('viem') as Viem

export const zeroAddress = '0x0000000000000000000000000000000000000000'
export const getAddress: Viem['getAddress'] = (...given) => viem().getAddress(...given)
export const isAddress = ((...given: Parameters<Viem['isAddress']>) => viem().isAddress(...given)) as Viem['isAddress']
export const toHex: Viem['toHex'] = (...given) => viem().toHex(...given)
export const toBytes: Viem['toBytes'] = (...given) => viem().toBytes(...given)
export const keccak256 = ((...given: Parameters<Viem['keccak256']>) => viem().keccak256(...given)) as Viem['keccak256']
export const parseTransaction = ((...given: Parameters<Viem['parseTransaction']>) =>
  viem().parseTransaction(...given)) as Viem['parseTransaction']
export const recoverTransactionAddress: Viem['recoverTransactionAddress'] = (...given) =>
  viem().recoverTransactionAddress(...given)
export const publicKeyToAddress: typeof import('viem/accounts').publicKeyToAddress = (...given) =>
  (load('viem/accounts') as typeof import('viem/accounts')).publicKeyToAddress(...given)
export const privateKeyToAccount: typeof import('viem/accounts').privateKeyToAccount = (...given) =>
  (load('viem/accounts') as typeof import('viem/accounts')).privateKeyToAccount(...given)
