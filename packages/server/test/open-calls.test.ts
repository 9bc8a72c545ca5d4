import { createClient } from '@xinchu/sdk'
import { ruleBook } from '@xinchu/validators/book'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const anyone = () => createClient({ baseUrl: rig.url })

describe('without a session', () => {
  test('the server says that it lives and that it can serve', async () => {
    const { health } = anyone()
    expect(await health.check()).toMatchObject({ status: 'ok' })
    expect(await health.ready()).toMatchObject({ status: 'ok', database: 'ok' })
  })

  test('the book of rules is read, and taken along with one line for each rule', async () => {
    const { rules } = anyone()
    const codes = ruleBook.map(({ code }) => code)
    expect((await rules.list()).map(({ code }) => code).sort()).toEqual(codes.toSorted())
    const text = await (await rules.download()).blob.text()
    const listed = text.split('\r\n').flatMap((line) => /^(?:[A-Z]-\d{3}|OUT-[A-Z])/.exec(line) ?? [])
    expect(listed.sort()).toEqual(codes.toSorted())
  })
})

test('[7.project.27] the groups of owners are found by a part of their names', async () => {
  const { owners } = await rig.as('enterprise_yc')
  const all = await owners.list()
  const found = await owners.list({ keyword: '国家电' })
  expect(found).toEqual(all.filter(({ label, shortName = '' }) => `${label}${shortName}`.includes('国家电')))
  expect(found.map(({ value }) => value)).toContain('SGCC')
})

test('remarks are counted by office, kind and state', async () => {
  const { review } = await rig.as('enterprise_yc')
  const counts = await review.countRemarks()
  expect(new Set(counts.map(({ orgName }) => orgName))).toEqual(new Set(['盐池一号储能有限公司']))
  for (const { entity, status, count } of counts) {
    const { totalElements } = await review.listRemarks({ entity, status: [status] })
    expect(totalElements, `${entity} ${status}`).toBe(count)
  }
})
