import { mailOfEach, type MailText } from '../../platform/mail-texts.ts'

/** Why a robot stopped automatically, for its page and its mail. Keys are refusals of orders, and `loss_limit`. */
export const endings = {
  insufficient_balance: 'Stopped: your balance doesn’t cover its stake.',
  account_frozen: 'Stopped: your account is frozen.',
  timed_out: 'Stopped: you are taking a time-out.',
  excluded: 'Stopped: you have excluded yourself from trading.',
  own_stake_limit: 'Stopped: its stake is above your own limit for one trade.',
  own_loss_limit: 'Stopped: another order could exceed your own loss limit.',
  amount_too_small: 'Stopped: its stake is below the minimum trade.',
  amount_too_large: 'Stopped: its stake is above the maximum trade.',
  loss_limit:
    'Stopped at its loss limit: it lost {lost} of {limit} {asset}, and another stake of {stake} could exceed it.',
} as const
export type Ending = keyof typeof endings

const stopped = (why: string): MailText => ({
  subject: 'Your trading robot has stopped',
  paragraphs: [
    why,
    'It is INACTIVE and places no more trades. You can view its trades and restart it on your dashboard.',
    { page: 'Your dashboard', path: '/office/dashboard' },
  ],
})

export const robotMails = mailOfEach(endings, stopped)
