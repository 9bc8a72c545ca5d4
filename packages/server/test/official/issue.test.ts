import { createHash } from 'node:crypto'
import { DemoStatus } from '@xinchu/contract/codes'
import { createClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { announcedOf } from '../support/announced.ts'
import { readDocx } from '../support/docx.ts'
import { readPdf } from '../support/pdf.ts'
import { makePilots } from '../support/pilot-projects.ts'
import { refusal } from '../support/refusal.ts'
import { familyOf, refusalCodes } from '../support/rules.ts'
import { detail } from './example.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ config: { publicUrl: 'https://xinchu.example' } })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})
beforeEach(async () => {
  await sql`delete from rate_limit`.execute(rig.db)
})

const verify = (code: string) =>
  createClient({ baseUrl: rig.url, retry: { times: 0 } }).documents.verify(code)

async function note(id: number, action: string, to: string, kind = 'DEMO') {
  await sql`insert into flow_history (province_code, biz_type, biz_id, org_name, user_name, dept_id, action, to_status)
    values ('640000', ${kind}, ${id}, '宁夏盐池液流储能有限公司', '李明', 100, ${action}, ${to})`.execute(
    rig.db,
  )
}

/** A project with all its parts, in a state of the flow. */
async function project(status: DemoStatus = DemoStatus.atRecommender): Promise<number> {
  const [id = 0] = await makePilots(rig.db, 1, { status, submitted_once: status !== DemoStatus.draft })
  const parts = {
    APPLICATION: detail.application,
    IMPLEMENTATION: detail.implementation,
    BRIEF: detail.brief,
  }
  for (const [part, content] of Object.entries(parts)) {
    const { id: _id, version: _version, projectId: _project, partStatus: _status, ...own } = content ?? {}
    await sql`insert into demo_part (project_id, part, content, status)
      values (${id}, ${part}, ${JSON.stringify(own)}::text::jsonb, '2')`.execute(rig.db)
  }
  if (status !== DemoStatus.draft) await note(id, 'SUBMIT', DemoStatus.atRecommender)
  return id
}

async function pdfOf(projectId: number, username = 'enterprise_yc') {
  const { demoProjects } = await rig.sameAs(username)
  const { blob, fileName } = await demoProjects.downloadPdf({ projectId, partType: 'APPLICATION' })
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const read = await readPdf(bytes)
  const [, code = ''] = /核验码([2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4})/.exec(read.text) ?? []
  return { bytes, fileName, read, code, sha256: createHash('sha256').update(bytes).digest('hex') }
}

describe('a submitted application', () => {
  test('has the same code and the same bytes each time, and the code confirms them', async () => {
    const id = await project()
    const [first, second] = [await pdfOf(id), await pdfOf(id)]
    expect(second.sha256).toBe(first.sha256)
    const found = await verify(first.code)
    expect(found).toMatchObject({
      state: 'GENUINE',
      message: '核验通过',
      title: '新型储能试点示范项目申报书',
      submissionNo: 1,
      sha256: first.sha256,
      size: first.bytes.length,
      pages: first.read.pages.length,
    })
    expect(Object.keys(found)).not.toContain('status')
    expect(first.fileName).toBe(`新型储能试点示范项目申报书-${found.number}.pdf`)
    expect(await verify(first.code.toLowerCase().replaceAll('-', ''))).toEqual(found)
  })

  test('has one code, however many ask for it at once', async () => {
    const id = await project()
    const copies = await Promise.all([pdfOf(id), pdfOf(id), pdfOf(id)])
    expect(new Set(copies.map(({ sha256 }) => sha256)).size).toBe(1)
  })

  test('names the reader on copies for others, under a code of their own', async () => {
    const id = await project()
    const [own, copy] = [await pdfOf(id), await pdfOf(id, 'province_nx')]
    expect(copy.code).not.toBe(own.code)
    expect(copy.read.text).toContain('宁夏')
    expect((await verify(copy.code)).sha256).toBe(copy.sha256)
  })

  test('is superseded by the next submission, and void once it was withdrawn', async () => {
    const id = await project()
    const first = await pdfOf(id)
    await note(id, 'WITHDRAW', DemoStatus.draft)
    expect(await verify(first.code)).toMatchObject({ state: 'VOID', message: '已作废' })
    const other = await project()
    const before = await pdfOf(other)
    await note(other, 'RETURN', DemoStatus.returnedByRecommender)
    await note(other, 'SUBMIT', DemoStatus.atRecommender)
    expect(await verify(before.code)).toMatchObject({
      state: 'SUPERSEDED',
      message: '已有新版本',
      latestNo: 2,
    })
    const after = await pdfOf(other)
    expect(await verify(after.code)).toMatchObject({ state: 'GENUINE', submissionNo: 2 })
    expect(after.code).not.toBe(before.code)
  })

  test('gets a new code when the platform draws it differently, and the old code still names the old bytes', async () => {
    const id = await project()
    const first = await pdfOf(id)
    const old = 'a'.repeat(64)
    await sql`update issued_document set sha256 = ${old} where project_id = ${id}`.execute(rig.db)
    const second = await pdfOf(id)
    expect(second.code).not.toBe(first.code)
    expect((await verify(first.code)).sha256).toBe(old)
    expect((await verify(second.code)).sha256).toBe(second.sha256)
    expect((await pdfOf(id)).sha256).toBe(second.sha256)
  })
})

describe('drafts and rights', () => {
  test('a draft says so and has no code', async () => {
    const id = await project(DemoStatus.draft)
    const { read, code } = await pdfOf(id)
    expect(code).toBe('')
    expect(read.text).toContain('草稿，未签发核验码')
  })

  test('those who do not see a project, or a part that is not there, get 404', async () => {
    const id = await project()
    const ask = async (username: string, projectId: number) => {
      const { demoProjects } = await rig.sameAs(username)
      return refusal(demoProjects.downloadPdf({ projectId }))
    }
    for (const username of ['enterprise_sy', 'province_bj'])
      expect(await ask(username, id)).toMatchObject({ status: 404 })
    const [empty = 0] = await makePilots(rig.db, 1)
    expect(await ask('enterprise_yc', empty)).toMatchObject({ status: 404 })
  })

  test('[7.demo.8, 7.demo.9] the bound volume has the application and the plan; Word has each part', async () => {
    const id = await project()
    const { demoProjects } = await rig.sameAs('enterprise_yc')
    const bound = await demoProjects.downloadPdf({ projectId: id })
    const { text } = await readPdf(new Uint8Array(await bound.blob.arrayBuffer()))
    expect(text).toContain('申报书')
    expect(text).toContain('二、任务分解')
    for (const partType of ['APPLICATION', 'IMPLEMENTATION', 'BRIEF'] as const) {
      const { blob, fileName } = await demoProjects.downloadWord({ projectId: id, partType })
      expect(fileName).toMatch(/\.docx$/)
      expect(readDocx(new Uint8Array(await blob.arrayBuffer())).text).not.toContain('核验码')
    }
  })
})

describe('an annual report', () => {
  const year = 2031

  test('[7.annual.4] is issued with its quarters, their sum and the reason of a change, and verified by its code', async () => {
    const id = await announcedOf(rig, 'enterprise_yc')
    const usage = { chargeEnergy: 310.5, dischargeEnergy: 246 }
    for (const quarter of [1, 2])
      await sql`insert into demo_progress (demo_project_id, province_code, year, quarter, content, status, submit_time)
        values (${id}, '640000', ${year}, ${quarter}, ${JSON.stringify({ usage: { chargeEnergy: 150, dischargeEnergy: 123 } })}::text::jsonb,
          '5', now())`.execute(rig.db)
    const content = { usage, usageReason: '补计站用变下网电量', buildSummary: '全部建成' }
    const made = await sql<{ id: number }>`
      insert into annual_report (demo_project_id, province_code, year, content, status, submit_time)
      values (${id}, '640000', ${year}, ${JSON.stringify(content)}::text::jsonb, '1', now()) returning id`.execute(
      rig.db,
    )
    const reportId = made.rows[0]?.id ?? 0
    await note(reportId, 'SUBMIT', '1', 'ANNUAL')
    const { annualReports } = await rig.sameAs('enterprise_yc')
    const word = readDocx(
      new Uint8Array(await (await annualReports.downloadWord({ id: reportId })).blob.arrayBuffer()),
    )
    const rows = word.tables.flat().map((row) => row.map((cell) => cell.replace(/\s/g, '')))
    expect(rows).toContainEqual(['充电量', '万kWh', '150', '150', '300', '310.5*'])
    expect(rows).toContainEqual(['充电量（万kWh）', '300', '310.5', '补计站用变下网电量'])
    const pdf = await annualReports.downloadPdf({ id: reportId })
    const { text } = await readPdf(new Uint8Array(await pdf.blob.arrayBuffer()))
    const [, code = ''] = /核验码([2-9A-Z-]{14})/.exec(text) ?? []
    expect(await verify(code)).toMatchObject({
      state: 'GENUINE',
      submissionNo: 1,
      title: expect.stringContaining('2031'),
    })
    const other = await rig.sameAs('enterprise_sy')
    expect(await refusal(other.annualReports.downloadPdf({ id: reportId }))).toMatchObject({ status: 404 })
  })
})

describe('the rules of verification', () => {
  const broken: Readonly<Record<string, () => Promise<unknown>>> = {
    'V-001': () => verify('7K2M-QF9D-3VXB'),
    'V-002': () => verify('7K2M-QF9D-3VXA'),
    'V-003': async () => {
      for (let count = 0; count < 10; count += 1) await verify('7K2MQF9D3VXA').catch(() => undefined)
      return verify('7K2MQF9D3VXA')
    },
  }
  const rules = familyOf('V').filter(({ when }) => when.includes('核验'))

  test.each(rules)('$code: $text', async ({ code }) => {
    expect(await refusalCodes(broken[code]?.() ?? Promise.resolve())).toContain(code)
  })

  test('too many tries are refused with 429 and a time', async () => {
    expect(await refusal(broken['V-003']?.() ?? Promise.resolve())).toMatchObject({ status: 429 })
  })
})
