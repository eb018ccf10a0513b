/** Names and descriptions of the desk's settings. Their schemas are in `desk-settings.ts`. */
export const settingWords = {
  secondOperatorAboveUsd: {
    label: 'Two-person approval threshold',
    words:
      'Money actions worth more than this many dollars need a second operator’s approval. So does a smaller action ' +
      'if one operator’s actions, or those for one customer, exceed this total within 24 hours. Corrections always ' +
      'need approval, and so does raising this amount.',
  },
  secondOperatorWaitDays: {
    label: 'Waiting time for a second operator (days)',
    words:
      'How many days pass before a new operator counts as a second operator. The wait restarts with new credentials ' +
      'or new permissions. Until it ends, new operators can’t approve proposals or have their own approved. ' +
      'Shortening it needs a second operator’s approval.',
  },
  messagesMailbox: {
    label: 'Email address for message notifications',
    words:
      'Email address that receives a notification of every contact message. Leave empty to use the support address ' +
      'in the operator’s profile.',
  },
  payoutBps: {
    label: 'Payout rates',
    words:
      'Profit of a winning trade as a percentage of its stake, for each asset class. Leave empty to use each ' +
      'symbol’s catalogue rate. Raising a rate needs a second operator’s approval.',
  },
  bonus: {
    label: 'Bonus',
    words:
      'Bonus that a customer receives on verification (0 for none), and the turnover in settled stakes, as a ' +
      'multiple of the bonus, that unlocks it. A bonus keeps its original terms. The amount can’t exceed what one ' +
      'operator may grant. Better terms need a second operator’s approval.',
  },
  addressBook: {
    label: 'Withdrawal addresses',
    words:
      'How many hours must pass before a new address can be used, so that nobody else can empty an account ' +
      'unnoticed. Addresses that customers have already added keep their waiting time. Shortening it needs a second ' +
      'operator’s approval.',
  },
  customerSecondFactor: {
    label: 'Second factor for customers',
    words:
      'Whether customers need an authenticator app or a passkey. “For withdrawals”: without one, they can’t ' +
      'withdraw, add withdrawal addresses or create API keys that can withdraw. “Always”: without one, they can open ' +
      'only their security page. Relaxing this setting needs a second operator’s approval.',
  },
  tradingLimits: {
    label: 'Order limits',
    words:
      'The minimum and maximum stake, each customer’s limits on open trades, and the most the house may have to ' +
      'pay for one symbol in one second. Raising a limit needs a second operator’s approval.',
  },
} as const satisfies Record<string, { label: string; words: string }>

export type SettingKey = keyof typeof settingWords
