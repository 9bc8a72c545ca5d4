import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newCode } from '../../src/domain/files/codes.ts'
import { type Rig, startRig } from '../rig.ts'
import { expertIds, makePilots } from '../support/pilot-projects.ts'
import {
  downloaded,
  expectedRows,
  expectedSheets,
  expertOrder,
  type JudgedProject,
  printedIn,
  type Sheets,
} from '../support/printed-results.ts'
import { inDays, reviewGroup } from '../support/review-group.ts'
import { OPINION, sheetOf } from '../support/sheets.ts'

type Stage = components['schemas']['ReviewStage']

const BATCH = { batchYear: 2046, batchNo: 4 }
const NAMES = ['expert02', 'expert03', 'expert05', 'expert06', 'expert07']

// Totals and safety of five experts, and who recommends. In 优选 the mean of all would put the second before the first.
const PRIMARY: Sheets[] = [
  { totals: [91, 88.5, 90, 86, 92.5], safety: [22.5, 22, 22.5, 21.5, 23], recommends: [] },
  { totals: [85, 86, 84, 87, 70], safety: [20, 20.5, 20, 21, 18], recommends: [] },
  { totals: [60, 62.5, 55, 58, 64], safety: [15, 16, 14, 15, 16.5], recommends: [] },
]
const EXCELLENT: Sheets[] = [
  { totals: [85, 86, 84, 87, 70], safety: [20, 20.5, 20, 21, 18], recommends: [0, 1] },
  { totals: [84, 86, 85, 95, 80], safety: [22, 22, 22, 23, 21], recommends: [3] },
]
const SHEETS = { PRIMARY, EXCELLENT }
const RANKS = [
  { rank: '1', reasons: '去掉 70、87；与第 2 名同分，推荐 2 > 1' },
  { rank: '2', reasons: '去掉 80、95；与第 1 名同分，推荐 1 < 2' },
]

let rig: Rig
let ids: number[] = []
const groups = { PRIMARY: 0, EXCELLENT: 0 }
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

const FEEDBACK =
  '专家认为本项目安全论证不足：未给出舱级灭火试验报告，热失控联锁逻辑不完整；建议补充试验数据、完善应急预案，并明确运行期的监测与数据接入方案。'

/** What an expert writes about a project. The fourth one wants changes. */
const opinionOf = (stage: Stage, expertAt: number, at: number) =>
  `${stage === 'PRIMARY' ? '初评' : '优选'}第${at + 1}项，${NAMES[expertAt]?.slice(-1)}号意见：${OPINION}`
const conclusionOf = (expertAt: number) => (expertAt === 3 ? ('2' as const) : ('1' as const))

async function scoreAll(stage: Stage) {
  for (const [expertAt, name] of NAMES.entries()) {
    const { demoProjects } = await rig.sameAs(name)
    for (const [at, { totals, safety, recommends }] of SHEETS[stage].entries()) {
      const sheet = {
        ...(await sheetOf(rig, stage, ids[at] ?? 0, totals[expertAt] ?? 0, safety[expertAt])),
        opinion: opinionOf(stage, expertAt, at),
        conclusion: conclusionOf(expertAt),
      }
      if (stage === 'PRIMARY') await demoProjects.savePrimaryScore(sheet)
      else await demoProjects.saveExcellentScore({ ...sheet, recommend: recommends.includes(expertAt) })
    }
  }
  await (await rig.sameAs(NAMES[0] ?? '')).demoReview.confirmGroupSheets({ groupId: groups[stage] })
  await (await rig.sameAs('platform')).demoReview.askOpening({ ...BATCH, stage })
  await (await rig.sameAs('nation')).demoReview.confirmOpening({ ...BATCH, stage })
}

/** The projects of a stage with their sheets in the order of the experts' numbers. */
async function judged(stage: Stage, outcomes: readonly string[]): Promise<JudgedProject[]> {
  const order = await expertOrder(rig, groups[stage], NAMES)
  const rows = await rig.db
    .selectFrom('demo_project')
    .select(['id', 'demo_code'])
    .where('id', 'in', ids)
    .execute()
  return SHEETS[stage].map((sheets, at) => ({
    code: rows.find(({ id }) => id === ids[at])?.demo_code ?? '',
    sheets: order.map((expertAt) => ({
      total: sheets.totals[expertAt] ?? 0,
      safety: sheets.safety[expertAt] ?? 0,
      recommends: sheets.recommends.includes(expertAt),
    })),
    outcome: outcomes[at] ?? '',
    ...(stage === 'EXCELLENT' ? RANKS[at] : {}),
  }))
}

