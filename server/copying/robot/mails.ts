import { mailOfEach, type MailText } from '../../platform/mail-texts.ts'

/** Why a robot stops by itself, as its page and its mail say it. By the refusal of an order, where it is one. */
export const endings = {
  insufficient_balance: 'Stopped: your balance does not cover its stake.',
  account_frozen: 'Stopped: your account is frozen.',
  timed_out: 'Stopped: you have taken a time-out.',
  excluded: 'Stopped: you have excluded yourself.',
  own_stake_limit: 'Stopped: its stake is above your own limit of a trade.',
  own_loss_limit: 'Stopped: another order could take your losses past your own limit.',
  amount_too_small: 'Stopped: its stake is below the smallest trade.',
  amount_too_large: 'Stopped: its stake is above the largest trade.',
  loss_limit:
    'Stopped at its loss limit: it lost {lost} of {limit} {asset}, and another stake of {stake} could pass it.',
} as const
export type Ending = keyof typeof endings

const stopped = (why: string): MailText => ({
  subject: 'Your trading robot has stopped',
  paragraphs: [
    why,
    'It is INACTIVE and places no more trades. You can look at its trades and start it again on your dashboard.',
    { page: 'Your dashboard', path: '/office/dashboard' },
  ],
})

export const robotMails = mailOfEach(endings, stopped)
