import type { Config } from '../../platform/config.ts'
import type { Mail } from '../../platform/mail.ts'
import { mail, open } from '../mails.ts'

/** What the customer is told of a decision about their documents. */

type MailConfig = Pick<Config, 'publicUrl' | 'documentDays'>

const kept = ({ documentDays }: MailConfig) => `The pictures of your document are deleted after ${documentDays} days. Your profile lists every operator who opened them, when and why.`

export function verifiedMail(to: string, config: MailConfig): Mail {
  return mail(to, 'Your Tallystick account is verified', 'We have checked your document, and your account is verified. You can withdraw now.', kept(config), open(config.publicUrl, '/office/profile', 'Your profile'))
}

export function rejectedMail(to: string, reason: string, config: MailConfig): Mail {
  return mail(
    to,
    'Your document could not be accepted',
    'We have checked the document you sent, and could not verify your account with it.',
    reason,
    `You can send another one whenever you like. ${open(config.publicUrl, '/office/profile', 'Your profile')}`,
    kept(config),
  )
}