/** Compares the opinions on paper with what each expert wrote, under the numbers of the experts. */
async function expectOpinions(stage: Stage, printed: readonly (readonly (readonly string[])[])[]) {
  const order = await expertOrder(rig, groups[stage], NAMES)
  const expected = SHEETS[stage].map((_sheets, at) =>
    order.map((expertAt, no) => [
      `专家${no + 1}`,
      expertAt === 3 ? '修改后通过' : '建议通过',
      opinionOf(stage, expertAt, at),
    ]),
  )
  expect(
    printed.map((rows) =>
      rows.map(([no, conclusion, words = '']) => [no, conclusion, words.split('分项评语：')[0]]),
    ),
  ).toEqual(expected)
  for (const rows of printed)
    for (const [, , words] of rows) expect(words).toMatch(/分项评语：.+（[\d.]+\/[\d.]+）：评语/)
  for (const username of ['platform', 'nation']) {
    const { demoReview } = await rig.sameAs(username)
    const rows = (await demoReview.getResults({ ...BATCH, stage, opinions: true })).groups?.[0]?.rows ?? []
    expect(
      rows.map(({ opinions = [] }) =>
        opinions.map((each) => [`专家${each.expertNo}`, each.conclusionLabel, each.opinion]),
      ),
    ).toEqual(expected)
    expect(new Set(rows.map(({ conclusionText }) => conclusionText))).toEqual(
      new Set(['建议通过 4，修改后通过 1']),
    )
    const bare = await demoReview.getResults({ ...BATCH, stage })
    expect(bare.groups?.[0]?.rows.every((row) => !('opinions' in row))).toBe(true)
  }
}

/** Compares every cell that PDF, Word and the replies of the result screens have with the sheets as they were given. */
async function expectPrinted(stage: Stage, outcomes: readonly string[]) {
  const projects = await judged(stage, outcomes)
  const client = await rig.sameAs('nation')
  const files = await downloaded(client, { ...BATCH, stage })
  expect(files.names).toEqual([
    `${stage === 'PRIMARY' ? '初评' : '优选'}评分汇总-2046年第4批.pdf`,
    `${stage === 'PRIMARY' ? '初评' : '优选'}评分汇总-2046年第4批.docx`,
  ])
  const { table, reasons, sheets, opinions } = printedIn(stage, files.word.tables)
  const expected = expectedRows(stage, projects)
  expect(table).toEqual(expected.table)
  expect(reasons).toEqual(expected.reasons)
  expect(sheets).toEqual(projects.map((project) => expectedSheets(stage, project)))
  await expectOpinions(stage, opinions)
  for (const row of files.word.tables.flatMap(([, ...body]) => body))
    expect(files.pdf.text).toContain(row.join('').replace(/\s/g, ''))

  const results = await client.demoReview.getResults({ ...BATCH, stage })
  const rows = results.groups?.flatMap((group) => group.rows) ?? []
  expect(rows.map(({ outcomeLabel }) => outcomeLabel)).toEqual(outcomes)
  expect(rows.map(({ trimmedAvg }) => trimmedAvg?.toFixed(4))).toEqual(expected.means)
  for (const [at, project] of projects.entries()) {
    const details = await client.demoProjects.getPreferredDetails(ids[at] ?? 0, { stage })
    expect(details.scores.map(({ expertNo, totalScore }) => [expertNo, totalScore])).toEqual(
      project.sheets.map(({ total }, no) => [no + 1, total]),
    )
    for (const { items, totalScore } of details.scores)
      expect(items.reduce((sum, { score = 0 }) => sum + score, 0)).toBeCloseTo(totalScore, 6)
    expect(details.trimmedAvg?.toFixed(4)).toBe(expected.means[at])
    expect(details.rank === undefined).toBe(stage === 'PRIMARY')
  }
  return files
}

async function move(username: string, body: components['schemas']['DemoFlowRequest']): Promise<void> {
  const { failed } = await (await rig.sameAs(username)).demoProjects.updateStatuses(body)
  expect(failed).toEqual([])
}

const editionIn = (text: string) => /版本(第\d+版(?:，代替[\d-]+起签发的第\d+版)?)/.exec(text)?.[1]
const verify = async (text: string) => {
  const [, code = ''] = /核验码([2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4})/.exec(text) ?? []
  return (await rig.sameAs('nation')).documents.verify(code)
}

