import type { PinnedCard, XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'

let rig: Rig
let county: XinchuClient
let city: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  county = await rig.as('county_yc')
  city = await rig.as('city_wz')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})
beforeEach(async () => {
  await rig.db.deleteFrom('pinned_cards').execute()
})

const card = (of: PinnedCard['card'], conditions: PinnedCard['conditions'] = {}): PinnedCard => ({
  card: of,
  level: 'province',
  conditions,
})

test('cards are kept in their order with their conditions, for their user alone', async () => {
  expect(await county.home.pinned()).toEqual({ version: 0, cards: [] })
  const cards = [card('trend', { provinceCode: '640000', unit: 'wan' }), card('map')]
  expect(await county.home.pin({ version: 0, cards })).toEqual({ version: 1, cards })
  expect(await county.home.pin({ version: 1, cards: cards.toReversed() })).toMatchObject({ version: 2 })
  expect(await county.home.pinned()).toEqual({ version: 2, cards: cards.toReversed() })
  expect(await city.home.pinned()).toEqual({ version: 0, cards: [] })
})

test.each([0, 1, 3])(
  'a list based on version %i is refused after another device saved the second',
  async (version) => {
    await county.home.pin({ version: 0, cards: [card('map')] })
    await county.home.pin({ version: 1, cards: [card('trend')] })
    await expect(county.home.pin({ version, cards: [] })).rejects.toMatchObject({ status: 409 })
    expect((await county.home.pinned()).cards).toEqual([card('trend')])
  },
)

test('a first list cannot be based on one that never was', async () => {
  await expect(county.home.pin({ version: 4, cards: [card('map')] })).rejects.toMatchObject({ status: 409 })
  expect(await county.home.pinned()).toEqual({ version: 0, cards: [] })
})

test('at most twelve different cards, with conditions of the page alone', async () => {
  const many = Array.from({ length: 13 }, (_, at) => card('trend', { provinceCode: String(110_000 + at) }))
  expect(await county.home.pin({ version: 0, cards: many.slice(1) })).toMatchObject({ version: 1 })
  for (const cards of [many, [card('map', { rows: 'ratedPower' })]])
    await expect(county.home.pin({ version: 1, cards })).rejects.toMatchObject({ status: 400 })
  const doubled = [card('map', { unit: 'wan', source: 'work' }), card('map', { source: 'work', unit: 'wan' })]
  expect((await county.home.pin({ version: 1, cards: doubled })).cards).toEqual(doubled.slice(0, 1))
})

test('an enterprise, which has no statistics, has no cards', async () => {
  const enterprise = await rig.as('enterprise_yc')
  await expect(enterprise.home.pinned()).rejects.toMatchObject({ status: 403 })
})
