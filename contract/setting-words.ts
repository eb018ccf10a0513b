/** What the settings of the desk are called. Their schemas are in `desk-settings.ts`. */
export const settingWords = {
  secondOperatorAboveUsd: {
    label: 'Second operator above',
    words:
      'Money actions worth more than this many dollars need the approval of a second operator. So does a smaller one that takes an operator, or a customer, past this sum within 24 hours. Corrections always need one, and so does raising this amount.',
  },
  secondOperatorWaitDays: {
    label: 'Waiting time of a second operator, days',
    words:
      'How many days a new operator waits before they count as a second operator. The time begins again with new credentials or new rights. Until it is over, they can neither approve nor have their own proposals approved. Shortening it needs a second operator.',
  },
  messagesMailbox: {
    label: 'Mailbox for messages',
    words:
      'A notice goes here for every contact message. Empty: to the address for support that the operator’s profile names.',
  },
  payoutBps: {
    label: 'Payout rates',
    words:
      'Profit of a winning trade in basis points of its stake, for each asset class: 8,000 is 80 %. Empty: each symbol has the rate of the catalogue. Raising a rate needs a second operator.',
  },
  bonus: {
    label: 'Bonus',
    words:
      'What a customer is given when verified (0: nothing), and how many times as much in settled stakes frees it. A bonus keeps the terms it was given under. At most the amount that one operator may give; better terms need a second operator.',
  },
  addressBook: {
    label: 'Addresses of withdrawals',
    words:
      'How many hours a new address waits before it can be used, so that nobody else can empty an account unseen. An address that waits already keeps its time. Shortening it needs a second operator.',
  },
  customerSecondFactor: {
    label: 'Second factor of customers',
    words:
      'Whether customers need an authenticator app or a passkey. “Before money leaves”: without one they can’t withdraw, add withdrawal addresses or make keys that withdraw. “Always”: without one they reach only their security page. Asking for less needs a second operator.',
  },
  tradingLimits: {
    label: 'Limits of orders',
    words:
      'The smallest and largest stake, what one customer may have open, and what the house may have to pay for one symbol in one second. Raising a limit needs a second operator.',
  },
} as const satisfies Record<string, { label: string; words: string }>

export type SettingKey = keyof typeof settingWords
