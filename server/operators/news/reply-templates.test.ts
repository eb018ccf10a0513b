import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '../../platform/random.ts'
import { signInOperator } from '../test-operator.ts'
import { createDeskWorld, type DeskWorld } from '../test-world.ts'

let world: DeskWorld
let secrete: string
beforeAll(async () => {
  world = await createDeskWorld()
  secrete = await signInOperator(world.platform, world.operators, 'support')
})
afterAll(() => world.stop())

const desk = (name: string, input: Record<string, unknown> = {}) => world.call(name, input, { secrete })
const save = (input: Record<string, unknown>) => desk('messages.templates.save', input)
const list = async () => (await desk('messages.templates')).body
const nobody = () => uuidv7(world.platform.clock.nowMs(), world.platform.random)

it('stores, changes and deletes reply templates, and writes each change to the audit log', async () => {
  const { body } = await save({ name: 'Where is my deposit?', text: 'Dear {name}, it takes three confirmations.' })
  expect(body).toMatchObject({ outcome: 'template_saved', id: expect.any(String) })
  await save({ name: 'a greeting', text: 'Hello {name}.' })
  expect(await list()).toMatchObject([
    { name: 'a greeting', text: 'Hello {name}.', changedBy: 'Some support' },
    { id: body.id, name: 'Where is my deposit?' },
  ])
  await save({ id: body.id, name: 'WHERE is my deposit?', text: 'It is on its way.' })
  expect((await list())[1]).toMatchObject({ id: body.id, name: 'WHERE is my deposit?', text: 'It is on its way.' })
  expect((await desk('messages.templates.delete', { id: body.id })).body.outcome).toBe('template_deleted')
  expect(await list()).toHaveLength(1)
  const auditor = await signInOperator(world.platform, world.operators, 'auditor')
  const audit = (await world.call('audit', { action: 'messages.templates.' }, { secrete: auditor })).body
  expect(audit.map(({ action }: { action: string }) => action)).toEqual([
    'messages.templates.delete',
    'messages.templates.edit',
    'messages.templates.add',
    'messages.templates.add',
  ])
  expect(audit[0].details).toEqual({ template: 'WHERE is my deposit?' })
})

it('returns name_taken for a name that differs only in case', async () => {
  expect((await save({ name: 'A GREETING', text: 'Hello again.' })).body.code).toBe('name_taken')
  const { id } = (await save({ name: 'Another', text: 'Hello.' })).body
  expect((await save({ id, name: 'A Greeting', text: 'Hello.' })).body.code).toBe('name_taken')
})

it('returns not_found for a template that doesn’t exist', async () => {
  expect((await save({ id: nobody(), name: 'Nothing', text: 'Nothing.' })).body).toMatchObject({
    code: 'not_found',
    msg: 'This reply template doesn’t exist.',
  })
  expect((await desk('messages.templates.delete', { id: nobody() })).body.code).toBe('not_found')
})

it('returns too_many after a hundred templates', async () => {
  await world.platform.pool.query(
    `INSERT INTO operators.reply_template (id, name, words, changed_by, changed_at_ms)
     SELECT gen_random_uuid(), 'Template ' || n, 'Hello.', (SELECT id FROM operators.person LIMIT 1), 0
     FROM generate_series(1, 100 - (SELECT count(*)::int FROM operators.reply_template)) n`,
  )
  const [{ id }] = await list()
  expect((await save({ name: 'One too many', text: 'Hello.' })).body.code).toBe('too_many')
  expect((await save({ id, name: 'Still changed', text: 'Hello.' })).status).toBe(200)
})

it('is hidden without the permission', async () => {
  const auditor = await signInOperator(world.platform, world.operators, 'auditor')
  for (const name of ['messages.templates', 'messages.templates.save', 'messages.templates.delete'])
    expect((await world.call(name, {}, { secrete: auditor })).body.code).toBe('unknown_call')
})
