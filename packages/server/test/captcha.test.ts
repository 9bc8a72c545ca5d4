import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { createClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bitsAfter, networkOf, sweepCaptchas } from '../src/domain/auth/captcha/limits.ts'
import { drawCaptcha } from '../src/domain/auth/captcha/picture.ts'
import { arithmetic } from '../src/domain/auth/captcha/question.ts'
import { isProof } from '../src/domain/auth/captcha/work.ts'
import { SAMPLE_PASSWORD } from '../src/domain/auth/sample-password.ts'
import { type Rig, startRig } from './rig.ts'

const BITS = 8

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ config: { captchaWorkBits: BITS } })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const anonymous = () => createClient({ baseUrl: rig.url, retry: { times: 0 } })
const login = (answer: { uuid: string; code: string }) =>
  anonymous().auth.login({ username: 'query', password: SAMPLE_PASSWORD, ...answer })

/** Width, height and palette indices of a captcha. */
function decode(address: string): { width: number; height: number; pixels: Buffer[] } {
  const file = Buffer.from(address.replace('data:image/png;base64,', ''), 'base64')
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  const data: Buffer[] = []
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at)
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(file.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  const rows = inflateSync(Buffer.concat(data))
  const pixels = Array.from({ length: height }, (_, y) =>
    rows.subarray(y * (width + 1) + 1, (y + 1) * (width + 1)),
  )
  return { width, height, pixels }
}

/** Palette indices from this one up are ink. */
const INK = 20

describe('the question of a captcha', () => {
  const questions = Array.from({ length: 8_800 }, arithmetic)

  test('is a sum or product with an answer of two digits', () => {
    for (const { text, answer } of questions) {
      const [, a, sign, b] = /^(\d{1,2})([+×])(\d{1,2})$/.exec(text) ?? []
      expect(String(sign === '+' ? Number(a) + Number(b) : Number(a) * Number(b))).toBe(answer)
      expect(answer).toMatch(/^[1-9]\d$/)
    }
  })

  test('has no answer that is worth guessing', () => {
    const counts = new Map<string, number>()
    for (const { answer } of questions) counts.set(answer, (counts.get(answer) ?? 0) + 1)
    expect(counts.size).toBe(88)
    expect(Math.max(...counts.values()) / questions.length).toBeLessThan(0.025)
  })
})

describe('the picture of a captcha', () => {
  test('[7.auth.4] is a raster image within the bounds of the contract, with nothing to read in its bytes', async () => {
    const { img } = await anonymous().auth.getCaptcha()
    expect(img).toMatch(/^data:image\/png;base64,/)
    expect(decode(img)).toMatchObject({ width: 300, height: 96 })
    for (let count = 0; count < 50; count++) expect(drawCaptcha('88+88').length).toBeLessThanOrEqual(20_000)
  })

  test('has no column free of ink where a program could cut the glyphs apart', () => {
    for (let count = 0; count < 50; count++) {
      const { width, pixels } = decode(drawCaptcha('47+8'))
      const empty = Array.from({ length: width }, (_, x) => pixels.every((row) => (row[x] ?? 0) < INK))
      expect(empty.slice(8, -8)).not.toContain(true)
    }
  })

  test('of one question is different each time', () => {
    const inked = Array.from({ length: 20 }, () =>
      decode(drawCaptcha('47+8')).pixels.flatMap((row) => [...row].map((index) => index >= INK)),
    )
    const [first = [], ...others] = inked
    const all = first.filter(Boolean).length
    for (const other of others)
      expect(first.filter((ink, at) => ink && other[at]).length / all).toBeLessThan(0.5)
  })

  test('can draw all that the questions ask', () => {
    for (const character of '0123456789+×') expect(drawCaptcha(character)).toMatch(/^data:/)
    expect(() => drawCaptcha('x')).toThrow('no glyph')
  })
})

