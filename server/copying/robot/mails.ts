import { robotEndings } from '../../../api/sentences/phrases-trading.ts'
import { mailOfEach, type MailText } from '../../platform/mail/mail-texts.ts'

const stopped = (why: string): MailText => ({
  subject: 'Your trading robot has stopped',
  paragraphs: [
    why,
    'It is INACTIVE and won’t place any more trades. You can view its trades and restart it on your dashboard.',
    { page: 'Your dashboard', path: '/office/dashboard' },
  ],
})

export const robotMails = mailOfEach(robotEndings, stopped)
