import type { components } from '@xinchu/contract/schema'
import type { XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { budget, randomOf } from '../../../scripts/lib/test-seed.mjs'
import { type Rig, startRig } from './rig.ts'

type Change = components['schemas']['UnsavedChange']

let rig: Rig
let county: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  county = await rig.as('county_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})
beforeEach(async () => {
  await rig.db.deleteFrom('unsaved').execute()
})

const PLACE = { kind: 'es-project', target: 'new:1' } as const
const change = (values: Record<string, string>, more: Partial<Change> = {}): Change => ({
  ...{ ...PLACE, seen: 0, drop: [] },
  set: Object.entries(values).map(([key, value]) => ({ key, value })),
  ...more,
})
const contentOf = async (client: XinchuClient) =>
  Object.fromEntries((await client.unsaved.getValues(PLACE)).values.map(({ key, value }) => [key, value]))

test('unsaved input is kept with its base, version and title, and listed, the newest first', async () => {
  await county.unsaved.save({
    ...change({ projectName: '"麻黄甲"' }, { title: '麻黄甲储能站', version: 3 }),
    set: [{ key: 'projectName', value: '"麻黄甲"', base: '""' }],
  })
  await county.unsaved.save(change({ a: '1', b: '2' }, { target: '1001' }))
  const { entries, deviceKey } = await county.unsaved.list()
  expect(entries).toMatchObject([
    { kind: 'es-project', target: '1001', count: 2 },
    { target: 'new:1', title: '麻黄甲储能站', count: 1 },
  ])
  expect(Buffer.from(deviceKey, 'base64')).toHaveLength(32)
  expect(await county.unsaved.list()).toMatchObject({ deviceKey })
  expect(await county.unsaved.getValues(PLACE)).toMatchObject({
    version: 3,
    values: [{ key: 'projectName', value: '"麻黄甲"', base: '""' }],
  })
})

test('input that breaks every rule of the form is kept as it was typed', async () => {
  const value = JSON.stringify('120 MW \u0000\u202e\ufeff')
    .replace('\u202e', '\\u202e')
    .replace('\ufeff', '\\ufeff')
  await county.unsaved.save(change({ ratedPower: value }))
  expect(await contentOf(county)).toEqual({ ratedPower: value })
})

test('the input of one account is not listed, read, changed or deleted by another', async () => {
  const { seq } = await county.unsaved.save(change({ projectName: '"甲"' }))
  const own = await county.unsaved.list()
  for (const name of ['admin', 'nation', 'city_wz', 'enterprise_yc', 'svc_enterprise']) {
    const other = await rig.sameAs(name)
    const list = await other.unsaved.list()
    expect(list.entries, name).toEqual([])
    expect(list.deviceKey, name).not.toBe(own.deviceKey)
    expect(await other.unsaved.getValues(PLACE), name).toEqual({ seq: 0, values: [] })
    await other.unsaved.delete({ ...PLACE, seen: seq })
    await other.unsaved.save(change({ projectName: '"乙"' }))
    await other.unsaved.save(change({}, { drop: ['projectName'], seen: Number.MAX_SAFE_INTEGER }))
  }
  expect(await contentOf(county)).toEqual({ projectName: '"甲"' })
})

test('no text that was typed gets into the audit log', async () => {
  const { seq } = await county.unsaved.save(change({ projectName: '"不进日志的话"' }))
  await county.unsaved.delete({ ...PLACE, seen: seq })
  const { rows } =
    await sql`select 1 from audit_log a where a.operation_id in ('saveUnsaved', 'deleteUnsaved')
    or a::text like '%不进日志的话%'`.execute(rig.db)
  expect(rows).toEqual([])
})

test('a key that another window changed is not overwritten, and the others are written', async () => {
  const first = await county.unsaved.save(change({ a: '1', b: '1' }))
  await county.unsaved.save(change({ a: '2' }, { seen: first.seq }))
  const reply = await county.unsaved.save(change({ a: '3', c: '3' }, { seen: first.seq, drop: ['b'] }))
  expect(reply.others).toEqual([{ key: 'a', value: '2' }])
  expect(await contentOf(county)).toEqual({ a: '2', c: '3' })
})

test('a reply tells also those changes of another window that the call does not touch', async () => {
  const first = await county.unsaved.save(change({ a: '1' }))
  await county.unsaved.save(change({ b: '2' }, { seen: first.seq }))
  const reply = await county.unsaved.save(change({ a: '3' }, { seen: first.seq }))
  expect(reply.others).toEqual([{ key: 'b', value: '2' }])
})

test('an entry goes with its last key', async () => {
  const { seq } = await county.unsaved.save(change({ a: '1' }))
  await county.unsaved.save(change({}, { seen: seq, drop: ['a'] }))
  expect((await county.unsaved.list()).entries).toEqual([])
})

test('an entry is not deleted once another window has added to it', async () => {
  const first = await county.unsaved.save(change({ a: '1' }))
  const second = await county.unsaved.save(change({ b: '1' }, { seen: first.seq }))
  await expect(county.unsaved.delete({ ...PLACE, seen: first.seq })).rejects.toMatchObject({ status: 409 })
  await county.unsaved.delete({ ...PLACE, seen: second.seq })
  await county.unsaved.delete({ ...PLACE, seen: second.seq })
  expect(await county.unsaved.getValues(PLACE)).toEqual({ seq: 0, values: [] })
})

test('a number that was seen before a deletion hides no later change', async () => {
  const first = await county.unsaved.save(change({ a: '1' }))
  await county.unsaved.delete({ ...PLACE, seen: first.seq })
  await county.unsaved.save(change({ a: '2' }))
  const reply = await county.unsaved.save(change({ a: '3' }, { seen: first.seq }))
  expect(reply.others).toEqual([{ key: 'a', value: '2' }])
})

describe('beyond a bound nothing of the call is written', () => {
  const long = (length: number) => JSON.stringify('x'.repeat(length))
  const refused = { status: 422, code: 'W-038' }

  test('a value of 600,001 characters', async () => {
    const saving = county.unsaved.save(change({ a: '1', b: long(600_000) }))
    await expect(saving).rejects.toMatchObject(refused)
    expect(await contentOf(county)).toEqual({})
  })

  test('an entry of 16 MB', async () => {
    const part = (at: number) => Object.fromEntries([0, 1, 2, 3, 4].map((n) => [`${at}/${n}`, long(599_998)]))
    let seen = 0
    for (let at = 0; at < 5; at += 1) seen = (await county.unsaved.save(change(part(at), { seen }))).seq
    await expect(county.unsaved.save(change(part(5), { seen }))).rejects.toMatchObject(refused)
    expect(Object.keys(await contentOf(county))).toHaveLength(25)
  })

  test('20,001 keys', async () => {
    const part = (at: number) =>
      Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`${at}/${n}`, '1']))
    let seen = 0
    for (let at = 0; at < 10; at += 1) seen = (await county.unsaved.save(change(part(at), { seen }))).seq
    await expect(county.unsaved.save(change({ more: '1' }, { seen }))).rejects.toMatchObject(refused)
  })

  test('201 entries', async () => {
    for (let at = 0; at < 200; at += 1) await county.unsaved.save(change({ a: '1' }, { target: `new:${at}` }))
    await expect(county.unsaved.save(change({ a: '1' }, { target: 'new:200' }))).rejects.toMatchObject(
      refused,
    )
    expect((await county.unsaved.list()).entries).toHaveLength(200)
  })
})

