import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isXinchuError, type XinchuClient } from '@xinchu/sdk'
import { closedQuarter } from '@xinchu/validators'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadUser } from '../../src/domain/auth/load-caller.ts'
import { exportProjects } from '../../src/domain/es-project/export.ts'
import { day } from '../../src/runtime/time.ts'
import { Archive } from '../../src/workbook/archive.ts'
import { type Rig, startRig } from '../rig.ts'
import { sheetIn, sheetOf } from '../support/sheet.ts'

let rig: Rig
let province: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  province = await rig.as('province_nx')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

describe('an export of projects', () => {
  test('holds every project of the filter, each once, in the words of the dictionaries', async () => {
    const filter = { buildStatus: ['4' as const] }
    const { totalElements } = await province.projects.list(filter)
    const file = await province.projects.download({ filter })
    const sheet = await sheetOf(file)
    expect(file.fileName).toMatch(/^项目清单-\d{8}\.xlsx$/)
    expect(sheet.rows).toHaveLength(totalElements)
    expect(new Set(sheet.column('平台项目编号')).size).toBe(totalElements)
    expect(new Set(sheet.column('建设状态'))).toEqual(new Set(['已投运']))
    expect(new Set(sheet.column('省（自治区、直辖市）'))).toEqual(new Set(['宁夏回族自治区']))
  })

  test('holds the chosen projects and columns, and nothing beyond the reach of the caller', async () => {
    const { content } = await province.projects.list({ size: 2 })
    const elsewhere = await (await rig.as('nation')).projects.list({ provinceCode: '110000', size: 1 })
    const ids = [...content, ...elsewhere.content].map(({ id }) => id)
    const sheet = await sheetOf(
      await province.projects.download({ ids, columns: ['projectName', 'ratedPower'] }),
    )
    expect(sheet.heading).toEqual(['项目名称', '额定功率（MW）'])
    expect(sheet.column('项目名称').toSorted()).toEqual(
      content.map(({ projectName }) => projectName).toSorted(),
    )
    expect(sheet.column('额定功率（MW）')).toEqual(expect.arrayContaining([content[0]?.ratedPower]))
  })

  test.each(['ratedPower,desc', 'projectName,asc', 'waitingDays,desc'])(
    'has the order of the list by %s',
    async (order) => {
      const sort = [order]
      const { content } = await province.projects.list({ sort, size: 1_000 })
      const sheet = await sheetOf(await province.projects.download({ sort, columns: ['projectCode'] }))
      expect(sheet.column('平台项目编号')).toEqual(content.map(({ projectCode }) => projectCode))
    },
  )

  test('tells on its second sheet which projects it holds, in which order, for whom and when', async () => {
    const filter = {
      keyword: '储能',
      provinceCode: '640000',
      buildStatus: ['3' as const, '4' as const],
      powerMin: 50,
      todo: true,
    }
    const sort = ['ratedPower,desc']
    const { totalElements } = await province.projects.list(filter)
    const file = await province.projects.download({ filter, sort, columns: ['projectName'] })
    const { heading, rows } = await sheetOf(file, 1)
    expect(heading).toEqual(['项目', '内容'])
    const said = new Map(rows.map(([name, text]) => [name, text]))
    expect(Object.fromEntries(said)).toMatchObject({
      清单: '项目清单',
      数据来源: '填报数据',
      数据范围: '宁夏回族自治区能源主管部门可见的项目',
      '条件：关键字': '储能',
      '条件：省（自治区、直辖市）': '宁夏回族自治区',
      '条件：建设状态': '在建、已投运',
      '条件：额定功率不低于': '50 MW',
      '条件：待本单位办理': '是',
      排序: '额定功率降序',
      件数: `${totalElements} 件`,
      导出单位: '宁夏回族自治区能源主管部门',
    })
    expect(said.get('导出时间')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(said.get('导出人')).toBeTruthy()
  })

  test('of chosen projects says how many were chosen, and of the warehouse which quarter', async () => {
    const { content } = await province.projects.list({ size: 2 })
    const chosen = await sheetOf(await province.projects.download({ ids: content.map(({ id }) => id) }), 1)
    expect(chosen.rows).toContainEqual(['条件', '列表中选中的 2 件'])
    expect(chosen.rows).toContainEqual(['排序', '最新创建的在前'])
    const { year } = closedQuarter(day(new Date()))
    const stored = await sheetOf(await province.projects.exportRecordList({ year }), 1)
    expect(stored.column('内容')).toContainEqual(expect.stringMatching(/^\d{4}年第\d季度入库数据$/))
  })

  test('[7.project.25] pages through more projects than it reads at once', async () => {
    const nation = await rig.as('nation')
    const { totalElements } = await nation.projects.list({})
    const sheet = await sheetOf(await nation.projects.download({ columns: ['projectCode'] }))
    expect(totalElements).toBeGreaterThan(1_000)
    expect(new Set(sheet.column('平台项目编号')).size).toBe(totalElements)
  })

  test('of more projects than a workbook should hold is an archive of several', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'xinchu-test-'))
    const path = join(folder, 'export.zip')
    const client = await rig.as('nation')
    const { totalElements } = await client.projects.list({})
    const { user: { id = 0 } = {} } = await client.auth.getInfo()
    const user = await loadUser(rig.db, id)
    if (!user) throw new Error('nobody to export for')
    const request = { columns: ['projectCode'] }
    const file = await exportProjects(rig.db, request, user, new Date('2026-11-20T00:00:00Z'), 700)
    expect([file.fileName, file.contentType]).toEqual(['项目清单-20261120.zip', 'application/zip'])
    await writeFile(path, file.content)

    const archive = await Archive.open(path, 10)
    const sheets = await Promise.all(
      archive.entries.map(async (entry) => sheetIn(await archive.read(entry, 10_000_000))),
    )
    archive.close()
    await rm(folder, { recursive: true })
    expect(archive.entries.map(({ fileName }) => fileName)).toEqual(
      Array.from({ length: Math.ceil(totalElements / 700) }, (_, at) => `项目清单-20261120-${at + 1}.xlsx`),
    )
    expect(sheets.slice(0, -1).every(({ rows }) => rows.length === 700)).toBe(true)
    const codes = sheets.flatMap((sheet) => sheet.column('平台项目编号'))
    expect([codes.length, new Set(codes).size]).toEqual([totalElements, totalElements])
  })

  test('writes text that programs might take for a formula as text', async () => {
    const { content } = await province.projects.list({ size: 1 })
    const id = content[0]?.id ?? 0
    await rig.db.updateTable('es_project').set({ remark: '=HYPERLINK("x")' }).where('id', '=', id).execute()
    const sheet = await sheetOf(await province.projects.download({ ids: [id], columns: ['remark'] }))
    expect(sheet.column('备注')).toEqual([`'=HYPERLINK("x")`])
  })

  test('of an unknown column is refused', async () => {
    const error = await province.projects.download({ columns: ['password'] }).catch((cause: unknown) => cause)
    expect(isXinchuError(error) && error.message).toBe('没有可导出的列“password”')
  })

  test('[7.project.26] of the warehouse holds the projects as they were stored, with masked contacts, of the latest quarter', async () => {
    const { rows } = await sql<{ year: number; quarter: number; stored: number }>`
      select v.year, v.quarter, count(*) as stored from official_revision v
        join official_project w on w.to_edition is null and w.to_period is null
      where w.province_code = '640000' group by 1, 2 order by 1 desc, 2 desc limit 1`.execute(rig.db)
    const [{ year, stored } = { year: 0, stored: 0 }] = rows
    const before = await sheetOf(await province.projects.exportRecordList({ year }))
    expect(before.rows).toHaveLength(stored)
    const origin = new RegExp(
      `^${year}年第\\d季度快照 · 项目第\\d+版 · 同步任务\\d+（[\\d-]{10} [\\d:]{5}）$`,
    )
    expect(before.heading.at(-1)).toBe('入库出处')
    expect(before.column('入库出处').filter((text) => !origin.test(String(text)))).toEqual([])
    const filter = { source: 'warehouse' as const, year }
    const list = await sheetOf(await province.projects.download({ filter, sort: ['projectName,asc'] }))
    expect(list.column('入库出处').toSorted()).toEqual(before.column('入库出处').toSorted())
    const asked = { columns: ['snapshot'] }
    expect((await sheetOf(await province.projects.download({ filter, ...asked }))).heading).toEqual([
      '入库出处',
    ])
    await expect(province.projects.download(asked)).rejects.toThrow('没有可导出的列“snapshot”')
    expect(before.column('联系电话').filter((phone) => !/^\d{3}\*{4}\d{4}$/.test(String(phone)))).toEqual([])
    await rig.db
      .updateTable('es_project')
      .set({ project_name: '改名' })
      .where('province_code', '=', '640000')
      .execute()
    const after = await sheetOf(await province.projects.exportRecordList({ year }))
    expect(after.column('项目名称')).toEqual(before.column('项目名称'))
    const error = await province.projects.exportRecordList({ year: 2010 }).catch((cause: unknown) => cause)
    expect(isXinchuError(error) && error.message).toBe('该期次的入库台账不存在')
  })
})
