import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockAwaited, withLockHeld } from '../../../tests/held-lock.ts'
import { gifScript, picture, pngBomb } from '../../platform/files/test-pictures.ts'
import { createIdentityWorld, type IdentityWorld } from '../test-world.ts'
import { documentPurpose } from './context.ts'
import { file, upload, type SentFiles } from './test-documents.ts'

let world: IdentityWorld
let good: Buffer
beforeAll(async () => {
  world = await createIdentityWorld()
  good = await picture()
})
afterAll(() => world.stop())

async function keptFiles(): Promise<string[]> {
  const ids = []
  for await (const id of world.platform.files.listFiles(documentPurpose)) ids.push(id)
  return ids
}

const both = (): SentFiles => ({ PID1: file(good), PID2: file(good) })
const passport = (): SentFiles => ({ ID: file(good) })

describe("'uploadid'", () => {
  it.each([
    ['Passport', passport, 1],
    ['Drivers License', both, 2],
    ['National ID', both, 2],
  ] as const)('stores a %s and queues it for an operator', async (mode, files, pictures) => {
    const secrete = await world.signUp(`${mode.replace(' ', '').toLowerCase()}@example.org`)
    const before = (await keptFiles()).length
    expect(await upload(world, secrete, mode, files())).toMatchObject({
      status: 200,
      body: { type: 'success', msg: expect.any(String), idv: 0, state: 'submitted' },
    })
    expect((await keptFiles()).length - before).toBe(pictures)
    expect((await world.call('user', {}, { secrete })).body).toMatchObject({
      is_verified: 0,
      verification: 'submitted',
    })
    expect((await world.call('profile.documents', {}, { secrete })).body).toMatchObject({
      state: 'submitted',
      reason: null,
      keptDays: 30,
      submissions: [
        {
          mode,
          state: 'submitted',
          sentAt: '2026-01-05T12:00:00.000Z',
          decidedAt: null,
          deleteAt: null,
          deleted: false,
          openings: [],
        },
      ],
    })
  })

  it('notifies the customer’s open pages', async () => {
    const secrete = await world.signUp('pages@example.org')
    const received: unknown[] = []
    world.platform.bus.subscribe('customer.changed', (message) => received.push(message))
    const { id: customerId } = (await world.call('user', {}, { secrete })).body
    await upload(world, secrete, 'Passport', passport())
    expect(received).toEqual([{ customerId, calls: ['user', 'profile.documents'] }])
  })

  it('accepts only one of two concurrent submissions, and stores only its pictures', async () => {
    const secrete = await world.signUp('twice@example.org')
    const before = (await keptFiles()).length
    const sendBoth = async () => {
      const first = upload(world, secrete, 'Passport', passport())
      // A customer's next upload is read only after the previous one.
      await lockAwaited(world.platform.pool)
      return Promise.all([first, upload(world, secrete, 'Passport', passport())])
    }
    const answers = await withLockHeld(world.platform.pool, 'SELECT 1 FROM identity.customer FOR UPDATE', 2, sendBoth)
    expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'already_submitted'])
    expect((await keptFiles()).length - before).toBe(1)
  })

  it('ignores the name of a file', async () => {
    const secrete = await world.signUp('names@example.org')
    const answer = await upload(world, secrete, 'Passport', { ID: file(good, '../../../../etc/cron.d/evil\u0000.php') })
    expect(answer.status).toBe(200)
    expect(await keptFiles()).toEqual(expect.arrayContaining([expect.stringMatching(/^[0-9a-f-]{36}$/)]))
  })

  describe('refuses with', () => {
    let secrete: string
    let before: number
    beforeAll(async () => {
      secrete = await world.signUp('refused@example.org')
      before = (await keptFiles()).length
    })
    const code = async (mode: string, files: SentFiles) => (await upload(world, secrete, mode, files)).body.code

    it('mode_missing', async () => {
      for (const mode of ['', 'Library card', 'passport']) expect(await code(mode, passport())).toBe('mode_missing')
      expect((await world.call('uploadid', {}, { secrete })).body).toMatchObject({
        code: 'mode_missing',
        msg: 'Choose the type of document.',
      })
    })
    it('files_missing', async () => {
      expect((await world.call('uploadid', { voption: 'Passport' }, { secrete })).body).toMatchObject({
        code: 'files_missing',
        fields: { ID: 'Choose a picture.' },
      })
      expect(await code('Passport', both())).toBe('files_missing')
      expect((await upload(world, secrete, 'National ID', { PID1: file(good) })).body).toMatchObject({
        code: 'files_missing',
        msg: 'Upload two pictures: the front and the back.',
        fields: { PID2: 'Choose a picture.' },
      })
      expect(await code('Passport', { ID: file(Buffer.alloc(0)) })).toBe('files_missing')
    })
    it('files_too_many', async () => {
      expect(await code('Passport', { ...passport(), PID1: file(good) })).toBe('files_too_many')
      expect(await code('National ID', { ...passport(), ...both() })).toBe('files_too_many')
    })
    it('bad_file, even if only the second file is invalid, and stores neither', async () => {
      expect(await code('Passport', { ID: file(gifScript, 'photo.jpg') })).toBe('bad_file')
      expect(await code('National ID', { PID1: file(good), PID2: file(Buffer.from('#!/bin/sh'), 'back.png') })).toBe(
        'bad_file',
      )
    })
    it('picture_too_large', async () => {
      expect(await code('Passport', { ID: file(pngBomb(50_000, 50_000), 'small.png') })).toBe('picture_too_large')
    })
    it('too_large, for a file of more than 10 MB', async () => {
      expect(await code('Passport', { ID: file(Buffer.alloc(10 * 1024 * 1024 + 1)) })).toBe('too_large')
    })
    it('locked_out, after 20 uploads in an hour', async () => {
      let last = ''
      for (let turn = 0; turn < 21 && last !== 'locked_out'; turn++)
        last = await code('Passport', { ID: file(gifScript) })
      expect(last).toBe('locked_out')
      await world.platform.clock.advance(60 * 60_000)
    })
    it('already_submitted', async () => {
      expect((await upload(world, secrete, 'Passport', passport())).status).toBe(200)
      expect((await upload(world, secrete, 'Passport', passport())).body).toMatchObject({
        code: 'already_submitted',
        msg: 'We are checking your documents and will email you the result.',
      })
    })
    it('each of these codes without storing anything', async () => {
      expect((await keptFiles()).length).toBe(before + 1)
    })
  })
})
