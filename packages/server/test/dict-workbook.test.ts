import type { XinchuClient } from '@xinchu/sdk'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'
import { refusal } from './support/refusal.ts'
import { sheetOf } from './support/sheet.ts'

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

const HEAD = ['取值', '名称', '上级取值', '排序', '启用']
const DICT = 'policy_type'

const listed = async (dictName = DICT) => (await admin.dicts.list({ dictName, size: 9999 })).content
const named = async (value: string, dictName = DICT) => {
  const found = (await listed(dictName)).find((each) => each.value === value)
  if (!found) throw new Error(`no ${dictName} ${value}`)
  return found
}

type Cells = readonly (string | number | null)[]

async function workbook(rows: readonly Cells[], head: Cells = HEAD): Promise<File> {
  const bytes = await writeXlsx({
    sheets: [{ name: '字典项', rows: [[...head], ...rows.map((row) => [...row])] }],
  })
  return new File([bytes.slice()], '字典.xlsx')
}

const send = async (rows: readonly Cells[], { dictName = DICT, digest = '', head = HEAD } = {}) =>
  admin.dicts.importWorkbook(
    { file: await workbook(rows, head), ...(digest ? { digest } : {}) },
    { dictName },
  )

async function store(rows: readonly Cells[], dictName = DICT) {
  const { digest } = await send(rows, { dictName })
  return send(rows, { dictName, digest })
}

