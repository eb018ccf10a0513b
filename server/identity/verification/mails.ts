import type { Config } from '../../platform/config.ts'
import type { Mail } from '../../platform/mail.ts'
import { type MailConfig, mail, open } from '../mails.ts'

/** What the customer is told of a decision about their documents. */

type VerificationMailConfig = MailConfig & Pick<Config, 'documentDays'>

const kept = ({ documentDays }: VerificationMailConfig) => `The pictures of your document are deleted after ${documentDays} days. Your profile lists every operator who opened them, when and why.`

export function verifiedMail(to: string, config: VerificationMailConfig): Mail {
  return mail(config, to, `Your ${config.operator.siteName} account is verified`, 'We have checked your document, and your account is verified. You can withdraw now.', kept(config), open(config.publicUrl, '/office/profile', 'Your profile'))
}

export function rejectedMail(to: string, reason: string, config: VerificationMailConfig): Mail {
  return mail(
    config,
    to,
    'Your document could not be accepted',
    'We have checked the document you sent, and could not verify your account with it.',
    reason,
    `You can send another one whenever you like. ${open(config.publicUrl, '/office/profile', 'Your profile')}`,
    kept(config),
  )
}
