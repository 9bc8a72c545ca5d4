import { importRows, importWorkbook as importWith, isXinchuError, type XinchuClient } from '@xinchu/sdk'
import { completeCreditCode } from '@xinchu/validators'
import { openXlsx, saveXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { fillTemplate, goodRow, type ImportCells } from '../support/import-rows.ts'

let rig: Rig
let enterprise: XinchuClient
let template: Uint8Array

beforeAll(async () => {
  rig = await startRig()
  enterprise = await rig.as('enterprise_yc')
  const file = await enterprise.imports.downloadTemplate({})
  template = new Uint8Array(await file.blob.arrayBuffer())
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const workbook = async (rows: readonly ImportCells[]) =>
  new File([Buffer.from(await fillTemplate(template, rows))], '项目导入.xlsx')

/** Imports as the SDK does, and asks more often for the state of these small batches. */
const importWorkbook: typeof importWith = (calls, file, options) =>
  importWith(calls, file, { pollInterval: 60, ...options })

let serial = 1_000
/** Rows that no other test has. */
const rowsOf = (count: number, more: ImportCells = {}) =>
  Array.from({ length: count }, () => {
    serial += 1
    return goodRow(serial, more)
  })

const errorsOf = async (outcome: Awaited<ReturnType<typeof importWorkbook>>) => {
  const found: string[] = []
  for await (const row of outcome.errorRows()) found.push(...row.errors.map(({ message }) => message))
  return found
}

const until = (id: number, wanted: Readonly<Record<string, unknown>>) =>
  expect.poll(() => enterprise.imports.get(id)).toMatchObject(wanted)

const draftsNamed = async (client: XinchuClient, keyword: string) =>
  (await client.projects.list({ keyword, size: 1000 })).totalElements

const failure = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  if (!isXinchuError(error)) throw new Error('the call was not refused')
  return error
}

describe('the template', () => {
  test('[7.project.20] offers the columns of the contract, their choices and the divisions', async () => {
    const { sheets } = await openXlsx(template)
    expect(sheets.map(({ name }) => name)).toEqual(['项目导入', '填报说明', '_dict', '_region'])
    const [entry, , , regions] = sheets
    expect(entry?.rows[3]?.slice(0, 5)).toEqual([
      'serial',
      'projectName',
      'buildStatus',
      'projectType',
      'phaseNo',
    ])
    expect(entry?.rows[3]).toHaveLength(48)
    expect(entry?.rows[4]?.[1]).toMatch(/^【示例】/)
    expect(regions?.rows.length).toBeGreaterThan(2_800)
  })

  test('has a sample row that passes the check as soon as it has a name of its own', async () => {
    const { sheets } = await openXlsx(template)
    const { rows: [, , , names = [], sample = []] = [] } = sheets[0] ?? {}
    const row = Object.fromEntries(
      names.flatMap((name, at) => {
        const cell = sample[at]
        return typeof cell === 'string' || typeof cell === 'number' ? [[String(name), cell]] : []
      }),
    )
    const copied = { ...row, projectName: String(row['projectName']).replace('【示例】', '') }
    const { imports } = await rig.as('admin')
    const outcome = await importWorkbook(imports, await workbook([copied]), { dryRun: true })
    expect(await errorsOf(outcome)).toEqual([])
    expect(outcome.batch).toMatchObject({ totalRows: 1, errorRows: 0 })
  })

  test('as it is downloaded holds nothing to import', async () => {
    const outcome = await importWorkbook(enterprise.imports, await workbook([]))
    expect(outcome.batch).toMatchObject({ state: 'FAILED', message: '工作簿中没有可导入的数据' })
  })
})

describe('a workbook of 200 rows with 12 bad ones', () => {
  const bad: ImportCells[] = [
    { contactPhone: '12345' },
    { ratedPower: '12,5' },
    { projectName: '' },
    { county: '中宁县' },
    { planGridDate: '2027-13-01' },
    { creditCode: '91640323MA0000001X' },
    { buildStatus: '不存在' },
    { longitude: 200 },
    { ratedEnergy: '60 60' },
    { functionTypes: '1、甲' },
    { isEchelonUse: '也许' },
    { totalInvestment: 0 },
  ]
  let outcome: Awaited<ReturnType<typeof importWorkbook>>

  beforeAll(async () => {
    const rows = rowsOf(200).map((row, at) => ({
      ...row,
      address: '批量导入甲',
      ...(at < 12 ? bad[at] : {}),
    }))
    outcome = await importWorkbook(enterprise.imports, await workbook(rows))
  })

  test('stores the 188 good ones', async () => {
    expect(outcome.batch).toMatchObject({
      state: 'DONE', totalRows: 200, okRows: 0, errorRows: 12, committedRows: 188,
    }) // biome-ignore format: one line
    const stored = await rig.db
      .selectFrom('es_project')
      .select('id')
      .where('address', '=', '批量导入甲')
      .execute()
    expect(stored).toHaveLength(188)
  })

  test('names every fault by row and column in the words of the workbook', async () => {
    expect(await errorsOf(outcome)).toEqual([
      '第6行【联系电话】：请输入正确格式的电话号码',
      '第7行【额定功率】：“12,5”不是一个数：逗号只能作千分位，如 1,234.5',
      '第8行【项目名称】：值不能为空',
      '第9行【县（区）】：行政区划不匹配',
      '第10行【计划并网日期】：“2027-13-01”不是完整日期，请写成 2026-03-01',
      '第11行【统一社会信用代码】：统一社会信用代码校验不通过',
      '第12行【建设状态】：“不存在”不在可选范围内，可填：规划、已备案、在建、已投运、停运、退役、终止',
      '第13行【经度】：坐标不在中国范围内',
      '第14行【额定能量】：“60 60”中不止一个数，请只填一个',
      '第15行【主要功能】：“甲”不在可选范围内，可填：调峰、调频、顶峰保供、备用、黑启动、爬坡、无功/电压支撑、惯量/构网支撑 等',
      '第16行【是否梯次利用】：请填写“是”或“否”',
      '第17行【总投资】：必须输入数字且最多4位小数',
    ])
    const { rows } = await enterprise.imports.list({ batchId: outcome.batch.id, state: 'ERROR', size: 1 })
    expect(rows?.[0]?.errors[0]).toMatchObject({ column: 'U', field: 'contactPhone', value: '12345' })
  })

  test('gives a workbook of its faults, which can be mended and imported', async () => {
    const file = await enterprise.imports.downloadErrors(outcome.batch.id)
    const { sheets } = await openXlsx(new Uint8Array(await file.blob.arrayBuffer()))
    const [sheet] = sheets
    expect(file.fileName).toBe('项目导入-问题说明.xlsx')
    expect(sheets.map(({ name }) => name)).toEqual(['项目导入', '填报说明', '_dict', '_region'])
    expect(sheet?.rows[2]?.at(-1)).toBe('问题说明')
    expect(sheet?.rows[5]?.slice(1, 4)).toEqual([expect.stringContaining('盐池县'), '规划', '1'])
    expect(sheet?.rows[5]?.at(-1)).toBe('F-003 第6行【联系电话】：请输入正确格式的电话号码')
    const again = await importWorkbook(
      enterprise.imports,
      new File([await file.blob.arrayBuffer()], '再次导入.xlsx'),
      { dryRun: true },
    )
    expect(again.batch).toMatchObject({ totalRows: 200, errorRows: 12, warnRows: 188, committedRows: 0 })
  })

  test('keeps one column of faults, however often the workbook comes back', async () => {
    const first = await enterprise.imports.downloadErrors(outcome.batch.id)
    const again = await importWorkbook(
      enterprise.imports,
      new File([await first.blob.arrayBuffer()], '再.xlsx'),
      {
        dryRun: true,
      },
    )
    const second = await enterprise.imports.downloadErrors(again.batch.id)
    const { sheets } = await openXlsx(new Uint8Array(await second.blob.arrayBuffer()))
    expect(sheets[0]?.rows[2]?.filter((cell) => cell === '问题说明')).toHaveLength(1)
    expect(sheets[0]?.rows[5]?.at(-1)).toBe('F-003 第6行【联系电话】：请输入正确格式的电话号码')
  })

  test('takes rows that were corrected, one by one, and writes them with the next commit', async () => {
    const { id } = outcome.batch
    const [row] = await enterprise.imports.correctRows(id, {
      rows: [{ rowNo: 6, cells: { contactPhone: '13800138001' } }],
    })
    expect(row).toMatchObject({ state: 'OK', errors: [] })
    const [still] = await enterprise.imports.correctRows(id, {
      rows: [{ rowNo: 7, cells: { ratedPower: '还不对' } }],
    })
    expect(still).toMatchObject({ state: 'ERROR' })
    await enterprise.imports.commit(id, {})
    await until(id, { state: 'DONE', committedRows: 189 })
    expect(await failure(enterprise.imports.correctRows(id, { rows: [{ rowNo: 6, cells: {} }] }))).toMatchObject({
      status: 409, message: '已写入的行不能更正',
    }) // biome-ignore format: one line
  })
})

describe('what is written', () => {
  test('a trial writes nothing', async () => {
    const outcome = await importWorkbook(enterprise.imports, await workbook(rowsOf(3)), { dryRun: true })
    expect(outcome.batch).toMatchObject({
      state: 'DONE',
      okRows: 3,
      committedRows: 0,
      message: '仅校验，未写入',
    })
    expect(await failure(enterprise.imports.commit(outcome.batch.id, {}))).toMatchObject({ status: 409 })
  })

  test('all or nothing: one bad row holds back the good ones', async () => {
    const rows = [...rowsOf(2), ...rowsOf(1, { contactPhone: '1' })]
    const outcome = await importWorkbook(enterprise.imports, await workbook(rows), { mode: 'atomic' })
    expect(outcome.batch).toMatchObject({ state: 'READY', okRows: 2, errorRows: 1, committedRows: 0 })
    await enterprise.imports.correctRows(outcome.batch.id, {
      rows: [{ rowNo: 8, cells: { contactPhone: '13800138000' } }],
    })
    await enterprise.imports.commit(outcome.batch.id, {})
    await until(outcome.batch.id, { state: 'DONE', committedRows: 3 })
  })

  test('the same data once more renews the drafts instead of doubling them', async () => {
    const rows = rowsOf(3)
    await importWorkbook(enterprise.imports, await workbook(rows))
    const name = String(rows[0]?.['projectName'])
    const changed = rows.map((row) => ({ ...row, ratedPower: 120 }))
    const outcome = await importWorkbook(enterprise.imports, await workbook(changed))
    expect(outcome.batch).toMatchObject({ state: 'DONE', warnRows: 0, committedRows: 3 })
    const { content, totalElements } = await enterprise.projects.list({ keyword: name })
    expect(totalElements).toBe(1)
    expect(content[0]).toMatchObject({ ratedPower: 120, version: 1 })
  })

  test('the very same workbook under the same key is the batch of before', async () => {
    const file = await workbook(rowsOf(2))
    const clientKey = 'same-workbook-01'
    const first = await importWorkbook(enterprise.imports, file, { clientKey })
    expect(first.batch).toMatchObject({ state: 'DONE', committedRows: 2 })
    const again = await enterprise.imports.upload({ file, clientKey })
    expect(again).toMatchObject({ id: first.batch.id, state: 'DONE', committedRows: 2 })
    const trial = await enterprise.imports.upload({ file, dryRun: true })
    expect(trial.id).not.toBe(first.batch.id)
  })

  test('the very same workbook sent again is compared with what the projects are by then', async () => {
    const rows = rowsOf(1)
    const name = String(rows[0]?.['projectName'])
    const file = await workbook(rows)
    await importWorkbook(enterprise.imports, file)
    const [draft] = (await enterprise.projects.list({ keyword: name })).content
    await enterprise.projects.delete([draft?.id ?? 0])
    const again = await importWorkbook(enterprise.imports, file)
    expect(again.batch).toMatchObject({ committedRows: 1, created: 1 })
    expect(await draftsNamed(enterprise, name)).toBe(1)
  })

  test('a row that repeats another of the workbook is refused', async () => {
    const [row = {}] = rowsOf(1)
    const outcome = await importWorkbook(
      enterprise.imports,
      await workbook([row, { ...row, address: '另一处' }]),
    )
    expect(outcome.batch).toMatchObject({ committedRows: 1, errorRows: 1 })
    expect(await errorsOf(outcome)).toEqual(['第7行【项目名称】：与第6行重复'])
  })

  test('a row that repeats a project of another office under review is set aside, and written only on demand', async () => {
    const rows = rowsOf(1)
    const first = await importWorkbook(enterprise.imports, await workbook(rows), { submitAfterCommit: true })
    expect(first.batch).toMatchObject({ state: 'DONE', committedRows: 1 })
    const [project] = (await enterprise.projects.list({ keyword: String(rows[0]?.['projectName']) })).content
    const { user: county } = await (await rig.as('county_yc')).auth.getInfo()
    await rig.db
      .updateTable('es_project')
      .set({ declare_status: '1', submitted_once: true, org_id: county.orgId ?? null })
      .where('id', '=', project?.id ?? 0)
      .execute()
    const second = await importWorkbook(
      enterprise.imports,
      await workbook(rows.map((row) => ({ ...row, remark: '再次' }))),
    )
    expect(second.batch).toMatchObject({ state: 'READY', repeatRows: 1, committedRows: 0 })
    const { rows: staged } = await enterprise.imports.list({ batchId: second.batch.id })
    expect(staged?.[0]).toMatchObject({ state: 'REPEAT', repeats: [{ projectId: project?.id, score: 100 }] })
    await enterprise.imports.commit(second.batch.id, { skipRepeat: false })
    await until(second.batch.id, { state: 'DONE', committedRows: 1 })
  })

  describe('beside a project that another office has submitted', () => {
    const name = '盐池县北塘金沙储能站'
    const known = goodRow(900, { projectName: name, phaseNo: '' })
    const elsewhere = goodRow(901)
    const other = { projectName: '盐池县古城红岩储能站', phaseNo: '' }
    let id: number

    beforeAll(async () => {
      const county = await rig.as('county_yc')
      await importWorkbook(county.imports, await workbook([known]))
      const { content } = await county.projects.list({ keyword: name })
      id = content[0]?.id ?? 0
      await rig.db
        .updateTable('es_project')
        .set({
          submitted_once: true,
          declare_status: '3',
          credit_code: completeCreditCode('91640323MA0000777'),
        })
        .where('id', '=', id)
        .execute()
    })

    test.each([
      ['at its place, of its size and name, is set aside', { projectName: name }, 'REPEAT', '疑似与已有项目'],
      ['at its place and of its size, of another name, gets a hint', other, 'WARN', '与已有项目'],
      ['at another place, of another size and name, passes', { ...elsewhere, ...other }, 'OK', undefined],
    ] as const)('a row %s', async (_what, cells, state, words) => {
      const outcome = await importWorkbook(enterprise.imports, await workbook([{ ...known, ...cells }]), {
        dryRun: true,
      })
      const { rows } = await enterprise.imports.list({ batchId: outcome.batch.id })
      expect(rows?.[0]).toMatchObject({ state })
      const found = rows?.[0]?.warnings.map(({ message }) => message).join('；') ?? ''
      if (words) expect(found).toContain(words)
      else expect(found).toBe('')
      // The enterprise may not see the other office's project.
      expect(found).not.toContain('北塘')
      expect(rows?.[0]?.repeats?.map(({ projectId }) => projectId) ?? []).toEqual(state === 'OK' ? [] : [id])
    })

    test('a suspected repeat is written on demand, as a draft that is marked', async () => {
      const outcome = await importWorkbook(enterprise.imports, await workbook([{ ...known, remark: '再查' }]))
      expect(outcome.batch).toMatchObject({ state: 'READY', repeatRows: 1, committedRows: 0 })
      await enterprise.imports.commit(outcome.batch.id, { skipRepeat: false })
      await until(outcome.batch.id, { state: 'DONE', committedRows: 1 })
      const drafts = await rig.db
        .selectFrom('es_project')
        .select('repeat_flag')
        .where('remark', '=', '再查')
        .execute()
      expect(drafts).toEqual([{ repeat_flag: '1' }])
    })
  })

  test('a gap that only the submission minds is pointed out', async () => {
    const rows = rowsOf(1, { buildStatus: '2', recordNo: '备〔2026〕1号' })
    const outcome = await importWorkbook(enterprise.imports, await workbook(rows))
    const { rows: staged } = await enterprise.imports.list({ batchId: outcome.batch.id })
    expect(outcome.batch).toMatchObject({ committedRows: 1 })
    expect(staged?.[0]?.warnings.map(({ message }) => message)).toContain('第6行【备案日期】：值不能为空')
  })
})

describe('rows without a workbook', () => {
  test('are taken in parts, checked and written like those of a workbook', async () => {
    const rows = [...rowsOf(150), ...rowsOf(1, { contactPhone: '1' })].map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, String(cell)])),
    )
    const clientKey = 'rows-in-parts-01'
    const first = await enterprise.imports.upload({ clientKey, rows: rows.slice(0, 100) })
    expect(first).toMatchObject({ fileName: '接口提交', state: 'UPLOADED', totalRows: 100 })
    const { id } = await enterprise.imports.upload({ clientKey, rows: rows.slice(100), last: true })
    await until(id, { state: 'READY', errorRows: 1 })
    await enterprise.imports.commit(id, {})
    await until(id, { state: 'DONE', committedRows: 150 })
    const { rows: bad } = await enterprise.imports.list({ batchId: id, state: 'ERROR' })
    expect(bad?.map(({ errors: [error] }) => error?.message)).toEqual([
      '第151行【联系电话】：请输入正确格式的电话号码',
    ])
  })

  test('with the same key find the batch of before', async () => {
    const rows = rowsOf(2)
    const first = await importRows(enterprise.imports, rows, { clientKey: 'second-run-01' })
    const again = await importRows(enterprise.imports, rows, { clientKey: 'second-run-01' })
    expect(again.batch.id).toBe(first.batch.id)
    expect(await draftsNamed(enterprise, String(rows[0]?.['projectName']))).toBe(1)
  })

  test('of a field that cannot be imported are refused', async () => {
    const error = await failure(importRows(enterprise.imports, [{ projectName: '甲', declareStatus: '7' }]))
    expect(error).toMatchObject({ status: 400, message: '字段“declareStatus”不能导入' })
  })
})