describe('a workbook of entries', () => {
  test('says what each row does and changes nothing', async () => {
    const before = await listed()
    const [first] = before
    if (!first) throw new Error('the dictionary is empty')
    const { rows } = await send([
      ['77', '碳市场', null, 77, '是'],
      [first.value, `${first.label}类`, null, null, '否'],
      [before[1]?.value ?? '', before[1]?.label ?? '', null, null, null],
    ])
    expect(rows.map(({ effect }) => effect)).toEqual([
      '新增',
      expect.stringMatching(new RegExp(`^名称：${first.label} → ${first.label}类；停用`)),
      '',
    ])
    expect(await listed()).toEqual(before)
  })

  test('is stored once its plan has been seen; what it leaves out stays', async () => {
    const before = await listed()
    await store([['78', '绿证', null, 500, '是']])
    const after = await listed()
    expect(after).toHaveLength(before.length + 1)
    expect(after.find(({ value }) => value === '78')).toMatchObject({
      label: '绿证',
      dictSort: 500,
      enabled: true,
    })
  })

  test('that was exported can be imported again after a change', async () => {
    const { column, heading } = await sheetOf(await admin.dicts.exportWorkbook({ dictName: DICT }))
    expect(heading).toEqual(HEAD)
    const values = column('取值')
    expect(values).toEqual((await listed()).map(({ value }) => value))
    const rows = values.map(
      (value, at): Cells => [
        String(value),
        at === 0 ? '规划类' : String(column('名称')[at]),
        null,
        Number(column('排序')[at]),
        String(column('启用')[at]),
      ],
    )
    const { rows: plan } = await send(rows)
    expect(plan.filter(({ effect }) => effect !== '')).toMatchObject([
      { effect: expect.stringMatching(/^名称：.* → 规划类$/) },
    ])
  })

  test.each<[string, Cells, string, string]>([
    ['lacks the value', [null, '甲', null, 1, '是'], 'value', 'F-001'],
    ['lacks the name', ['90', null, null, 1, '是'], 'label', 'F-001'],
    ['has a name that is too long', ['90', '甲'.repeat(101), null, 1, '是'], 'label', 'F-021'],
    ['has an order that is no number', ['90', '甲', null, 'x', '是'], 'sort', 'F-009'],
    ['has an unknown state', ['90', '甲', null, 1, '也许'], 'enabled', 'F-023'],
  ])('is refused as a whole when a row %s', async (_why, row, field, code) => {
    const { rows, digest } = await send([['91', '乙', null, 1, '是'], row])
    expect(rows[1]?.errors).toMatchObject([{ field, code }])
    expect(await refusal(send([['91', '乙', null, 1, '是'], row], { digest }))).toEqual({
      status: 422,
      message: '工作簿有错误，未导入',
    })
    expect((await listed()).some(({ value }) => value === '91')).toBe(false)
  })

  test('without the column of parents leaves them as they are', async () => {
    const dictName = 'tech_sub_type'
    const child = (await listed(dictName)).find(({ parent }) => parent)
    if (!child) throw new Error(`no entry of ${dictName} has a parent`)
    const head = ['取值', '名称']
    const { rows } = await send([[child.value, `${child.label}（改）`]], { dictName, head })
    expect(rows).toMatchObject([{ effect: `名称：${child.label} → ${child.label}（改）`, errors: [] }])
  })

  test('names a value that it has twice', async () => {
    const { rows } = await send([
      ['92', '甲', null, 1, '是'],
      ['92', '乙', null, 1, '是'],
    ])
    expect(rows[1]?.errors).toMatchObject([{ field: 'value', message: '第3行【取值】：与第2行重复' }])
  })

  test('cannot add to a dictionary of the platform, nor disable its values, but renames them', async () => {
    const dictName = 'declare_status'
    const { label, dictSort } = await named('0', dictName)
    const { rows } = await send(
      [
        ['99', '新', null, 1, '是'],
        ['0', label, null, dictSort ?? 0, '否'],
        ['1', '待县级审查', null, null, null],
      ],
      { dictName },
    )
    expect(rows.map(({ errors }) => errors[0]?.code)).toEqual(['W-018', 'W-018', undefined])
    expect(rows[2]?.effect).toMatch(/^名称：/)
  })

  test('is refused when another administrator changed the dictionary meanwhile', async () => {
    const rows = [['93', '甲', null, 1, '是']]
    const { digest } = await send(rows)
    await store(rows)
    expect(await refusal(send(rows, { digest }))).toMatchObject({ status: 409 })
  })

  test('by two administrators at once is stored once', async () => {
    const rows = [['94', '甲', null, 1, '是']]
    const { digest } = await send(rows)
    const outcomes = await Promise.allSettled([send(rows, { digest }), send(rows, { digest })])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('without its columns or rows is refused with what to do', async () => {
    expect(await refusal(send([['1', '2']], { head: ['甲', '乙'] }))).toMatchObject({
      message: expect.stringContaining('请在导出的工作簿上修改'),
    })
    expect(await refusal(send([]))).toMatchObject({ status: 422, message: '工作簿中没有字典项' })
    expect(await refusal(send([['1', '甲']], { dictName: 'nothing' }))).toMatchObject({ status: 404 })
  })

  test('is in the audit log with the entries that it changed', async () => {
    await store([['95', '审计用', null, 1, '是']])
    const { content } = await admin.auditLog.list({ size: 20 })
    const entry = content.find(({ action }) => action === '导入字典项')
    const { records } = await admin.auditLog.getDetail(entry?.id ?? 0)
    expect(JSON.stringify(records)).toContain('审计用')
  })

  test.each(['nation', 'province_nx', 'enterprise_yc', 'query'])('is not for %s', async (name) => {
    const { dicts } = await rig.as(name)
    const file = await workbook([['96', '甲']])
    await expect(dicts.importWorkbook({ file }, { dictName: DICT })).rejects.toMatchObject({
      kind: 'forbidden',
    })
    await expect(dicts.exportWorkbook({ dictName: DICT })).rejects.toMatchObject({ kind: 'forbidden' })
  })
})

describe('the usage of an entry', () => {
  const usageOf = async (client: XinchuClient, dictName: string, id: number) =>
    (await client.dicts.list({ dictName, usageOf: id })).content[0]?.usage

  test('counts the records that hold it, by kind', async () => {
    const { id } = await named('01', 'tech_type')
    const usage = (await usageOf(admin, 'tech_type', id)) ?? []
    const { totalElements } = await (await rig.as('nation')).projects.list({ techType: ['01'], size: 1 })
    const projects = usage.find(({ kind }) => kind === '项目')?.count ?? 0
    expect(projects).toBeGreaterThan(0)
    expect(projects).toBeGreaterThanOrEqual(totalElements)
    expect(usage.map(({ count }) => count)).toEqual(usage.map(({ count }) => count).toSorted((a, b) => b - a))
    expect(usage.map(({ kind }) => kind)).not.toContain('其他记录')
  })

  test('is empty for one that nothing holds, and unknown for one of another dictionary', async () => {
    await store([['97', '无人引用', null, 1, '是']])
    const { id } = await named('97')
    expect(await usageOf(admin, DICT, id)).toEqual([])
    expect(await refusal(usageOf(admin, 'tech_type', id))).toMatchObject({ status: 404 })
  })

  test('is not told to those who do not manage dictionaries', async () => {
    const { id } = await named('01', 'tech_type')
    for (const name of ['nation', 'province_nx', 'enterprise_yc'])
      expect(await refusal(usageOf(await rig.as(name), 'tech_type', id))).toMatchObject({ status: 403 })
  })
})

describe('the order of entries', () => {
  const order = async () => (await listed('profit_model')).map(({ value }) => value)
  const moved = async (value: string, position: number) => {
    const { id, label, version = 0 } = await named(value, 'profit_model')
    return admin.dicts.update({ id, version, dict: { name: 'profit_model' }, value, label, position })
  }

  test.each([
    ['to the front', '3', 1, 0],
    ['to the end', '1', 9999, -1],
    ['between others', '2', 3, 2],
  ])('changes by moving one %s; the others keep theirs', async (_where, value, position, place) => {
    const before = await order()
    await moved(value, position)
    const after = await order()
    expect(after.at(place)).toBe(value)
    expect(after.filter((each) => each !== value)).toEqual(before.filter((each) => each !== value))
  })

  test('holds every entry once after two moves at once', async () => {
    const before = await order()
    await Promise.all([moved('4', 1), moved('5', 1)])
    const after = await order()
    expect(after.toSorted()).toEqual(before.toSorted())
    expect(after.slice(0, 2).toSorted()).toEqual(['4', '5'])
  })

  test('is not changed by a move of a stale entry', async () => {
    const { id, label, version = 0 } = await named('6', 'profit_model')
    await moved('6', 2)
    const stale = { id, version, dict: { name: 'profit_model' }, value: '6', label, position: 1 }
    expect(await refusal(admin.dicts.update(stale))).toMatchObject({ status: 409 })
  })
})
