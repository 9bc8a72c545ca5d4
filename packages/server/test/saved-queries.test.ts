import { createClient, type XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../src/domain/auth/sample-password.ts'
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
  await rig.db.deleteFrom('saved_query').execute()
})

async function loggedIn() {
  const client = createClient({ baseUrl: rig.url })
  const { uuid } = await client.auth.getCaptcha()
  return client.auth.login({ username: 'county_yc', password: SAMPLE_PASSWORD, code: '7', uuid })
}

const draft = (name: string, conditions: Record<string, string> = { buildStatus: '3,4' }) => ({
  listName: 'es-project' as const,
  name,
  conditions,
})

test('conditions are kept under a name and listed, the newest first, for their user alone', async () => {
  await county.savedQueries.save(draft('在建'))
  await county.savedQueries.save({
    ...draft('大型', { powerMin: '100', sort: 'ratedPower,desc' }),
    listName: 'warehouse',
  })
  const all = await county.savedQueries.list()
  expect(all.map(({ name }) => name)).toEqual(['大型', '在建'])
  expect(await county.savedQueries.list({ listName: 'es-project' })).toMatchObject([
    { name: '在建', conditions: { buildStatus: '3,4' } },
  ])
  expect(await city.savedQueries.list()).toEqual([])
})

test('the same name once more replaces the conditions: the last write holds', async () => {
  const first = await county.savedQueries.save(draft('在建'))
  const second = await county.savedQueries.save(draft('在建', { keyword: '盐池' }))
  expect(second).toMatchObject({ id: first.id, conditions: { keyword: '盐池' } })
  expect(await county.savedQueries.list()).toHaveLength(1)
})

test('a name can be changed, but not to one that is taken in the same list', async () => {
  const { id } = await county.savedQueries.save(draft('在建'))
  await county.savedQueries.save(draft('投运'))
  expect(await county.savedQueries.rename({ id, name: '在建项目' })).toMatchObject({ id, name: '在建项目' })
  await expect(county.savedQueries.rename({ id, name: '投运' })).rejects.toMatchObject({
    status: 409,
    message: '“投运”已存在',
  })
})

test('others can neither rename nor delete them', async () => {
  const { id } = await county.savedQueries.save(draft('在建'))
  await expect(city.savedQueries.rename({ id, name: '别人的' })).rejects.toMatchObject({ status: 404 })
  await expect(city.savedQueries.delete([id])).rejects.toMatchObject({ status: 404 })
  await county.savedQueries.delete([id])
  expect(await county.savedQueries.list()).toEqual([])
})

describe('what the list would not take is not kept', () => {
  test.each([
    ['a condition that it does not have', { colour: 'red' }, '不支持'],
    ['a figure that is none', { powerMin: '很大' }, '数字'],
    ['one bad value among several', { buildStatus: `3,${'4'.repeat(40)}` }, ''],
    ['a place that is none', { provinceCode: '宁夏' }, ''],
    ['an order that is none', { sort: '; drop table' }, ''],
    ['a page', { page: '3' }, '不支持'],
  ])('%s', async (_what, conditions, words) => {
    const saving = county.savedQueries.save(draft('不对', conditions))
    await expect(saving).rejects.toMatchObject({ status: 400, message: expect.stringContaining(words) })
    expect(await county.savedQueries.list()).toEqual([])
  })
})

test('there are fifty at most; those that are there can still be replaced', async () => {
  for (let at = 1; at <= 50; at += 1) await county.savedQueries.save(draft(`第${at}个`))
  await expect(county.savedQueries.save(draft('第51个'))).rejects.toMatchObject({ status: 409 })
  expect(await county.savedQueries.save(draft('第50个', { keyword: '新' }))).toMatchObject({ name: '第50个' })
})

describe('deletion through a proxy that drops the body of a DELETE', () => {
  const remove = async (query: string, body?: readonly number[]) => {
    const { token } = await loggedIn()
    const reply = await fetch(`${rig.url}/api/savedQuery${query}`, {
      method: 'DELETE',
      headers: { Authorization: token ?? '', ...(body ? { 'Content-Type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: reply.status, text: await reply.text() }
  }

  test('takes the keys from the query', async () => {
    const [one, two] = [
      await county.savedQueries.save(draft('在建')),
      await county.savedQueries.save(draft('投运')),
    ]
    expect(await remove(`?ids=${one.id},${two.id}`)).toEqual({ status: 204, text: '' })
    expect(await county.savedQueries.list()).toEqual([])
  })

  test('deletes nothing when keys are given twice, are missing or are no numbers', async () => {
    const { id } = await county.savedQueries.save(draft('在建'))
    expect(await remove(`?ids=${id}`, [id])).toMatchObject({ status: 400 })
    expect(await remove('')).toMatchObject({ status: 400, text: expect.stringContaining('"field":"ids"') })
    expect(await remove('?ids=a')).toMatchObject({
      status: 400,
      text: expect.stringContaining('"field":"ids'),
    })
    expect(await county.savedQueries.list()).toHaveLength(1)
  })
})