describe('whose rows and batches', () => {
  test.each([
    ['enterprise_yc', { creditCode: completeCreditCode('91640323MA0000002') }, '只能填报本单位的项目'],
    ['county_yc', { county: '同心县' }, '不在本单位管辖范围'],
    ['city_wz', { city: '中卫市', county: '中宁县' }, '不在本单位管辖范围'],
    ['province_nx', { province: '北京市', city: '', county: '东城区' }, '不在本单位管辖范围'],
    ['city_wz', { province: '北京市', city: '', county: '东城区' }, '不在本单位管辖范围'],
  ] as const)('%s may import its own only', async (username, cells, message) => {
    const client = await rig.as(username)
    const outcome = await importWorkbook(client.imports, await workbook(rowsOf(1, cells)), { dryRun: true })
    expect(await errorsOf(outcome)).toEqual([expect.stringContaining(message)])
  })

  test('a county imports for the companies of its place, and its records begin their review above it', async () => {
    const county = await rig.as('county_yc')
    const rows = rowsOf(1)
    const outcome = await importWorkbook(county.imports, await workbook(rows))
    expect(outcome.batch.committedRows).toBe(1)
    const { content } = await county.projects.list({ keyword: String(rows[0]?.['projectName']) })
    expect(content[0]).toMatchObject({ declareStatus: '0', actions: ['SUBMIT'] })
  })

  test('[7.project.18, 7.project.19] another office sees nothing of a batch; the province sees the batches of its offices', async () => {
    const outcome = await importWorkbook(enterprise.imports, await workbook(rowsOf(1)), { dryRun: true })
    const { id } = outcome.batch
    const stranger = await rig.as('enterprise_sy')
    expect(await failure(stranger.imports.get(id))).toMatchObject({ status: 404 })
    expect(await failure(stranger.imports.cancel(id))).toMatchObject({ status: 404 })
    const province = await rig.as('province_nx')
    const { content } = await province.imports.listForProvince({ size: 100 })
    expect(content.map((batch) => batch.id)).toContain(id)
    expect(await failure(province.imports.commit(id, {}))).toMatchObject({ status: 404 })
  })
})

