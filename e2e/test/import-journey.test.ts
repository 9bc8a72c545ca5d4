import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillTemplate, goodRow, type ImportCells } from '../../packages/server/test/support/import-rows.ts'
import { type CommandLine, commandLineAs } from '../support/command-line.ts'
import { onPlatform } from '../support/on-platform.ts'

const app = onPlatform()
let cli: CommandLine
beforeAll(async () => {
  cli = await commandLineAs(app.url(), 'enterprise_yc')
})
afterAll(() => cli?.remove())

const PLACE = '青山批量'
const ROWS = 120
const COUNT = 108
const bad: readonly ImportCells[] = [
  { contactPhone: '12345' },
  { ratedPower: '100MW' },
  { projectName: '' },
  { county: '中宁县' },
  { planGridDate: '2027-13-01' },
  { creditCode: '91640323MA0000001X' },
  { buildStatus: '不存在' },
  { longitude: 200 },
  { ratedEnergy: '1.23456' },
  { functionTypes: '1、甲' },
  { isEchelonUse: '也许' },
  { totalInvestment: 0 },
]

type Step = readonly [action: string, declareStatus: string]
const OFFICES: readonly (readonly [office: string, ...steps: Step[]])[] = [
  ['county_yc', ['通过', '1']],
  ['city_wz', ['通过', '3']],
  ['province_nx', ['通过', '5'], ['上报', '7']],
  ['nation', ['通过', '7']],
]

/** Does the same thing with all projects of the batch that wait for a user, a page of a hundred at a time. */
async function actOnAll(page: Page, action: string, status: string): Promise<void> {
  await page.goto(
    app.url(`/esproject/audit/index?size=100&keyword=${encodeURIComponent(PLACE)}&declareStatus=${status}`),
  )
  for (let left = COUNT; left > 0; left -= 100) {
    const chosen = Math.min(left, 100)
    await page.getByText(`共 ${left} 件`).waitFor()
    await page.getByRole('checkbox', { name: /全选|本页/ }).check()
    await page.getByText(`已选 ${chosen} 件`, { exact: true }).waitFor()
    const name = action === '通过' ? '通过…' : '上报国家能源主管部门'
    await page.getByRole('button', { name, exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${action} ${chosen} 件`) })
      .click()
    await page.getByText(`已${action} ${chosen} 个项目`).waitFor()
  }
}

test('[1.areas.1] the command line imports the good rows of a filled template and names the bad ones', async () => {
  expect(await cli.run('template', '-o', '模板.xlsx')).toMatchObject({ code: 0 })
  const rows = Array.from({ length: ROWS }, (_, at) =>
    goodRow(at + 1, { projectName: `${PLACE}第${at + 1}储能站`, ...(at < bad.length ? bad[at] : {}) }),
  )
  const template = readFileSync(join(cli.folder, '模板.xlsx'))
  writeFileSync(join(cli.folder, '项目.xlsx'), await fillTemplate(template, rows))

  const trial = await cli.run('import', '项目.xlsx', '--dry-run')
  expect(trial.code).toBe(4)
  expect(trial.err).toContain('共 120 行：通过 108，有提示 0，有错误 10，待确认 2，疑似重复 0，已写入 0')

  const { code, out, err } = await cli.run('import', '项目.xlsx', '--submit', '--errors', '问题.xlsx')
  expect(code).toBe(4)
  expect(out.trim().split('\n')).toEqual([
    '读取说明 示例行 1 行未读取',
    'F-003 第6行【联系电话】：请输入正确格式的电话号码',
    'F-001 第8行【项目名称】：值不能为空',
    'F-014 第9行【县（区）】：行政区划不匹配',
    'C-046 第10行【计划并网日期】：“2027-13-01”不是完整日期，请写成 2026-03-01',
    'F-010 第11行【统一社会信用代码】：统一社会信用代码校验不通过',
    'F-019 第12行【建设状态】：“不存在”不在可选范围内，可填：规划、已备案、在建、已投运、停运、退役、终止',
    'F-011 第13行【经度】：坐标不在中国范围内',
    'F-019 第15行【主要功能】：“甲”不在可选范围内，可填：调峰、调频、顶峰保供、备用、黑启动、爬坡、无功/电压支撑、惯量/构网支撑 等',
    'P-018 第16行【是否梯次利用】：请填写“是”或“否”',
    'F-008 第17行【总投资】：必须输入数字且最多4位小数',
    '待确认 C-023 【额定功率】：“100MW”带有单位，是否为 100 MW？（第 7 行）',
    '待确认 C-028 【额定能量】：“1.23456”超过 4 位小数，是否取 1.2346？（第 14 行）',
  ])
  expect(err).toContain('已写入 108')

  const listed = await cli.run('projects', 'list', '-k', PLACE, '--all', '--json')
  const projects = JSON.parse(listed.out)
  expect((projects.content ?? projects).length).toBe(COUNT)
  expect(await cli.run('projects', 'export', '-k', PLACE, '-o', '导出.xlsx')).toMatchObject({ code: 0 })
})

test('the imported projects pass county, city and province and reach the nation', async () => {
  for (const [office, ...steps] of OFFICES) {
    const page = await app.page(office)
    for (const [action, status] of steps) await actOnAll(page, action, status)
    await page.close()
  }
  const listed = await cli.run('projects', 'list', '-k', PLACE, '--all', '--json')
  const projects = JSON.parse(listed.out)
  const statuses = (projects.content ?? projects).map(
    ({ declareStatus, countryStatus }: Record<string, string>) => `${declareStatus}/${countryStatus}`,
  )
  expect(new Set(statuses)).toEqual(new Set(['7/3']))
})