describe('the primary review', () => {
  let undecided = ''

  test('prints its own sheets, without ranks, and no outcome before the decision', async () => {
    const made = await reviewGroup(rig, { projects: 3, names: NAMES, batch: BATCH })
    ids = made.projectIds
    groups.PRIMARY = made.group.id
    const { demoProjects } = await rig.sameAs('platform')
    await demoProjects.assignPrimaryExperts({
      projectIds: ids,
      groupId: groups.PRIMARY,
      deadline: inDays(5),
    })
    await scoreAll('PRIMARY')
    const { pdf } = await expectPrinted('PRIMARY', ['待判定', '待判定', '待判定'])
    expect(pdf.text).not.toMatch(/未入选|名次理由/)
    expect(editionIn(pdf.text)).toBe('第1版')
    undecided = pdf.text
  })

  test('a project fails only with feedback of 50 characters, which its applicant and recommender read from the publicity on', async () => {
    const [, , id = 0] = ids
    const { demoProjects } = await rig.sameAs('platform')
    const fail = { ids: [id], action: 'PRIMARY_FAIL' as const, opinion: '初评均分低于 70 分' }
    for (const feedback of [
      undefined,
      [],
      [{ id, text: '不足之处从略' }],
      [{ id: id + 1, text: FEEDBACK }],
    ]) {
      const { failed } = await demoProjects.updateStatuses({ ...fail, ...(feedback ? { feedback } : {}) })
      expect(failed).toMatchObject([{ id, code: 'M-022' }])
    }
    const told = async (username: string) =>
      (await (await rig.sameAs(username)).demoProjects.get({ id })).reviewFeedback
    const outsiders = ['enterprise_yc', 'province_nx']
    for (const username of [...outsiders, 'office_nx']) expect(await told(username)).toBeUndefined()
    await move('platform', { ...fail, feedback: [{ id, text: FEEDBACK }] })
    const feedback = {
      stage: 'PRIMARY',
      conclusions: [
        { value: '1', label: '建议通过', count: 4 },
        { value: '2', label: '修改后通过', count: 1 },
      ],
      conclusionText: '建议通过 4，修改后通过 1',
      feedback: FEEDBACK,
    }
    for (const username of ['platform', 'nation']) expect(await told(username)).toEqual(feedback)
    for (const username of outsiders) expect(await told(username)).toBeUndefined()
    await rig.db
      .insertInto('demo_publicity')
      .values({
        batch_year: BATCH.batchYear,
        batch_no: BATCH.batchNo,
        start_time: inDays(-1),
        end_time: inDays(6),
      })
      .execute()
    for (const username of outsiders) expect(await told(username)).toEqual(feedback)
    expect(await told('office_nx')).toBeUndefined()
    await rig.db.deleteFrom('demo_publicity').where('batch_year', '=', BATCH.batchYear).execute()
    await move('nation', { ids: [id], action: 'REOPEN', opinion: '补充材料后重新判定' })
    expect(await told('nation')).toBeUndefined()
  })

  test('prints who passed after the decision, as a new edition that replaces the one before', async () => {
    await move('platform', { ids: ids.slice(0, 2), action: 'PRIMARY_PASS' })
    await move('platform', {
      ids: ids.slice(2),
      action: 'PRIMARY_FAIL',
      opinion: '初评均分低于 70 分',
      feedback: [{ id: ids[2] ?? 0, text: FEEDBACK }],
    })
    expect(await verify(undecided)).toMatchObject({ state: 'GENUINE', edition: 1 })
    const { pdf } = await expectPrinted('PRIMARY', ['初评通过', '初评通过', '初评未通过'])
    expect(editionIn(pdf.text)).toMatch(/^第2版，代替\d{4}-\d\d-\d\d起签发的第1版$/)
    expect(await verify(undecided)).toMatchObject({ state: 'SUPERSEDED', edition: 1, latestEdition: 2 })
    expect(await verify(pdf.text)).toMatchObject({ state: 'GENUINE', edition: 2 })
    const again = await downloaded(await rig.sameAs('platform'), { ...BATCH, stage: 'PRIMARY' })
    expect(await verify(again.pdf.text)).toMatchObject({ state: 'GENUINE', edition: 2 })
  })

  test('prints a failed project as undecided once the nation opens it again', async () => {
    const opinion = '补充材料后重新判定'
    await move('nation', { ids: ids.slice(2), action: 'REOPEN', opinion })
    await expectPrinted('PRIMARY', ['初评通过', '初评通过', '待判定'])
    await move('platform', {
      ids: ids.slice(2),
      action: 'PRIMARY_FAIL',
      opinion: '初评均分低于 70 分',
      feedback: [{ id: ids[2] ?? 0, text: FEEDBACK }],
    })
  })
})

