import { importRows, importWorkbook, type RowsOptions, writtenSummary } from '@xinchu/sdk'
import { describe, expect, test } from 'vitest'
import { openImportPlatform } from '../support/import-platform.ts'
import type { ImportCells } from '../support/import-rows.ts'
import { saveByHand } from '../support/save-by-hand.ts'

const platform = openImportPlatform(64_000)
const { rowsIn } = platform
const nextRow = (more: ImportCells = {}) =>
  platform.nextRow({ remark: '一期', substationName: '盐池变', ...more })

type Cells = Readonly<Record<string, string | number | null>>

const without = (row: ImportCells, ...fields: string[]): ImportCells =>
  Object.fromEntries(Object.entries(row).filter(([field]) => !fields.includes(field)))

/** How rows come: as they are sent by a program, and in a file whose columns are those of the first row. */
const ways = {
  rows: (rows: readonly Cells[], options: RowsOptions) =>
    importRows(platform.enterprise.imports, rows, options),
  file: (rows: readonly Cells[], options: RowsOptions) => {
    const names = Object.keys(rows[0] ?? {})
    const captions = names.map((name) => CAPTIONS[name] ?? name)
    const lines = rows.map((row) => names.map((name) => row[name] ?? '').join('\t'))
    const file = new File([[captions.join('\t'), ...lines].join('\n')], '项目.tsv')
    return importWorkbook(platform.enterprise.imports, file, options)
  },
}
const CAPTIONS: Readonly<Record<string, string>> = { remark: '备注', substationName: '接入变电站名称' }

describe.each(Object.keys(ways) as (keyof typeof ways)[])('a later import that comes as %s', (way) => {
  const imported = async (row: Cells, options: RowsOptions = {}) => {
    const { batch } = await ways[way]([row], { pollInterval: 20, ...options })
    const [found] = await rowsIn(batch.id)
    return { batch, row: found, project: await platform.enterprise.projects.get(found?.projectId ?? 0) }
  }

  test('leaves what the file has no column for', async () => {
    const row = nextRow()
    await imported(row)
    const { batch, project } = await imported({
      ...without(row, 'remark', 'substationName'),
      ratedPower: 655,
    })
    expect(project).toMatchObject({ ratedPower: 655, remark: '一期', substationName: '盐池变' })
    expect(batch).toMatchObject({ changed: 1, changes: 1, blank: 0, cleared: 0 })
    const cleared = await imported(without(row, 'remark'), { clearBlank: true })
    expect(cleared.project).toMatchObject({ remark: '一期' })
  })

  test('leaves what an empty cell stands for, counts it and says so at the cell', async () => {
    const row = nextRow()
    await imported(row)
    const {
      batch,
      row: found,
      project,
    } = await imported({ ...row, remark: '', substationName: '/', ratedPower: 656 })
    expect(project).toMatchObject({ ratedPower: 656, remark: '一期', substationName: '盐池变' })
    expect(batch).toMatchObject({ changed: 1, changes: 1, blank: 2, cleared: 0 })
    expect(writtenSummary(batch)).toBe('新建 0，变更 1（1 项），一致 0；空单元格未清空 2 格')
    const said = found?.warnings.filter(({ code }) => code === 'D-009').map(({ field }) => field)
    expect(said?.toSorted()).toEqual(['remark', 'substationName'])
  })

  test('clears it on request, but not what a person has corrected', async () => {
    const row = nextRow()
    const { project: made } = await imported(row)
    await saveByHand(platform.enterprise, made.id, { substationName: '城西变' })
    const {
      batch,
      row: found,
      project,
    } = await imported({ ...row, remark: '', substationName: '' }, { clearBlank: true })
    expect(project.remark).toBeUndefined()
    expect(project.substationName).toBe('城西变')
    expect(batch).toMatchObject({ changed: 1, changes: 1, blank: 0, cleared: 1, kept: 1 })
    expect(found?.warnings.map(({ code }) => code)).toContain('D-008')
  })

  test('says nothing of cells that are empty in the draft too', async () => {
    const row = nextRow({ remark: '' })
    await imported(row)
    const { batch } = await imported(row)
    expect(batch).toMatchObject({ same: 1, changes: 0, blank: 0, cleared: 0 })
  })
})

test('the plan tells what stays, and what would be cleared', async () => {
  const row = nextRow()
  await importRows(platform.enterprise.imports, [row], { pollInterval: 20 })
  const { batch } = await importRows(platform.enterprise.imports, [{ ...row, remark: null }], {
    dryRun: true,
    pollInterval: 20,
  })
  const kept = await platform.enterprise.imports.plan(batch.id, { action: 'blank' })
  expect(kept.counts).toMatchObject({ same: 1, changes: 0, blank: 1 })
  expect(kept.rows[0]?.draft).toMatchObject({ changes: [], blank: [{ field: 'remark', oldValue: '一期' }] })
  const cleared = await platform.enterprise.imports.plan(batch.id, { clearBlank: true })
  expect(cleared.counts).toMatchObject({ changed: 1, changes: 1, blank: 0 })
  expect(cleared.rows[0]?.draft?.changes).toMatchObject([{ field: 'remark', oldValue: '一期' }])
})

test('a number that is left stays with the key by which it is compared, and both are cleared together', async () => {
  const row = nextRow({ recordNo: '宁发改备〔2026〕664号' })
  await importRows(platform.enterprise.imports, [row], { pollInterval: 20 })
  const numbers = () =>
    platform.rig.db
      .selectFrom('es_project')
      .select(['record_no', 'record_key'])
      .where('project_name', '=', String(row['projectName']))
      .executeTakeFirstOrThrow()
  const before = await numbers()
  expect(before.record_key).toBe('宁发改备[2026]664号')
  await importRows(platform.enterprise.imports, [{ ...without(row, 'recordNo'), ratedPower: 657 }], {
    pollInterval: 20,
  })
  await importRows(platform.enterprise.imports, [{ ...row, recordNo: null, ratedPower: 658 }], {
    pollInterval: 20,
  })
  expect(await numbers()).toEqual(before)
  await importRows(platform.enterprise.imports, [{ ...row, recordNo: null }], {
    clearBlank: true,
    pollInterval: 20,
  })
  expect(await numbers()).toEqual({ record_no: null, record_key: null })
})
