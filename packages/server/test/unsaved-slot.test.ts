import { isXinchuError, type XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'

let rig: Rig
let phone: XinchuClient
let desktop: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  phone = await rig.as('enterprise_yc')
  desktop = await rig.as('enterprise_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const PLACE = { provinceCode: '640000', cityCode: '640300', countyCode: '640323' }
const project = (projectName: string) => ({ projectName, ...PLACE })

const claims = async (target: string) => {
  const { rows } = await sql<{ record_id: number }>`
    select record_id from unsaved_record where target = ${target}`.execute(rig.db)
  return rows.map(({ record_id }) => record_id)
}
const named = async (projectName: string) =>
  (await phone.projects.list({ keyword: projectName })).content.map(({ id }) => id)

/** Id in the refusal of a second creation. */
async function madeBy(creation: Promise<unknown>): Promise<string | undefined> {
  const error = await creation.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!isXinchuError(error) || error.status !== 409) throw error
  expect(error).toMatchObject({ code: 'W-022', message: '这份填写已在另一窗口或设备保存为记录' })
  return error.errors.find(({ field }) => field === 'Unsaved-Slot')?.value
}

describe('a project from unsaved input', () => {
  test('is made once: another device is told its number', async () => {
    const { id } = await phone.projects.create(project('一次储能电站'), { unsavedSlot: 'new:once' })
    const again = desktop.projects.create(project('一次储能电站改'), { unsavedSlot: 'new:once' })
    expect(await madeBy(again)).toBe(String(id))
    expect(await named('一次储能电站')).toEqual([id])
  })

  test('is made once by two devices at the same moment', async () => {
    const outcomes = await Promise.allSettled(
      [phone, desktop, phone, desktop].map((device, at) =>
        device.projects.create(project('同时储能电站'), {
          unsavedSlot: 'new:at-once',
          idempotencyKey: `at-once-${at}`,
        }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [id] = await named('同时储能电站')
    expect(await claims('new:at-once')).toEqual([id])
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(await madeBy(Promise.reject(outcome.reason))).toBe(String(id))
  })

  test('is made by the next try if a creation was refused, which leaves no claim', async () => {
    const refused = phone.projects.create(
      { ...project('补正储能电站'), provinceCode: '110000' },
      { unsavedSlot: 'new:later' },
    )
    await expect(refused).rejects.toMatchObject({ status: expect.any(Number) })
    expect(await claims('new:later')).toEqual([])
    const { id } = await desktop.projects.create(project('补正储能电站'), { unsavedSlot: 'new:later' })
    expect(await claims('new:later')).toEqual([id])
  })

  test('gets its first reply again by its idempotency key', async () => {
    const call = { unsavedSlot: 'new:key', idempotencyKey: 'slot-and-key' }
    const first = await phone.projects.create(project('重发储能电站'), call)
    expect(await desktop.projects.create(project('重发储能电站'), call)).toEqual(first)
  })

  test('is not in the way of another account with the same slot', async () => {
    const county = await rig.sameAs('county_yc')
    const first = await phone.projects.create(project('企业的储能电站'), { unsavedSlot: 'new:shared' })
    const second = await county.projects.create(project('县里的储能电站'), { unsavedSlot: 'new:shared' })
    expect(await claims('new:shared')).toEqual(expect.arrayContaining([first.id, second.id]))
  })

  test('a slot that is no target of unsaved input is refused by its name', async () => {
    const creation = phone.projects.create(project('坏编号储能电站'), { unsavedSlot: '../1' })
    await expect(creation).rejects.toMatchObject({ status: 400, errors: [{ field: 'Unsaved-Slot' }] })
    expect(await named('坏编号储能电站')).toEqual([])
  })
})

test('the claim of input that still exists outlives a year; others are cleared', async () => {
  await phone.projects.create(project('早年储能电站'), { unsavedSlot: 'new:old' })
  const { id } = await phone.projects.create(project('早年在填储能电站'), { unsavedSlot: 'new:open' })
  await phone.unsaved.save({
    ...{ kind: 'es-project', target: 'new:open', seen: 0, drop: [] },
    set: [{ key: 'projectName', value: '"早年在填储能电站"' }],
  })
  await sql`update unsaved_record set create_time = now() - interval '2 years'
    where target in ('new:old', 'new:open')`.execute(rig.db)
  const again = desktop.projects.create(project('早年在填储能电站'), { unsavedSlot: 'new:open' })
  expect(await madeBy(again)).toBe(String(id))
  await phone.projects.create(project('今年储能电站'), { unsavedSlot: 'new:young' })
  expect(await claims('new:old')).toEqual([])
  expect(await claims('new:open')).toEqual([id])
})

test('an account, which is made in several steps, is made once too', async () => {
  const admin = await rig.sameAs('admin')
  const { rows } = await sql<{ orgId: number }>`
    select org_id as "orgId" from app_user where username = 'county_yc'`.execute(rig.db)
  const draft = {
    username: 'slot_user',
    realName: '张三',
    phone: '13900139777',
    orgId: rows[0]?.orgId ?? 0,
    roleIds: [5],
  }
  const { user } = await admin.users.create(draft, { unsavedSlot: 'new:user' })
  const again = admin.users.create(
    { ...draft, username: 'slot_user2', phone: '13900139778' },
    { unsavedSlot: 'new:user' },
  )
  expect(await madeBy(again)).toBe(String(user.id))
})