describe('the excellence review', () => {
  test('prints the mean that ranks, and proposals before the decision', async () => {
    const { demoProjects } = await rig.sameAs('platform')
    const experts = await expertIds(rig.db, ...NAMES)
    const group = await demoProjects.createExpertGroup({
      ...BATCH,
      stage: 'EXCELLENT',
      groupName: '优选组',
      leaderId: experts[0] ?? 0,
      expertIds: experts,
    })
    groups.EXCELLENT = group.id
    const projectIds = ids.slice(0, 2)
    await demoProjects.createExcellentGroup({ groupId: group.id, excellentType: '1', projectIds, quota: 1 })
    await demoProjects.assignExcellentExperts({ groupId: group.id, expertIds: experts, deadline: inDays(5) })
    await scoreAll('EXCELLENT')
    await expectPrinted('EXCELLENT', ['建议拟入选', '建议未入选'])
    // The primary review keeps its own sheets and outcomes.
    await expectPrinted('PRIMARY', ['初评通过', '初评通过', '初评未通过'])
  })

  test('marks an adjustment, and prints the selection after it', async () => {
    const { demoReview } = await rig.sameAs('nation')
    const adjustment = { projectId: ids[1] ?? 0, reason: '与已入选项目技术方案互补，择优补充' }
    await demoReview.adjustResult({ ...adjustment, selected: true })
    RANKS[1] = { rank: '2', reasons: `${RANKS[1]?.reasons}；调整：${adjustment.reason}` }
    await expectPrinted('EXCELLENT', ['建议拟入选', '建议拟入选（调整）'])
    await move('nation', { ids: ids.slice(0, 2), action: 'EXCELLENT_PASS', excellentType: '1' })
    await expectPrinted('EXCELLENT', ['拟入选', '拟入选（调整）'])
    await expectPrinted('PRIMARY', ['初评通过', '初评通过', '初评未通过'])
  })

  test('prints a project that lost its place as disqualified', async () => {
    await move('nation', { ids: ids.slice(1, 2), action: 'CANCEL', opinion: '异议成立，取消拟入选资格' })
    await expectPrinted('EXCELLENT', ['拟入选', '已取消资格（调整）'])
  })
})

test('a summary of before is not touched, and the mended one says that it replaces it', async () => {
  const code = newCode()
  const batch = { batchYear: 2046, batchNo: 5, stage: 'PRIMARY' as const }
  const old = {
    code,
    kind: 'SCORES_PRIMARY',
    project_id: null,
    year: batch.batchYear,
    submission_no: batch.batchNo,
    title: '新型储能试点示范项目初评评分汇总',
    sha256: 'ab'.repeat(32),
    size: 1000,
    pages: 3,
    content_digest: 'cd'.repeat(32),
    issued_at: '2046-03-01 10:00:00',
  }
  await rig.db.insertInto('issued_document').values(old).execute()
  const read = () =>
    rig.db.selectFrom('issued_document').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
  const before = await read()
  // The batch takes over the results of the other one.
  const [id = 0] = await makePilots(rig.db, 1, { batch_year: 2046, batch_no: 5, status: '6' })
  await sql`insert into demo_result (project_id, stage, group_id, result)
    select ${id}, stage, group_id, result from demo_result where project_id = ${ids[0]} and stage = 'PRIMARY'`.execute(
    rig.db,
  )
  await sql`insert into score_opening select (jsonb_populate_record(o, '{"batch_no": 5}')).*
    from score_opening o where batch_year = 2046 and batch_no = 4 and stage = 'PRIMARY'`.execute(rig.db)
  const { pdf } = await downloaded(await rig.sameAs('nation'), batch)
  expect(editionIn(pdf.text)).toBe('第2版，代替2046-03-01起签发的第1版')
  expect(pdf.text).toContain('更正说明：第1版把初评的各项目一律列为“未入选”')
  expect(await read()).toEqual(before)
  const found = await (await rig.sameAs('nation')).documents.verify(code)
  expect(found).toMatchObject({ state: 'SUPERSEDED', edition: 1, latestEdition: 2, sha256: before.sha256 })
})
