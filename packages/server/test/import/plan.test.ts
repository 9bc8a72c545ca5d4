import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { fields } from '@xinchu/contract/fields'
import { importWorkbook, type XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../../../cli/src/run.ts'
import { SAMPLE_PASSWORD } from '../../src/domain/auth/sample-password.ts'
import { type Rig, startRig } from '../rig.ts'
import { fillTemplate, goodRow, type ImportCells } from '../support/import-rows.ts'
import { rawWorkbook } from '../support/raw-workbook.ts'

let rig: Rig
let county: XinchuClient
let template: Uint8Array
const dir = mkdtempSync(join(tmpdir(), 'xinchu-plan-'))
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
  county = await rig.as('county_yc')
  const { blob } = await county.imports.downloadTemplate({})
  template = new Uint8Array(await blob.arrayBuffer())
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
  rmSync(dir, { recursive: true })
})

/** Runs one command line as the county. */
async function xinchu(...argv: string[]) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const env = {
    XINCHU_CONFIG_DIR: dir,
    XINCHU_SERVER: rig.url,
    XINCHU_USERNAME: 'county_yc',
    XINCHU_PASSWORD: SAMPLE_PASSWORD,
  }
  const signal = new AbortController().signal
  const code = await run(argv, { stdin, stdout, stderr, env, signal }, '1.0.0')
  await setImmediate()
  // A slow machine sees lines of progress.
  const err = String(stderr.read() ?? '').replace(/^.*(?: \d+\/\d+|…)\n/gm, '')
  return { code, out: String(stdout.read() ?? ''), err }
}

const NAMES = new Set<string>(fields.EsProjectFields.map(({ name }) => name))

async function savedAs(name: string, rows: readonly ImportCells[]): Promise<string> {
  const path = join(dir, name)
  writeFileSync(path, await fillTemplate(template, rows))
  return path
}

const found = async (keyword: unknown) =>
  (await county.projects.list({ keyword: String(keyword), size: 10 })).content

test('a plan is told before it is written, applied as it was told, and refused once somebody was faster', async () => {
  const [first, second, third] = [goodRow(95_001), goodRow(95_002), goodRow(95_003)]
  const before = await fillTemplate(template, [first, second])
  await importWorkbook(county.imports, new File([Buffer.from(before)], '先.xlsx'))
  const workbook = await savedAs('项目.xlsx', [
    { ...first, ratedPower: 801 },
    second,
    third,
    goodRow(95_004, { contactPhone: '1' }),
  ])
  const [plan, later] = [join(dir, 'plan.json'), join(dir, 'later.json')]

  const told = await xinchu('plan', workbook, '-o', plan)
  expect([told.code, told.err]).toEqual([
    1,
    `共 4 行：新建 1，变更 1（1 项），一致 1，拒绝 1，疑似重复 0\n已保存：${plan}\n`,
  ])
  const lines = told.out.split('\n').map((line) => line.split(/\s{2,}/).filter(Boolean))
  const mw = `${first['ratedPower']} MW`
  expect(lines).toContainEqual([
    '变更',
    '6',
    first['projectName'],
    expect.any(String),
    '额定功率',
    mw,
    '801 MW',
  ])
  expect(lines).toContainEqual(['新建', '8', third['projectName']])
  expect(lines).toContainEqual([
    '拒绝',
    '9',
    expect.any(String),
    'U',
    '联系电话',
    '1',
    expect.stringMatching(/^F-003 /),
  ])
  expect(await found(third['projectName'])).toEqual([])
  await xinchu('plan', workbook, '-o', later)

  const applied = await xinchu('apply', plan)
  expect([applied.code, applied.err]).toEqual([4, '已照计划写入 2 行；被拒绝的 1 行未写入\n'])
  expect(await found(first['projectName'])).toMatchObject([{ ratedPower: 801, version: 1 }])
  expect(await found(second['projectName'])).toMatchObject([{ version: 0 }])
  expect(await found(third['projectName'])).toHaveLength(1)

  // Once more is the same import, not another one.
  const again = await xinchu('apply', plan)
  expect([again.code, again.err]).toEqual([4, '此前已照计划写入 2 行，本次未写入；被拒绝的 1 行未写入\n'])
  expect(await found(first['projectName'])).toMatchObject([{ version: 1 }])

  // What was planned at the same time rests on what is there no more.
  const late = await xinchu('apply', later)
  expect([late.code, late.out]).toEqual([
    1,
    `第6行 ${first['projectName']}：【额定功率】计划时为 ${mw}，现为 801 MW\n第8行 ${third['projectName']}：计划为新建，现为与草稿一致\n`,
  ])
  const clean = await savedAs('再次.xlsx', [{ ...first, ratedPower: 801 }, second, third])
  expect((await xinchu('plan', clean)).code).toBe(0)
})

