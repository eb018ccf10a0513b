/** What the settings of the desk are called. Their schemas are in `desk-settings.ts`. */
export const settingWords = {
  secondOperatorAboveUsd: {
    label: 'Second operator above',
    words: 'Money actions worth more than this many dollars need the approval of a second operator. Corrections always do, and so does raising this amount.',
  },
  messagesMailbox: {
    label: 'Mailbox for messages',
    words: 'A notice goes here for every contact message. Empty: to the address for support that the operator’s profile names.',
  },
  payoutBps: {
    label: 'Payout rates',
    words: 'Profit of a winning trade in basis points of its stake, for each asset class: 8,000 is 80 %. Empty: each symbol has the rate of the catalogue.',
  },
  bonus: {
    label: 'Bonus',
    words: 'What a customer is given when verified (0: nothing), and how many times as much in settled stakes frees it. A bonus keeps the terms it was given under.',
  },
  addressBook: {
    label: 'Addresses of withdrawals',
    words: 'How many hours a new address waits before it can be used, so that nobody else can empty an account unseen. An address that waits already keeps its time.',
  },
  tradingLimits: {
    label: 'Limits of orders',
    words: 'The smallest and largest stake, what one customer may have open, and what the house may have to pay for one symbol in one second.',
  },
} as const satisfies Record<string, { label: string; words: string }>

export type SettingKey = keyof typeof settingWords