test('the input of an account goes with the account', async () => {
  await county.unsaved.save(change({ a: '1' }))
  await rig.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      insert into app_user (username, username_key, password_hash, real_name, org_id, status)
      select 'gone', 'gone', password_hash, real_name, org_id, status from app_user where username = 'county_yc'
      returning id`.execute(trx)
    const id = rows[0]?.id ?? 0
    await sql`insert into unsaved (user_id, kind, target, seq) values (${id}, 'role', 'new:1', 1)`.execute(
      trx,
    )
    await sql`insert into unsaved_value (user_id, kind, target, key, value, seq)
      values (${id}, 'role', 'new:1', 'name', '""', 1)`.execute(trx)
    await sql`delete from app_user where id = ${id}`.execute(trx)
  })
  const { rows } = await sql`select distinct kind from unsaved_value`.execute(rig.db)
  expect(rows).toEqual([{ kind: 'es-project' }])
})

/** A device as it should be: what it was told, and a copy of the platform by the rules in words. */
interface Device {
  seen: number
  known: Map<string, string>
}

test('histories of two devices: no value is overwritten that a device was not told', async () => {
  const random = randomOf('unsaved')
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T // the list is not empty
  const names = ['a', 'b', 'c', 'd']
  for (let at = 0; at < budget(40, 200); at += 1) {
    const target = `new:${at}`
    const platform = new Map<string, string>()
    const devices: Device[] = [
      { seen: 0, known: new Map() },
      { seen: 0, known: new Map() },
    ]
    for (let step = 0; step < 6; step += 1) {
      const device = pick(devices)
      const set = names.filter(() => random() < 0.4).map((key) => ({ key, value: pick(['1', '2', '3']) }))
      const drop = names.filter((key) => random() < 0.2 && !set.some((each) => each.key === key))
      const isOther = (key: string) => platform.has(key) && platform.get(key) !== device.known.get(key)
      const wanted = new Map(set.map(({ key, value }) => [key, value]))
      const expected = [...platform].filter(([key, value]) => isOther(key) && wanted.get(key) !== value)
      const { seq, others } = await county.unsaved.save({
        ...{ kind: 'es-project', target, seen: device.seen, set, drop },
      })
      const told = new Map(others.map(({ key, value }) => [key, value]))
      // A key that was written again with the same value is told although nothing differs.
      for (const [key, value] of expected) expect(told.get(key), `${at}/${step}`).toBe(value)
      for (const [key, value] of told) expect(platform.get(key), `${at}/${step}`).toBe(value)
      for (const { key, value } of set) if (!told.has(key)) platform.set(key, value)
      for (const key of drop) if (!told.has(key)) platform.delete(key)
      device.seen = seq
      device.known = new Map(platform)
    }
    const { values } = await county.unsaved.getValues({ kind: 'es-project', target })
    expect(Object.fromEntries(values.map(({ key, value }) => [key, value]))).toEqual(
      Object.fromEntries(platform),
    )
    await county.unsaved.delete({ kind: 'es-project', target, seen: Number.MAX_SAFE_INTEGER })
  }
})
