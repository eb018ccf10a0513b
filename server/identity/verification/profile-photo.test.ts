import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gifScript, picture, pictureWithPlace, pngBomb } from '../../platform/files/test-pictures.ts'
import { createIdentityWorld, type IdentityWorld } from '../test-world.ts'
import { photoPurpose } from './context.ts'
import { file } from './test-documents.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld()
})
afterAll(() => world.stop())

const send = (secrete: string, bytes: Uint8Array) =>
  world.call('uploadprofilepic', {}, { secrete, files: { ppic: file(bytes, 'me.jpg') } })

async function photos(): Promise<number> {
  let count = 0
  for await (const _ of world.platform.files.listFiles(photoPurpose)) count++
  return count
}

describe("'uploadprofilepic'", () => {
  it('crops the photo to a square, removes its location, and returns the path that serves it', async () => {
    const secrete = await world.signUp('ada@example.org')
    const answer = await send(secrete, await pictureWithPlace())
    expect(answer).toMatchObject({
      status: 200,
      body: { type: 'success', ppic: expect.stringMatching(/^\/api\?r=profile\.photo&v=[0-9a-f-]{36}$/) },
    })
    expect((await world.call('user', {}, { secrete })).body.profilepic).toBe(answer.body.ppic)
    const shown = await world.call('profile.photo', { v: answer.body.ppic.split('v=')[1] }, { secrete })
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect(await sharp(shown.body).metadata()).toMatchObject({ format: 'jpeg', width: 400, height: 400 })
    expect((await sharp(shown.body).metadata()).exif).toBeUndefined()
  })

  it('stores only the newest photo', async () => {
    const secrete = await world.signUp('newest@example.org')
    const before = await photos()
    const first = await send(secrete, await picture(300, 300))
    const second = await send(secrete, await picture(200, 200))
    expect(second.body.ppic).not.toBe(first.body.ppic)
    expect((await photos()) - before).toBe(1)
    expect(await sharp((await world.call('profile.photo', {}, { secrete })).body).metadata()).toMatchObject({
      width: 200,
    })
  })

  it('refuses with file_missing, bad_file, picture_too_large and locked_out', async () => {
    const secrete = await world.signUp('refused@example.org')
    const before = await photos()
    expect((await world.call('uploadprofilepic', {}, { secrete })).body).toMatchObject({
      code: 'file_missing',
      fields: { ppic: expect.any(String) },
    })
    expect((await send(secrete, Buffer.alloc(0))).body.code).toBe('file_missing')
    expect((await send(secrete, gifScript)).body.code).toBe('bad_file')
    expect((await send(secrete, pngBomb(50_000, 50_000))).body.code).toBe('picture_too_large')
    for (let turn = 0; turn < 18; turn++) await send(secrete, gifScript)
    expect(await send(secrete, gifScript)).toMatchObject({ status: 429, body: { code: 'locked_out' } })
    expect(await photos()).toBe(before)
  })
})

describe("'profile.photo'", () => {
  it('throws no_photo if there is none, and never returns another customer’s photo', async () => {
    const ada = await world.signUp('first@example.org')
    const ben = await world.signUp('second@example.org')
    const { ppic } = (await send(ada, await picture())).body
    expect(await world.call('profile.photo', { v: ppic.split('v=')[1] }, { secrete: ben })).toMatchObject({
      status: 404,
      body: { code: 'no_photo' },
    })
    expect((await world.call('profile.photo', { v: ppic.split('v=')[1] })).status).toBe(401)
  })
})

describe("'profile.photo.remove'", () => {
  it('deletes only the customer’s photo and its file, then throws no_photo', async () => {
    const [ada, ben] = [await world.signUp('ada.photo@example.org'), await world.signUp('ben.photo@example.org')]
    const before = await photos()
    for (const secrete of [ada, ben]) await send(secrete, await picture())
    expect((await world.call('profile.photo.remove', {}, { secrete: ada })).status).toBe(200)
    expect((await world.call('user', {}, { secrete: ada })).body.profilepic).toBe('')
    expect((await world.call('profile.photo', {}, { secrete: ben })).status).toBe(200)
    expect((await photos()) - before).toBe(1)
    expect(await world.call('profile.photo.remove', {}, { secrete: ada })).toMatchObject({
      status: 404,
      body: { code: 'no_photo' },
    })
  })
})
