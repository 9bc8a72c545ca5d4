import { type ImportRecord, importWorkbook, type RowsOptions } from '@xinchu/sdk'
import { describe, expect, test } from 'vitest'
import { openImportPlatform } from '../support/import-platform.ts'
import type { ImportCells } from '../support/import-rows.ts'
import { rawWorkbook, type WrittenCell, type WrittenSheet } from '../support/raw-workbook.ts'
import { saveByHand } from '../support/save-by-hand.ts'

const platform = openImportPlatform(73_000)

/** A row of a mixed station of 100 MW and 200 MWh. */
const mixed = (more: ImportCells = {}): ImportCells => {
  const { techSubType: _sub, ...row } = platform.nextRow({ techType: '混合储能' })
  return { ...row, ratedPower: 100, ratedEnergy: 200, totalInvestment: 30_000, ...more }
}

type Rows = readonly (readonly WrittenCell[])[]

/** Imports projects and sheets beside them. */
async function imported(rows: readonly ImportCells[], sheets: WrittenSheet[], options: RowsOptions = {}) {
  const names = Object.keys(rows[0] ?? {})
  const projects = {
    name: '项目',
    rows: [names, ...rows.map((row) => names.map((name) => row[name] ?? null))],
  }
  const file = new File([Uint8Array.from(rawWorkbook({ sheets: [...sheets, projects] }))], '项目.xlsx')
  const { batch } = await importWorkbook(platform.enterprise.imports, file, { pollInterval: 20, ...options })
  return { batch, found: await platform.rowsIn(batch.id) }
}

const HEAD = ['电站名称', '技术路线', '额定功率（万千瓦）', '额定能量（MWh）']
const sheetOf = (rows: Rows, heading: readonly WrittenCell[] = HEAD): WrittenSheet => ({
  name: '构成',
  rows: [heading, ...rows],
})
const nameOf = (row: ImportCells) => String(row['projectName'])
const detailOf = async (id: number | undefined) =>
  (await platform.enterprise.projects.get(id ?? 0)).hybridDetail

const LITHIUM = { techType: '01', ratedPower: 60, ratedEnergy: 120 }
const FLOW = { techType: '04', ratedPower: 40, ratedEnergy: 80 }

describe('the parts of mixed stations on a sheet of their own', () => {
  test('are written, whatever the sheet is called and wherever it stands', async () => {
    const [first, second] = [mixed(), mixed()]
    const parts = [
      [nameOf(second), '04', 4, 80],
      [nameOf(second), '01', 6, 120],
      [nameOf(first), '01', 6, 120],
      // A part without a name belongs to the project above.
      [null, '04', 4, 80],
      ['合计', null, 20, 400],
    ]
    const { batch, found } = await imported([first, second], [sheetOf(parts)])
    expect(batch).toMatchObject({ created: 2, errorRows: 0 })
    expect(await detailOf(found[0]?.projectId)).toEqual([LITHIUM, FLOW])
    expect(await detailOf(found[1]?.projectId)).toEqual([FLOW, LITHIUM])
  })

  test('change a draft as one field, which the plan shows in words', async () => {
    const row = mixed()
    const whole = [
      [nameOf(row), '01', 6, 120],
      [nameOf(row), '04', 4, 80],
    ]
    await imported([row], [sheetOf(whole)])
    const again = await imported([row], [sheetOf(whole)])
    expect(again.batch).toMatchObject({ same: 1, changed: 0 })
    const other = [
      [nameOf(row), '01', 7, 140],
      [nameOf(row), '04', 3, 60],
    ]
    const { batch } = await imported([row], [sheetOf(other)], { dryRun: true })
    const plan = await platform.enterprise.imports.plan(batch.id, {})
    expect(plan.counts).toMatchObject({ changed: 1, changes: 1 })
    const words = plan.rows[0]?.draft?.changes ?? []
    expect(words.map(({ caption }) => caption)).toEqual(['混合储能构成'])
    expect(words[0]?.oldValue).toMatch(/60 MW.*120 MWh；.*40 MW.*80 MWh/)
    expect(words[0]?.newValue).toMatch(/70 MW.*140 MWh；.*30 MW.*60 MWh/)
    const written = await imported([row], [sheetOf(other)])
    expect(written.batch).toMatchObject({ changed: 1, changes: 1 })
    expect(await detailOf(written.found[0]?.projectId)).toMatchObject([
      { ratedPower: 70 },
      { ratedPower: 30 },
    ])
  })

  test('stay as a person has corrected them', async () => {
    const row = mixed()
    const parts = [
      [nameOf(row), '01', 6, 120],
      [nameOf(row), '04', 4, 80],
    ]
    const { found } = await imported([row], [sheetOf(parts)])
    const hybridDetail = [
      { ...LITHIUM, ratedPower: 70 },
      { ...FLOW, ratedPower: 30 },
    ]
    const id = found[0]?.projectId ?? 0
    await saveByHand(platform.enterprise, id, { hybridDetail })
    const { batch } = await imported([row], [sheetOf(parts)])
    expect(batch).toMatchObject({ changed: 0, same: 1, kept: 1 })
    expect(await detailOf(id)).toEqual(hybridDetail)
  })

  test('must add up to the station and be sound themselves', async () => {
    const [sum, broken] = [mixed(), mixed()]
    const parts = [
      [nameOf(sum), '01', 6, 120],
      [nameOf(sum), '04', 3, 80],
      [nameOf(broken), '水车', 6, 120],
      [nameOf(broken), '04', null, 80],
    ]
    const { found } = await imported([sum, broken], [sheetOf(parts)], { dryRun: true })
    expect(found.map(({ errors }) => errors.map(({ message }) => message).join())).toEqual([
      expect.stringContaining('【混合储能构成】：各部分额定功率之和与项目额定功率不一致'),
      expect.stringMatching(/【混合储能构成】：第 1 项技术路线：/),
    ])
  })

  test('are told as not read where no mixed station of the workbook has them', async () => {
    const [row, other] = [mixed(), { ...mixed(), techType: '01' }]
    const parts = [
      ['别处储能站', '01', 6, 120],
      [nameOf(other), '01', 10, 200],
    ]
    const { batch, found } = await imported([row, other], [sheetOf(parts)])
    expect(batch.notes).toContain('工作表“构成”有 2 行未读（没有对应的混合储能项目）')
    expect(await detailOf(found[1]?.projectId)).toBeUndefined()
  })

  test('go by the number of the platform where two projects have one name', async () => {
    const [first, second] = [mixed(), mixed()]
    const rows = [first, { ...second, projectName: nameOf(first) }].map((row, at) => ({
      ...row,
      平台项目编号: `ES64202600000${at + 1}`,
    }))
    const parts = [
      ['ES642026000002', nameOf(first), '04', 4, 80],
      ['ES642026000002', nameOf(first), '01', 6, 120],
      ['ES642026000001', nameOf(first), '01', 6, 120],
      ['ES642026000001', nameOf(first), '04', 4, 80],
    ]
    const { found } = await imported(rows, [sheetOf(parts, ['平台项目编号', ...HEAD])])
    expect(await detailOf(found[0]?.projectId)).toEqual([LITHIUM, FLOW])
    expect(await detailOf(found[1]?.projectId)).toEqual([FLOW, LITHIUM])
  })
})

