import type { XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'
import { refusal } from './support/refusal.ts'

let rig: Rig
let admin: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  admin = await rig.as('admin')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const entry = async (dictName: string, value: string) => {
  const { content } = await admin.dicts.list({ dictName, size: 9999 })
  const found = content.find((each) => each.value === value)
  if (!found) throw new Error(`no ${dictName} ${value}`)
  return found
}

describe('a value of a dictionary', () => {
  test('[7.dict.3, 7.dict.4, 7.dict.5] is added, renamed and deleted while nothing holds it', async () => {
    const dict = { name: 'policy_type' }
    const made = await admin.dicts.create({ dict, value: '10', label: '碳市场' })
    expect(await refusal(admin.dicts.create({ dict, value: '10', label: '又' }))).toEqual({
      status: 409,
      message: '该字典已有此取值',
    })
    const renamed = { id: made.id, dict, value: '10', label: '碳市场政策', version: 0 }
    expect(await admin.dicts.update(renamed)).toMatchObject({ label: '碳市场政策', version: 1 })
    expect(await refusal(admin.dicts.update(renamed))).toMatchObject({ status: 409 })
    await admin.dicts.delete(made.id)
    expect(await refusal(admin.dicts.delete(made.id))).toEqual({ status: 404, message: '字典项不存在' })
  })

  test('[3.dict.1, 7.dict.1, 7.dict.2] that records hold is neither changed nor deleted, but may be disabled', async () => {
    const { id, label, version = 0 } = await entry('tech_type', '01')
    expect(await refusal(admin.dicts.delete(id))).toEqual({
      status: 409,
      message: '该取值已被引用，不能删除，可改为停用',
    })
    const dict = { name: 'tech_type' }
    expect(await refusal(admin.dicts.update({ id, version, dict, value: '91', label }))).toEqual({
      status: 409,
      message: '该取值已被引用，不能修改',
    })
    await admin.dicts.update({ id, version, dict, value: '01', label, enabled: false })
    const { dicts } = await rig.as('enterprise_yc')
    const offered = await dicts.list({ dictName: 'tech_type', size: 9999 })
    expect(offered.content.map(({ value }) => value)).not.toContain('01')
    // By its name what holds it is shown still.
    const { tech_type: named } = await dicts.getMap({ dictName: 'tech_type' })
    expect(named?.find(({ value }) => value === '01')).toMatchObject({ label, enabled: false })
    expect(await entry('tech_type', '01')).toMatchObject({ enabled: false })
    await admin.dicts.update({ id, version: version + 1, dict, value: '01', label, enabled: true })
  })

  test('is not changed by who does not say which state of it he saw', async () => {
    const { id, label } = await entry('tech_type', '02')
    const unseen = { id, dict: { name: 'tech_type' }, value: '02', label } as Parameters<
      typeof admin.dicts.update
    >[0]
    expect(await refusal(admin.dicts.update(unseen))).toEqual({ status: 400, message: '版本号：值不能为空' })
  })

  test('of a dictionary on which the platform relies gets at most another name', async () => {
    const dict = { name: 'declare_status' }
    const { id, version = 0 } = await entry('declare_status', '0')
    expect(await refusal(admin.dicts.create({ dict, value: '99', label: '新' }))).toMatchObject({
      status: 409,
    })
    expect(await refusal(admin.dicts.delete(id))).toMatchObject({ status: 409 })
    const change = { id, version, dict, value: '0', label: '暂存' }
    expect(await refusal(admin.dicts.update({ ...change, value: '98' }))).toMatchObject({ status: 409 })
    expect(await admin.dicts.update(change)).toMatchObject({ label: '暂存' })
  })

  test('of a dictionary that is not there is refused', async () => {
    const draft = { dict: { name: 'nothing' }, value: '1', label: '甲' }
    expect(await refusal(admin.dicts.create(draft))).toMatchObject({ status: 400 })
  })
})
