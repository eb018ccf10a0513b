import { refusalReasons, withdrawalWaits } from '../states/withdrawal-states.ts'

/** What happened to a deposit, a withdrawal, a bonus or a contract. */
const deposits = {
  deposit_over: 'You paid more than the quoted amount. We credited the quoted amount.',
  deposit_paid_less: 'You paid less than the quoted amount while the rate was held. We credited what arrived.',
  deposit_late: 'The payment arrived after the quote ended, so we credited it at the rate when it was confirmed.',
  deposit_by_receipt:
    'Two operators approved your receipt. There is no payment on the chain yet. If one arrives, it counts towards ' +
    'this credit.',
  deposit_held:
    'A payment exceeds your own deposit limit, so it is on hold and not in your balance. We’ll credit it once your ' +
    'limit allows it, or when the limit’s period ends at the latest. You can also send it back.',
  deposit_overpaid:
    'You paid more than the quoted amount. Have the rest credited or send it back. If you don’t choose, we credit ' +
    'it after {days} days at the rate at that time.',
  deposit_not_begun:
    'You were on a time-out or had excluded yourself when this payment arrived, so no contract started. The ' +
    'payment is in your trading balance.',
  deposit_partial:
    '{received} of {coins} has arrived. Pay the rest while the rate is held. Otherwise, we credit what arrived ' +
    'when the quote ends.',
  deposit_reversed:
    'A chain reorganisation removed the payment, so we reversed its credit and froze your account until an ' +
    'operator reviews it.',
  deposit_reversed_short:
    'A chain reorganisation removed the payment, so we reversed its credit and froze your account until an ' +
    'operator reviews it. Your balance didn’t cover {shortfall} of it.',
  deposit_will_be_late: 'This payment arrived after the quote ended. We credit it at the rate when it is confirmed.',
  deposit_cancelled:
    'You cancelled this deposit. Payments that still arrive at its address are credited at the rate when they confirm.',
  deposit_receipt_declined: 'Your receipt was declined: {reason}',
  deposit_expired:
    'The quote has ended. Payments that still arrive at its address are credited at the rate when they confirm.',
} as const

/** Notes on ledger transfers, which explain movements in a statement. */
const notes = {
  note_account_closed: 'Forfeited by the customer when the account was closed',
  note_commission: 'Commission of {rate} on a referred deposit, level {level}',
  note_commission_kept:
    'Commission of {rate} on a referred deposit, level {level}; {kept} of it was deducted for deposits that were ' +
    'reversed',
  note_commission_reversed: 'Commission reversed: the referred deposit was reversed',
  note_commission_withdrawn: 'Commission reversed: the referred deposit was withdrawn',
  note_deposit: 'Deposit of {coins}, {plan} plan',
  note_deposit_by_receipt: 'Approved by two operators based on a receipt, without a payment on the chain.',
  note_deposit_overpaid: 'Overpayment of {coins}, at tick {tick} of {symbol}',
  note_deposit_reversed: 'A chain reorganisation removed the payment of this deposit, so the credit was reversed.',
  note_deposit_set_aside: '{coins} to credit or send back',
  note_mining_output: 'Mining output, day {day}',
  note_mining_output_as: 'Mining output, day {day}, mined as {coin}',
  note_mining_price: 'Mining contract {plan}, {coin}',
  note_mining_undone: 'Mining contract {plan} ended: a chain reorganisation removed its deposit',
  note_practice_money: 'Initial practice money',
  note_profit_share: 'Profit share of {name}, {share}% of new profits',
  note_released_bonus: 'Released bonus',
  note_treasury: 'Initial treasury coins',
  note_verified_bonus: 'Practice bonus for verified customers',
  note_yield_early: 'Contract ended early: {symbol} tick {tick}',
  note_yield_early_gain: 'Contract ended early: {symbol} tick {tick}. Gain on the position',
  note_yield_early_loss: 'Contract ended early: {symbol} tick {tick}. Loss on the position',
  note_yield_fee: 'Fee for ending early',
  note_yield_interest: 'Interest for week {week}, {plan}',
  note_yield_liquidated: 'Contract closed at its liquidation price: {symbol} tick {tick}',
  note_yield_liquidated_gain: 'Contract closed at its liquidation price: {symbol} tick {tick}. Gain on the position',
  note_yield_liquidated_loss: 'Contract closed at its liquidation price: {symbol} tick {tick}. Loss on the position',
  note_yield_locked: 'Locked for {days} days, {plan}, leverage {leverage}',
  note_yield_released: 'Contract released: {symbol} tick {tick}',
  note_yield_released_gain: 'Contract released: {symbol} tick {tick}. Gain on the position',
  note_yield_released_loss: 'Contract released: {symbol} tick {tick}. Loss on the position',
  note_yield_undone: '{plan} ended: a chain reorganisation removed its deposit',
} as const

/** What an open withdrawal is waiting for, why one was refused, and the lines of a payout document. */
const withdrawals = {
  wait_address_cooling: withdrawalWaits.address_cooling,
  wait_review: withdrawalWaits.review,
  wait_second_approval: withdrawalWaits.second_approval,
  wait_approval: withdrawalWaits.approval,
  wait_sending: withdrawalWaits.sending,
  wait_funds: withdrawalWaits.funds,
  wait_chain_away: withdrawalWaits.chain_away,
  wait_frozen: withdrawalWaits.frozen,
  wait_failed_on_chain: withdrawalWaits.failed_on_chain,
  wait_vanished: withdrawalWaits.vanished,
  refusal_insufficient_funds: refusalReasons.insufficient_funds,
  refusal_inaccurate_information: refusalReasons.inaccurate_information,
  refusal_suspected_financial_crime: refusalReasons.suspected_financial_crime,
  refusal_destination_unusable: refusalReasons.destination_unusable,
  payee_address: 'Wallet address',
  payee_paypal: 'PayPal account',
  payee_bank: 'Bank',
  payee_account_name: 'Account name',
  payee_account_number: 'Account number',
  payee_routing_number: 'Routing number or IBAN',
  payout_simulated: 'Simulated payout of practice money. No real money was paid.',
} as const

const others = {
  bonus_terms:
    'A bonus is practice money. You can move or withdraw it once the stakes of your trades that were won or lost ' +
    'since it was granted reach {times} times its amount. Ties and void trades don’t count. A bonus does not ' +
    'expire.',
  // The rules of a yield contract, shown before its start. `fee` is a percentage of the deposit, `share` of the
  // position.
  yield_early_close:
    'You can end a contract at any time at the last published price. You keep the interest that was paid, the ' +
    'current week earns nothing, and the fee is {fee}% of the deposit.',
  yield_liquidation:
    'The contract is closed at the first published price at which your own part is {share}% of the position or ' +
    'less. What is left after repaying the loan is returned to you. Even if the price jumps past that point, you ' +
    'never lose more than the deposit.',
  frozen_by_other_account:
    'Another account with your details is frozen. Contact us so that we can review both accounts.',
  frozen_by_reversal: 'A chain reorganisation removed the payment of a credited deposit, so the credit was reversed.',
  frozen_by_you: 'You froze the account.',
  receipt_declined_by_cancelling: 'You cancelled the deposit.',
  receipt_declined_by_closing: 'The account was closed.',
} as const

export const moneyPhrases = { ...deposits, ...notes, ...withdrawals, ...others } as const