test('two stations of one name without numbers take the parts that are of the name only where they add up', async () => {
  const [first, second] = [mixed({ phaseNo: '一期' }), mixed({ phaseNo: '二期', ratedPower: 200 })]
  const parts = [
    [nameOf(first), '01', 6, 120],
    [nameOf(first), '04', 4, 80],
  ]
  const { found } = await imported([first, { ...second, projectName: nameOf(first) }], [sheetOf(parts)])
  expect(found.map(({ state }) => state)).toEqual(['COMMITTED', 'ERROR'])
  expect(await detailOf(found[0]?.projectId)).toEqual([LITHIUM, FLOW])
  expect(found[1]?.errors[0]?.message).toContain('各部分额定功率之和与项目额定功率不一致')
})

describe('the parts of a mixed station in a row of a program', () => {
  const sent = async (rows: readonly ImportRecord[]) =>
    platform.rowsIn((await platform.imported(rows)).batch.id)

  test('are written as those of a sheet, and the same row sent again changes nothing', async () => {
    const row = { ...mixed(), hybridDetail: [LITHIUM, FLOW] }
    const rows = await sent([row])
    expect(await detailOf(rows[0]?.projectId)).toEqual([LITHIUM, FLOW])
    expect((await platform.imported([row])).batch).toMatchObject({ same: 1, changed: 0 })
  })

  test('stay where a row does not have them, or has none', async () => {
    const row = mixed()
    const rows = await sent([{ ...row, hybridDetail: [LITHIUM, FLOW] }])
    const { batch } = await platform.imported([{ ...row, hybridDetail: [] }])
    expect(batch).toMatchObject({ same: 1, changed: 0 })
    expect(await detailOf(rows[0]?.projectId)).toEqual([LITHIUM, FLOW])
  })

  test.each([
    ['that do not add up', 'ratedPower', '各部分额定功率之和与项目额定功率不一致'],
    ['of a technology that is none', 'techType', '第 1 项技术路线：'],
  ])('%s are refused at their row', async (_, name, words) => {
    const broken = { ...LITHIUM, [name]: name === 'techType' ? '水车' : 50 }
    const rows = await sent([{ ...mixed(), hybridDetail: [broken, FLOW] }])
    expect(rows[0]?.errors[0]?.message).toContain(words)
  })
})

test('a sheet of parts alone is one of projects that lacks columns', async () => {
  const sheet = sheetOf([['某储能站', '01', 6, 120]])
  const file = new File([Uint8Array.from(rawWorkbook({ sheets: [sheet] }))], '构成.xlsx')
  const { batch } = await importWorkbook(platform.enterprise.imports, file, {
    pollInterval: 20,
    dryRun: true,
  })
  expect(batch).toMatchObject({ state: 'FAILED', message: expect.stringContaining('缺少列') })
})
