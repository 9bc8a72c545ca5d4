import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { badRequest } from '../../errors.ts'
import { hashOf } from './tokens.ts'

export interface CaptchaQuestion {
  text: string
  answer: string
}

/** Where questions come from. */
export type CaptchaSource = () => CaptchaQuestion

/** A sum, difference or product of two small numbers. */
export const arithmetic: CaptchaSource = () => {
  const [a, b] = [randomInt(1, 10), randomInt(1, 10)]
  const [high, low] = a >= b ? [a, b] : [b, a]
  const questions: readonly CaptchaQuestion[] = [
    { text: `${a}+${b}=?`, answer: String(a + b) },
    { text: `${high}-${low}=?`, answer: String(high - low) },
    { text: `${a}×${b}=?`, answer: String(a * b) },
  ]
  return questions[randomInt(questions.length)] ?? { text: `${a}+${b}=?`, answer: String(a + b) }
}

// Seven segments and the signs, each as strokes on a grid of 10 by 18: no font, and no text to be read from the source.
const STROKES: Readonly<Record<string, string>> = {
  a: 'M1 1H9',
  b: 'M9 1V9',
  c: 'M9 9V17',
  d: 'M1 17H9',
  e: 'M1 9V17',
  f: 'M1 1V9',
  g: 'M1 9H9',
}
const GLYPHS: Readonly<Record<string, string>> = {
  '0': 'abcdef',
  '1': 'bc',
  '2': 'abged',
  '3': 'abgcd',
  '4': 'fgbc',
  '5': 'afgcd',
  '6': 'afgedc',
  '7': 'abc',
  '8': 'abcdefg',
  '9': 'abcdfg',
}
const SIGNS: Readonly<Record<string, string>> = {
  '+': 'M1 9H9M5 5V13',
  '-': 'M1 9H9',
  '×': 'M2 6L8 12M8 6L2 12',
  '=': 'M1 7H9M1 11H9',
  '?': 'M1 4Q1 1 5 1T9 4Q9 7 5 9V12M5 15V16',
}

function drawn(character: string): string {
  const segments = GLYPHS[character]
  return segments ? [...segments].map((segment) => STROKES[segment]).join('') : (SIGNS[character] ?? '')
}

/** Draws a question as an SVG data address, each glyph turned and moved a little, with lines across. */
export function drawCaptcha(text: string): string {
  const glyphs = [...text].map((character, index) => {
    const turn = randomInt(-14, 15)
    return `<path d="${drawn(character)}" transform="translate(${10 + index * 20 + randomInt(-2, 3)} ${9 + randomInt(-3, 4)}) rotate(${turn} 5 9)"/>`
  })
  const noise = Array.from(
    { length: 4 },
    () =>
      `<path d="M${randomInt(0, 40)} ${randomInt(0, 36)}L${randomInt(80, 120)} ${randomInt(0, 36)}" opacity=".35" stroke-width="1"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="36" viewBox="0 0 120 36" fill="none" stroke="#1f5f9f" stroke-width="2" stroke-linecap="round">${glyphs.join('')}${noise.join('')}</svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

/** Asks a question: the answer stays here, hashed, for two minutes. */
export async function askCaptcha(db: Db, source: CaptchaSource): Promise<{ img: string; uuid: string }> {
  const { text, answer } = source()
  const uuid = crypto.randomUUID()
  await sql`delete from captcha where expires < now()`.execute(db)
  await db
    .insertInto('captcha')
    .values({
      id: uuid,
      answer_hash: hashOf(`${uuid}:${answer}`),
      expires: sql`now() + interval '2 minutes'`,
    })
    .execute()
  return { img: drawCaptcha(text), uuid }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Uses up a captcha, right or wrong. */
export async function checkCaptcha(
  db: Db,
  uuid: string | undefined,
  code: string | undefined,
): Promise<void> {
  if (!uuid || !UUID.test(uuid))
    throw badRequest('验证码不存在或已过期', [{ field: 'code', message: '验证码不存在或已过期' }])
  const used = await db
    .deleteFrom('captcha')
    .where('id', '=', uuid)
    .returning(['answer_hash', sql<boolean>`expires > now()`.as('fresh')])
    .executeTakeFirst()
  if (!used?.fresh)
    throw badRequest('验证码不存在或已过期', [{ field: 'code', message: '验证码不存在或已过期' }])
  if (used.answer_hash !== hashOf(`${uuid}:${(code ?? '').trim().toLowerCase()}`)) {
    throw badRequest('验证码错误', [{ field: 'code', message: '验证码错误' }])
  }
}