describe('the limits of captchas', () => {
  test('an address gets so many within a minute, pictures and proofs of work together', async () => {
    const strict = await startRig({ config: { captchaPerMinute: 3 } })
    const get = (path: string) => fetch(`${strict.url}${path}`)
    const replies = []
    for (const path of ['/auth/code', '/auth/code/work', '/auth/code', '/auth/code', '/auth/code/work'])
      replies.push(await get(path))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
    expect(Number(replies.at(-1)?.headers.get('Retry-After'))).toBeGreaterThan(0)
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from captcha`.execute(
      strict.db,
    )
    expect(rows).toEqual([{ count: 3 }])
    expect(strict.offContract).toEqual([])
    await strict.close()
  })

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('count %s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  test('expired captchas are deleted, and the oldest beyond the most that may be open', async () => {
    const insert = (seconds: number) =>
      rig.db
        .insertInto('captcha')
        .values({
          id: crypto.randomUUID(),
          answer_hash: '',
          expires: sql`now() + make_interval(secs => ${seconds})`,
        })
        .execute()
    await rig.db.deleteFrom('captcha').execute()
    for (const seconds of [-60, -1, 50, 60, 70, 80]) await insert(seconds)
    await sweepCaptchas(rig.db, 3)
    const { rows } = await sql<{ left: number }>`
      select round(extract(epoch from expires - now()) / 10)::integer * 10 as left from captcha order by 1`.execute(
      rig.db,
    )
    expect(rows.map(({ left }) => left)).toEqual([60, 70, 80])
  })
})

describe('the proof of work that stands in for a picture', () => {
  const solve = (challenge: string, bits: number) => {
    for (let nonce = 0; ; nonce++) if (isProof(challenge, String(nonce), bits)) return String(nonce)
  }

  test('lets its solver log in, once', async () => {
    const { uuid, challenge, difficulty } = await anonymous().auth.getCaptchaWork()
    const code = solve(challenge, difficulty)
    expect(createHash('sha256').update(`${challenge}:${code}`).digest()[0]).toBe(0)
    expect(await login({ uuid, code })).toMatchObject({ flag: 'not' })
    await expect(login({ uuid, code })).rejects.toMatchObject({
      status: 400,
      message: '验证码不存在或已过期',
    })
  })

  test('is used up by a wrong answer, and knows no answer of a picture', async () => {
    const { uuid, challenge, difficulty } = await anonymous().auth.getCaptchaWork()
    await expect(login({ uuid, code: '' })).rejects.toMatchObject({ message: '验证码错误' })
    await expect(login({ uuid, code: solve(challenge, difficulty) })).rejects.toMatchObject({
      message: '验证码不存在或已过期',
    })
  })

  test('expires', async () => {
    const { uuid, challenge, difficulty } = await anonymous().auth.getCaptchaWork()
    await sql`update captcha set expires = now() - interval '1 second' where id = ${uuid}`.execute(rig.db)
    await expect(login({ uuid, code: solve(challenge, difficulty) })).rejects.toMatchObject({
      message: '验证码不存在或已过期',
    })
  })

  test.each([
    ['', 0],
    ['-1', 0],
    ['1e3', 0],
    ['12345678901', 0],
    ['0', 200],
  ])('%j is no proof of %i bits', (nonce, bits) => {
    expect(isProof('challenge', nonce, bits)).toBe(false)
  })

  test.each([
    [1, 18],
    [8, 18],
    [9, 19],
    [17, 20],
    [64, 21],
    [600, 25],
    [1_000_000, 26],
  ])('after %i challenges asks for %i bits', (challenges, bits) => {
    expect(bitsAfter(challenges, 18)).toBe(bits)
  })

  test('gets harder for an address that asks for many', async () => {
    const asked = []
    for (let count = 0; count < 20; count++) asked.push((await anonymous().auth.getCaptchaWork()).difficulty)
    expect(asked.at(-1)).toBeGreaterThan(BITS)
    expect(asked).toEqual(asked.toSorted((a, b) => a - b))
  })
})
