import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type Incomplete, useCallForm } from '../../data/call-form.ts'
import { Button } from '../../ui/button.tsx'
import { useEffect, useRef } from 'react'
import { call } from '../../data/call.ts'
import { path } from '../../paths.ts'
import { SelectField, TextField } from '../../ui/fields/fields.tsx'
import { PageForm } from '../../ui/fields/form.tsx'
import { Article, Part, useInstallation } from '../article.tsx'
import { pageHeaders, pageMeta } from '../page-meta.ts'
import classes from './contact.module.css'
import { MessageField } from './message-field.tsx'
import type { Route } from './+types/contact'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(t`Contact Us`, t`How to reach the operator of this installation.`)(args)
export const headers = pageHeaders

const links = () => [
  { label: t`FAQ`, to: path('faqs') },
  { label: t`About`, to: path('about') },
]

const empty = { name: '', email: '', topic: '', subject: '', content: '', website: '' }

/** A topic's name is also its value, because it becomes part of the subject. */
const topics = () => [
  { value: '', label: t`Something else` },
  t`A trade or its result`,
  t`A deposit or withdrawal`,
  t`My account and sign-in`,
  t`A mistake on a page`,
  t`A complaint`,
]

/** Puts the topic in front of the subject. A missing subject stays missing, so that it is refused. */
const subjectOf = (topic: string, subject: string) =>
  topic && subject.trim() ? `${topic}: ${subject}`.slice(0, 150) : subject

/** Returns why the message can't be sent yet. */
function errorsOfMessage({ name, email, subject, content }: typeof empty): Incomplete | undefined {
  const faults = {
    ...(!name.trim() && { name: t`Enter your name.` }),
    ...(!email.trim() && { email: t`Enter your email address.` }),
    ...(!subject.trim() && { subject: t`Enter a subject.` }),
    ...(!content.trim() && { content: t`Enter your message.` }),
  }
  return Object.keys(faults).length > 0 ? { notice: t`Fill all Form Fields`, faults } : undefined
}

/** Source: docs/spec/product.md section 2, “Contact”. */
export default function Contact() {
  const { supportEmail, infoEmail } = useInstallation()
  const ticket = useRef('')
  const { form, values, faults, notice, busy, change, field, submit } = useCallForm({
    title: t`CONTACT`,
    values: empty,
    next: () => empty,
    check: errorsOfMessage,
    send: ({ topic, subject, ...message }) =>
      call('contactus', { ...message, subject: subjectOf(topic, subject), ticket: ticket.current }),
  })

  // Signed proof of when the page was opened. People take longer to write than scripts do.
  useEffect(() => {
    call('contactus.ticket', {}).then(
      (answer) => (ticket.current = answer.ticket),
      () => {},
    )
  }, [])

  return (
    <Article
      title={t`Contact Us`}
      lead={t`Send questions, error reports or complaints to the operator. We answer by email.`}
      links={links()}
    >
      <Part title={t`Before you write`}>
        <p>
          <Trans>
            Never send real money, card numbers or a wallet’s recovery phrase to anyone who claims to represent this
            installation.
          </Trans>
        </p>
      </Part>
      <Part title={t`Write here`}>
        <p>
          <Trans>
            Describe what you did, what you expected and what happened. Include the trade or transfer number if you have
            one.
          </Trans>
        </p>
        <p>
          <Trans>
            You can’t attach files here. Paste links or the text of a receipt, or send screenshots by email. Leave out
            passwords and codes. We never ask for them.
          </Trans>
        </p>
        <div className={classes.form}>
          <PageForm ref={form} onSubmit={submit} busy={busy} notice={notice}>
            <TextField label={t`Name`} autoComplete="name" maxLength={120} {...field('name')} />
            <TextField label={t`Email`} type="email" autoComplete="email" maxLength={254} {...field('email')} />
            <SelectField
              label={t`Topic`}
              data={topics()}
              value={values.topic}
              onChange={(event) => change({ topic: event.currentTarget.value })}
            />
            <TextField label={t`Subject`} autoComplete="off" maxLength={150} {...field('subject')} />
            <MessageField
              value={values.content}
              error={faults['content']}
              onChange={(content) => change({ content })}
            />
            {/* Only bots fill in this field. */}
            <div className="visually-hidden" aria-hidden="true">
              <TextField label={t`Leave this empty`} tabIndex={-1} autoComplete="off" {...field('website')} />
            </div>
            <Button type="submit" size="md" loading={busy}>
              <Trans>SEND MESSAGE</Trans>
            </Button>
          </PageForm>
        </div>
      </Part>
      <Part title={t`Or by email`}>
        <p>
          <Trans>
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a> for anything about your account,{' '}
            <a href={`mailto:${infoEmail}`}>{infoEmail}</a> for everything else.
          </Trans>
        </p>
      </Part>
    </Article>
  )
}
