import type { OutputOf } from '../../../api/call.ts'
import type { templates } from '../../../api/calls/operators/reply-templates.ts'
import { outcome } from '../../../api/sentences/outcomes.ts'
import type { OperatorRequest } from '../../platform/http/actions.ts'
import { Refused } from '../../platform/http/refused.ts'
import { uuidv7 } from '../../platform/random.ts'
import { recordAudit } from '../audit/audit.ts'
import type { OperatorsContext } from '../context.ts'
import {
  countReplyTemplates,
  deleteReplyTemplate,
  findReplyTemplateNamed,
  insertReplyTemplate,
  listReplyTemplates,
  updateReplyTemplate,
} from './reply-templates-store.ts'

/** Texts that operators write once and insert into replies. */

const most = 100

/** `messages.templates`: returns the templates by name. */
export async function listTemplates({ db }: OperatorsContext): Promise<OutputOf<typeof templates>> {
  return (await listReplyTemplates(db)).map(({ id, name, words, changedBy, changedAtMs }) => ({
    id,
    name,
    text: words,
    changedBy,
    changed: new Date(changedAtMs).toISOString(),
  }))
}

/** Adds or replaces a template. Throws `not_found`, `name_taken`, `too_many`. */
export async function saveTemplate(
  context: OperatorsContext,
  { id: former, name, text: words }: { id?: string | undefined; name: string; text: string },
  { session: { operatorId } }: OperatorRequest,
) {
  const { clock, random, db } = context
  const id = former ?? uuidv7(clock.nowMs(), random)
  const template = { id, name, words, operatorId, atMs: clock.nowMs() }
  await db.transaction().execute(async (tx) => {
    const count = await countReplyTemplates(tx)
    const named = await findReplyTemplateNamed(tx, name)
    if (named && named.id !== id) throw new Refused('name_taken')
    if (former) {
      if (!(await updateReplyTemplate(tx, template))) throw notFound()
    } else {
      if (count >= most) throw new Refused('too_many', { most })
      await insertReplyTemplate(tx, template)
    }
    await recordAudit(context, tx, {
      operatorId,
      action: former ? 'messages.templates.edit' : 'messages.templates.add',
      subject: id,
      details: { template: name },
    })
  })
  return { ...outcome('template_saved'), id }
}

/** Throws `not_found`. */
export async function deleteTemplate(
  context: OperatorsContext,
  { id }: { id: string },
  { session: { operatorId } }: OperatorRequest,
) {
  return context.db.transaction().execute(async (tx) => {
    const deleted = await deleteReplyTemplate(tx, id)
    if (!deleted) throw notFound()
    await recordAudit(context, tx, {
      operatorId,
      action: 'messages.templates.delete',
      subject: id,
      details: { template: deleted.name },
    })
    return outcome('template_deleted')
  })
}

const notFound = () => new Refused('not_found', { thing: { phrase: 'thing_reply_template' } })
