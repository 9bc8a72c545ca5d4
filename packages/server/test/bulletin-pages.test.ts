import type { XinchuClient } from '@xinchu/sdk'
import { closedQuarter, nationalGoal, type Quarter } from '@xinchu/validators'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { INNER, PAGE } from '../src/domain/documents/official/sheet.ts'
import { day } from '../src/runtime/time.ts'
import { type Rig, startRig } from './rig.ts'
import { filled, outside, overlaps } from './support/page-layout.ts'
import { type Piece, readPdf } from './support/pdf.ts'

const BODY = {
  left: PAGE.left,
  right: PAGE.left + INNER,
  bottom: PAGE.bottom,
  top: PAGE.height - PAGE.top,
}
/** With the marks above and the three lines below. */
const FRAME = { ...BODY, bottom: PAGE.bottom - 57, top: BODY.top + 36 }
/** Raised numbers are smaller than any other letters. */
const SMALLEST = 7.9

const latest = closedQuarter(day(new Date())) as Quarter & { quarter: 1 | 2 | 3 | 4 }
const cases = [
  ['of the nation, as a draft', 'nation', latest],
  ['of the nation, published', 'nation', { year: 2024, quarter: 4 }],
  ['of a province', 'province_nx', latest],
] as const

let rig: Rig
const read = new Map<string, readonly (readonly Piece[])[]>()

async function pagesOf(client: XinchuClient, period: (typeof cases)[number][2]) {
  const { blob } = await client.publications.downloadBulletin(period)
  return (await readPdf(new Uint8Array(await blob.arrayBuffer()))).pages
}

beforeAll(async () => {
  rig = await startRig()
  for (const [name, user, period] of cases) read.set(name, await pagesOf(await rig.sameAs(user), period))
})
afterAll(() => rig.close())

const textOf = (pieces: readonly Piece[]) =>
  pieces
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s/g, '')

const isRaised = ({ text, size }: Piece) => size < SMALLEST && text.trim() !== ''

describe.each(cases.map(([name]) => name))('the pages of a bulletin %s', (name) => {
  const pages = () => read.get(name) ?? []

  test('have no words on each other and none outside the margins', () => {
    expect(pages().length).toBeGreaterThan(2)
    for (const page of pages()) {
      expect(overlaps(page)).toEqual([])
      expect(outside(page, FRAME)).toEqual([])
    }
  })

  test('are filled, but for the last', () => {
    const shares = pages().map((page) => filled(page, BODY))
    for (const share of shares.slice(0, -1)) expect(share).toBeGreaterThan(0.6)
  })

  test('say at their foot which page, snapshot, template and content it is', () => {
    pages().forEach((page, at) => {
      const foot = page.filter(({ bottom }) => bottom < BODY.bottom)
      expect(textOf(foot)).toMatch(
        new RegExp(
          `由快照\\d{4}Q\\d-\\d\\d生成，模板v\\d+，内容摘要sha256[0-9a-f]{8}…[0-9a-f]{8}；.*—${at + 1}—$`,
        ),
      )
    })
  })

  test('repeat caption and head where a table goes on', () => {
    const texts = pages().map(textOf)
    const goingOn = texts.flatMap((text, at) =>
      [...text.matchAll(/((?:附表\d[^（。，]*)|(?:各项数据的条件、批次、行数与链接))（续）(.{12})/g)].map(
        ([, caption, head]) => ({ at, start: `${caption}${head}` }),
      ),
    )
    expect(goingOn.length).toBeGreaterThan(0)
    for (const { at, start } of goingOn) expect(texts.slice(0, at).join('')).toContain(start)
  })

  test('raise only numbers that the list of sources has', () => {
    const pieces = pages().flat()
    const heading = pieces.findLastIndex(({ text, size }) => text === '数据出处' && size > 12)
    const columnEnd = PAGE.left + 0.06 * INNER
    const listed = pieces
      .slice(heading)
      .filter(({ text, right, bottom }) => /^\d+$/.test(text) && right < columnEnd && bottom > BODY.bottom)
      .map(({ text }) => text)
    expect(listed).toEqual(listed.map((_, at) => String(at + 1)))
    const raised = pieces.filter(isRaised).map(({ text }) => text.replaceAll(' ', ''))
    const numbers = raised.flatMap((text) => text.match(/\d+/g) ?? [])
    expect(new Set(numbers)).toEqual(new Set(listed))
  })
})

test('the sums of the chart do not touch the line of the goal', () => {
  const page = (read.get(cases[0][0]) ?? []).find((pieces) =>
    textOf(pieces).includes('年末累计功率与当年新增'),
  )
  const goal = page?.find(({ text }) => text === `${nationalGoal.year}年目标`)
  const values = (page ?? []).filter(
    ({ text, right, size }) => size === goal?.size && /^[\d,]+$/.test(text) && right < PAGE.left + 52,
  )
  const [top, zero] = [values.at(-1), values[0]]
  const amountOf = (piece: Piece | undefined) => Number(piece?.text.replaceAll(',', ''))
  const height = (top?.bottom ?? 0) - (zero?.bottom ?? 0)
  // Ticks are centred on their lines.
  const line = (zero?.bottom ?? 0) + 3 + (nationalGoal.power / 10 / amountOf(top)) * height
  const sums = (page ?? []).filter(({ text, size }) => size === goal?.size && /^[\d,]+\.\d\d$/.test(text))
  expect(sums.length).toBeGreaterThan(3)
  for (const { bottom, size } of sums) expect(bottom > line + 1 || bottom + 0.8 * size < line - 1).toBe(true)
})