test('a plan tells the changed parts of a mixed station as one change', async () => {
  const { techSubType: _sub, ...row } = goodRow(95_050, {
    techType: '混合储能',
    ratedPower: 100,
    ratedEnergy: 200,
  })
  const projects = { name: '项目', rows: [Object.keys(row), Object.values(row)] }
  const saved = (name: string, lithium: number) => {
    const part = (tech: string, power: number) => [row['projectName'] ?? '', tech, power, power * 2]
    const heading = ['项目名称', '技术路线', '额定功率（MW）', '额定能量（MWh）']
    const rows = [heading, part('01', lithium), part('04', 100 - lithium)]
    const path = join(dir, name)
    writeFileSync(path, rawWorkbook({ sheets: [projects, { name: '构成', rows }] }))
    return path
  }
  const first = saved('构成.xlsx', 60)
  expect((await xinchu('import', first)).code).toBe(0)
  expect((await xinchu('plan', first)).err).toContain('变更 0（0 项），一致 1')
  const { out, err } = await xinchu('plan', saved('构成-改.xlsx', 70))
  expect(err).toContain('变更 1（1 项），一致 0')
  expect(out).toMatch(/混合储能构成 .*60 MW.*40 MW.* {2,}.*70 MW.*30 MW/)
})

test('a plan names the field that a person has saved since', async () => {
  const row = goodRow(95_010)
  const before = await fillTemplate(template, [row])
  await importWorkbook(county.imports, new File([Buffer.from(before)], '先.xlsx'))
  const plan = join(dir, 'saved.json')
  const workbook = await savedAs('改.xlsx', [{ ...row, ratedPower: 802 }])
  expect((await xinchu('plan', workbook, '-o', plan)).code).toBe(2)
  const [{ id = 0 } = {}] = await found(row['projectName'])
  const open = await county.projects.get(id)
  const content = Object.fromEntries(Object.entries(open).filter(([name]) => NAMES.has(name)))
  const { projectName, provinceCode, version } = open
  const edited = { ...content, projectName, provinceCode, contactPhone: '13800138000', address: '麻黄山乡' }
  await county.projects.update({ ...edited, id, version })

  const { code, out } = await xinchu('apply', plan)
  expect([code, out]).toEqual([1, `第6行 ${projectName}：【详细地址】计划时为 青山乡，现为 麻黄山乡\n`])
  expect(await county.projects.get(id)).toMatchObject({ address: '麻黄山乡', version: 1 })
})

test('an import keeps what a person has corrected and names it, unless it is told to take it', async () => {
  const row = goodRow(95_020)
  const first = await fillTemplate(template, [row])
  await importWorkbook(county.imports, new File([Buffer.from(first)], '先.xlsx'))
  const [{ id = 0 } = {}] = await found(row['projectName'])
  const open = await county.projects.get(id)
  const content = Object.fromEntries(Object.entries(open).filter(([name]) => NAMES.has(name)))
  const { projectName, provinceCode, version } = open
  const edited = { ...content, projectName, provinceCode, contactPhone: '13800138000', address: '麻黄山乡' }
  await county.projects.update({ ...edited, id, version })
  const later = { ...row, ratedPower: 803, contactPhone: '13800138000' }
  const workbook = await savedAs('更正.xlsx', [later])
  const [plan, forced] = [join(dir, 'kept.json'), join(dir, 'forced.json')]

  const told = await xinchu('plan', workbook, '-o', plan)
  expect(told.code).toBe(2)
  expect(told.out).toMatch(/详细地址 +麻黄山乡 +保留人工更正，不取 青山乡（\S+ \d{4}-\d\d-\d\d 修改）/)
  expect((await xinchu('apply', plan)).err).toBe('已照计划写入 1 行，保留人工更正 1 格\n')
  expect(await county.projects.get(id)).toMatchObject({ address: '麻黄山乡', ratedPower: 803 })

  // All that is left is the correction.
  const again = await xinchu('plan', workbook)
  expect([again.code, again.out]).toEqual([0, expect.stringContaining('保留人工更正')])
  expect((await xinchu('plan', workbook, '-o', forced, '--force-fields', 'address')).code).toBe(2)
  expect((await xinchu('apply', forced)).code).toBe(0)
  expect(await county.projects.get(id)).toMatchObject({ address: '青山乡', ratedPower: 803 })

  // What an import has set since, the next one may change.
  const moved = await savedAs('迁址.xlsx', [{ ...later, address: '惠安堡镇' }])
  await importWorkbook(county.imports, new File([Buffer.from(readFileSync(moved))], '迁址.xlsx'))
  expect(await county.projects.get(id)).toMatchObject({ address: '惠安堡镇' })
})

test('an import refuses to force a field that it cannot set', async () => {
  const file = new File([Buffer.from(await fillTemplate(template, [goodRow(95_030)]))], '错.xlsx')
  await expect(importWorkbook(county.imports, file, { forceFields: ['adress'] })).rejects.toMatchObject({
    status: 400,
  })
})