describe('a workbook that is not taken', () => {
  test.each([
    ['a text file', Buffer.from('项目名称\n甲'), '文件不是 .xlsx 工作簿'],
    ['an empty file', Buffer.alloc(0), '文件为空'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), '旧版 .xls'],
  ])('%s is refused at once', async (_what, bytes, message) => {
    const error = await failure(importWorkbook(enterprise.imports, new File([bytes], '项目.xlsx')))
    expect(error).toMatchObject({ status: 422, message: expect.stringContaining(message) })
  })

  test('a trial that is neither wanted nor not is refused', async () => {
    const dryRun = 'maybe' as unknown as boolean // as a caller in plain JavaScript may give it
    const error = await failure(enterprise.imports.upload({ file: await workbook(rowsOf(1)), dryRun }))
    expect(error).toMatchObject({ status: 400, errors: [{ field: 'dryRun' }] })
  })

  test('one of another form fails with the columns that it lacks', async () => {
    const other = await openXlsx(template)
    const [sheet] = other.sheets
    if (sheet) sheet.rows = sheet.rows.slice(0, 4).map((row) => row.slice(0, 10))
    other.sheets.splice(1)
    sheet?.cells?.clear()
    const outcome = await importWorkbook(
      enterprise.imports,
      new File([Buffer.from(await saveXlsx(other))], '其他.xlsx'),
    )
    expect(outcome.batch).toMatchObject({
      state: 'FAILED',
      message: expect.stringContaining('缺少列：'),
    })
  })
})
