import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { readDocx } from '../support/docx.ts'
import { registered, step, verified } from '../support/objections.ts'
import { readPdf } from '../support/pdf.ts'
import { expertIds, makePilots } from '../support/pilot-projects.ts'
import { inDays } from '../support/review-group.ts'
import { refusalCodes } from '../support/rules.ts'
import { OPINION, sheetOf } from '../support/sheets.ts'

// The worked example: six projects, five experts, three places. Total and safety of each sheet; the experts who recommend.
const EXAMPLE = [
  ['017', [91, 88.5, 90, 86, 92.5], [22.5, 22, 22.5, 21.5, 23], [0, 1, 2, 3, 4]],
  ['023', [88, 90.5, 87, 89, 84], [23, 23.5, 22.5, 23, 22], [0, 1, 2, 3]],
  ['031', [85, 87.5, 83, 86, 90], [21.5, 22, 21, 21.5, 22.5], [0, 1, 3]],
  ['044', [86, 84.5, 88, 82.5, 91], [21, 20.5, 21.5, 20, 22], [2, 4]],
  ['058', [80, 82, 78.5, 84, 76], [20.5, 21, 20, 20.5, 20], []],
  ['052', [81, 79.5, 83, 80, 77], [20, 19.5, 20, 19.5, 19], []],
] as const
const BATCH = { batchYear: 2042, batchNo: 3 }
const STAGE = { ...BATCH, stage: 'EXCELLENT' as const }
const NAMES = ['expert02', 'expert03', 'expert05', 'expert06', 'expert07']

let rig: Rig
let groupId = 0
let projectIds: number[] = []
beforeAll(async () => {
  rig = await startRig()
  const { demoProjects } = await rig.sameAs('platform')
  projectIds = []
  for (const [code] of EXAMPLE)
    projectIds.push(
      ...(await makePilots(rig.db, 1, {
        batch_year: BATCH.batchYear,
        batch_no: BATCH.batchNo,
        demo_code: `DEMO204203${code}`,
        status: '7',
        excellent_type_status: '1',
      })),
    )
  const ids = await expertIds(rig.db, ...NAMES)
  const group = await demoProjects.createExpertGroup({
    ...STAGE,
    groupName: '第一优选组',
    leaderId: ids[0] ?? 0,
    expertIds: ids,
  })
  groupId = group.id
  await demoProjects.createExcellentGroup({ groupId, excellentType: '1', projectIds, quota: 3 })
  await demoProjects.assignExcellentExperts({ groupId, expertIds: ids, deadline: inDays(5) })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

async function submit(expertAt: number, projectAt: number) {
  const [, totals, safety, recommended] = EXAMPLE[projectAt] ?? EXAMPLE[0]
  const { demoProjects } = await rig.sameAs(NAMES[expertAt] ?? '')
  const sheet = await sheetOf(
    rig,
    'EXCELLENT',
    projectIds[projectAt] ?? 0,
    totals[expertAt] ?? 0,
    safety[expertAt],
  )
  const recommend = (recommended as readonly number[]).includes(expertAt)
  return demoProjects.saveExcellentScore({ ...sheet, recommend })
}

test('a fourth recommendation in a group of three places is refused with the names of the three', async () => {
  for (const at of [0, 1, 2]) await submit(0, at)
  const { demoProjects } = await rig.sameAs(NAMES[0] ?? '')
  const sheet = await sheetOf(rig, 'EXCELLENT', projectIds[3] ?? 0, 86, 21)
  const refused = demoProjects.saveExcellentScore({ ...sheet, recommend: true })
  await expect(refused).rejects.toMatchObject({
    code: 'E-017',
    message: '推荐数超过名额：本组可推荐 3 项',
    errors: [{ message: expect.stringMatching(/^已推荐：.+、.+、.+$/) }],
  })
})

test('[7.demo.18, 7.demo.21] the group lists its projects and its places, and how far each expert is', async () => {
  const { demoProjects } = await rig.sameAs('platform')
  const { content } = await demoProjects.getExcellentGroupPage(BATCH)
  expect(content).toMatchObject([{ groupId, groupName: '第一优选组', quota: 3, assigned: 30, submitted: 3 }])
  expect(content[0]?.projects).toHaveLength(EXAMPLE.length)
  const progress = await demoProjects.getExcellentExpertProgress({ ...BATCH, size: 100 })
  const states = progress.content.map(({ assigned, submitted }) => [assigned, submitted])
  expect(states.sort()).toEqual([
    [6, 0],
    [6, 0],
    [6, 0],
    [6, 0],
    [6, 3],
  ])
})

test('[7.demo.20] an expert finds what he has to score, and what he has scored', async () => {
  const { demoProjects } = await rig.sameAs(NAMES[0] ?? '')
  const { content } = await demoProjects.getExcellentExpertList({ ...BATCH, size: 100 })
  expect(content.map(({ assignStatus }) => assignStatus).sort()).toEqual(['0', '0', '0', '2', '2', '2'])
})

test('[7.demo.16] the projects of the batch are counted by their state of excellence', async () => {
  const { demoProjects } = await rig.sameAs('nation')
  const counts = await demoProjects.getExcellentTypeStatus(BATCH)
  expect(counts.filter(({ count }) => count > 0)).toEqual([
    { value: '3', label: '评分中', count: EXAMPLE.length },
  ])
})

test('nothing is opened before all sheets are in and the leader has confirmed', async () => {
  const platform = (await rig.sameAs('platform')).demoReview
  const state = await platform.getScoreOpening(STAGE)
  expect(state.conditions[0]).toMatchObject({ met: false, message: '仍有 27 份未提交，不能启封' })
  expect(await refusalCodes(platform.askOpening(STAGE))).toContain('E-020')
  expect(await platform.getResults(STAGE)).toEqual({ ...STAGE, opened: false })
  expect(await refusalCodes(platform.downloadScorePdf(STAGE))).toContain('E-022')
  const sorted = (await rig.sameAs('platform')).demoProjects.getExcellentProjectPage({
    ...BATCH,
    sort: ['trimmedAvg,desc'],
  })
  expect(await refusalCodes(sorted)).toContain('E-021')
  const leader = await rig.sameAs(NAMES[0] ?? '')
  expect(await refusalCodes(leader.demoReview.confirmGroupSheets({ groupId }))).toContain('E-027')
})

test('[7.demo.36] the worked example is ranked to the fraction, with the reason of each rank', async () => {
  for (const expertAt of NAMES.keys())
    for (const projectAt of EXAMPLE.keys())
      if (expertAt > 0 || projectAt > 2) await submit(expertAt, projectAt)
  await (await rig.sameAs(NAMES[0] ?? '')).demoReview.confirmGroupSheets({ groupId })
  const platform = (await rig.sameAs('platform')).demoReview
  const nation = (await rig.sameAs('nation')).demoReview
  await platform.askOpening(STAGE)
  const replies = await Promise.allSettled(Array.from({ length: 6 }, () => nation.confirmOpening(STAGE)))
  const [opened, ...again] = replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value] : []))
  if (!opened) throw new Error('nobody could open')
  expect(again).toEqual([])
  expect(opened.root).toMatch(/^[0-9a-f]{64}$/)
  const { groups = [] } = await nation.getResults(STAGE)
  const rows = groups[0]?.rows ?? []
  expect(
    rows.map(({ demoCode, trimmedAvg, recommendCount, safety, avg }) => [
      demoCode.slice(-3),
      trimmedAvg,
      recommendCount,
      safety,
      avg,
    ]),
  ).toEqual([
    ['017', 89.8333, 5, 22.3, 89.6],
    ['023', 88, 4, 22.8, 87.7],
    ['031', 86.1667, 3, 21.7, 86.3],
    ['044', 86.1667, 2, 21, 86.4],
    ['058', 80.1667, 0, 20.4, 80.1],
    ['052', 80.1667, 0, 19.6, 80.1],
  ])
  expect(rows.map(({ rank, withinQuota }) => [rank, withinQuota])).toEqual([
    [1, true],
    [2, true],
    [3, true],
    [4, false],
    [5, false],
    [6, false],
  ])
  expect(rows[2]?.reasons).toEqual(['去掉 83、90', '与第 4 名同分，推荐 3 > 2'])
  const biases = groups[0]?.experts.map(({ bias }) => bias).sort()
  expect(biases).toEqual([0.0625, 0.1667, 0.4792, -0.1458, -0.5625].sort())
})

test('lists are sorted by rank and average once they are opened, and the leader sees the ranks of his group', async () => {
  const { demoProjects } = await rig.sameAs('platform')
  const page = (key: string) => demoProjects.getExcellentProjectPage({ ...BATCH, size: 50, sort: [key] })
  const ranked = [1, 2, 3, 4, 5, 6]
  expect((await page('groupRank,asc')).content.map(({ groupRank }) => groupRank)).toEqual(ranked)
  expect((await page('trimmedAvg,desc')).content[0]?.groupRank).toBe(1)
  const union = await demoProjects.getPrimaryExcellentUnion({ ...BATCH, size: 50, sort: ['rank,desc'] })
  expect(union.content.map(({ rank }) => rank)).toEqual([...ranked].reverse())
  const leader = await (await rig.sameAs(NAMES[0] ?? '')).demoReview.getResults(STAGE)
  expect(leader.groups?.[0]?.rows.map(({ rank }) => rank)).toEqual(ranked)
  expect(leader.groups?.[0]?.experts.every((expert) => !('bias' in expert))).toBe(true)
})

test('the summary has every score, average and reason of the results, and no name of an expert', async () => {
  const { demoReview } = await rig.sameAs('nation')
  const { groups = [] } = await demoReview.getResults(STAGE)
  const { blob } = await demoReview.downloadScoreWord(STAGE)
  const { tables, text } = readDocx(new Uint8Array(await blob.arrayBuffer()))
  const pdf = await demoReview.downloadScorePdf(STAGE)
  const printed = await readPdf(new Uint8Array(await pdf.blob.arrayBuffer()))
  expect(printed.text).toContain('核验码')
  const [table = []] = tables
  for (const { rows } of groups)
    rows.forEach((row, at) => {
      const own = (table[at + 1] ?? []).map((cell) => cell.replace(/[()\s]/g, ''))
      const scores = row.scores.map(({ total }) => String(total))
      expect(own.slice(2, 2 + scores.length)).toEqual(scores)
      expect(own).toContain(row.trimmedAvg?.toFixed(4))
      for (const reason of row.reasons) expect(printed.text).toContain(reason.replace(/\s/g, ''))
    })
  expect(groups.length).toBeGreaterThan(0)
  const { demoProjects } = await rig.sameAs('platform')
  const { groups: teams } = await demoProjects.findGroupExperts({ groupId })
  const names = teams.flatMap(({ experts }) => experts.map(({ realName }) => realName))
  expect(names).toHaveLength(NAMES.length)
  for (const realName of names) expect(text + printed.text).not.toContain(realName)
})

test('the seal is checked by anyone in scope, and a receipt leads to the root', async () => {
  const { demoReview } = await rig.sameAs('query')
  expect(await demoReview.checkSeal(STAGE)).toMatchObject({
    sheets: 30,
    genuine: true,
    message: '30 份摘要与提交时一致',
  })
  const expert = (await rig.sameAs(NAMES[1] ?? '')).demoReview
  const receipt = await expert.getReceipt({ projectId: projectIds[0] ?? 0, stage: 'EXCELLENT' })
  expect(receipt).toMatchObject({ opened: true, path: expect.any(Array) })
  await rig.db
    .updateTable('expert_score')
    .set({ total: 1 })
    .where('receipt_code', '=', receipt.receiptCode)
    .execute()
  expect(await demoReview.checkSeal(STAGE)).toMatchObject({ matching: 29, genuine: false })
})

test('names behind the numbers are told for a purpose, which is recorded', async () => {
  const { demoReview } = await rig.sameAs('platform')
  const names = await demoReview.revealExpertNames({ groupId, purpose: '核实评分偏离' })
  expect(names.map(({ expertNo }) => expertNo).sort()).toEqual([1, 2, 3, 4, 5])
  const traced = await rig.db.selectFrom('expert_name_request').select(['purpose', 'create_by']).execute()
  expect(traced).toEqual([{ purpose: '核实评分偏离', create_by: 'platform' }])
})

describe('after the opening', () => {
  test('[7.demo.22] details name experts by number, and an expert sees his own sheet alone', async () => {
    const id = projectIds[0] ?? 0
    const detail = await (await rig.sameAs('query')).demoProjects.getPreferredDetails(id)
    expect(detail.applicationLink).toBe(`/demonstration/detail/${id}`)
    expect(detail.scores.map(({ expertName }) => expertName)).toEqual([
      '专家1',
      '专家2',
      '专家3',
      '专家4',
      '专家5',
    ])
    expect(detail).toMatchObject({ rank: 1, trimmedAvg: 89.8333 })
    const own = await (await rig.sameAs(NAMES[2] ?? '')).demoProjects.getPreferredDetails(id)
    expect(own.scores.map(({ totalScore }) => totalScore)).toEqual([90])
    expect(own).not.toHaveProperty('trimmedAvg')
  })

  test('[7.demo.14, 7.demo.19] lists carry averages and ranks for the nation, and 评审中 for the applicant', async () => {
    const { demoProjects } = await rig.sameAs('nation')
    const page = await demoProjects.getExcellentProjectPage({ ...BATCH, size: 50 })
    expect(page.content.find(({ demoCode }) => demoCode.endsWith('017'))).toMatchObject({
      groupRank: 1,
      trimmedAvg: 89.8333,
    })
    const union = await demoProjects.getPrimaryExcellentUnion({ ...BATCH, size: 50 })
    expect(union.content.find(({ demoCode }) => demoCode.endsWith('044'))).toMatchObject({
      rank: 4,
      recommendCount: 2,
    })
    const own = await (await rig.sameAs('enterprise_yc')).demoProjects.list({ ...BATCH, size: 50 })
    expect(new Set(own.content.map(({ statusLabel }) => statusLabel))).toEqual(new Set(['评审中']))
  })

  test('a decision other than the rank needs its reason', async () => {
    const { demoProjects, demoReview } = await rig.sameAs('nation')
    const fourth = projectIds[3] ?? 0
    const pass = { ids: [fourth], action: 'EXCELLENT_PASS' as const, excellentType: '1' as const }
    expect((await demoProjects.updateStatuses(pass)).failed[0]).toMatchObject({ code: 'E-023' })
    const adjustment = { projectId: fourth, selected: true, reason: '与已入选项目技术方案互补，择优补充' }
    await demoReview.adjustResult(adjustment)
    const { groups = [] } = await demoReview.getResults(STAGE)
    expect(groups[0]?.rows[3]).toMatchObject({ adjusted: true, adjustedBy: 'nation' })
    await demoReview.adjustResult({ ...adjustment, selected: false })
    const winners = projectIds.slice(0, 3)
    expect((await demoProjects.updateStatuses({ ...pass, ids: winners })).failed).toEqual([])
    const others = {
      ids: projectIds.slice(3),
      action: 'EXCELLENT_FAIL' as const,
      opinion: '名次在名额之外',
      feedback: projectIds.slice(3).map((id) => ({ id, text: OPINION })),
    }
    expect((await demoProjects.updateStatuses(others)).failed).toEqual([])
  })
})

describe('publicity', () => {
  const period = () => ({ ...BATCH, startTime: inDays(-0.001), endTime: inDays(6) })
  const objection = () => registered(rig, projectIds[1] ?? 0)

  test('lasts at least five days and does not change once it has begun', async () => {
    const { demoReview } = await rig.sameAs('nation')
    const short = { ...period(), endTime: inDays(2) }
    expect(await refusalCodes(demoReview.setPublicity(short))).toContain('E-024')
    const past = { ...BATCH, startTime: inDays(-8), endTime: inDays(-1) }
    expect(await refusalCodes(demoReview.setPublicity(past))).toContain('E-024')
    const dayIn = (days: number) => inDays(days).slice(0, 10)
    const wholeDays = { ...BATCH, startTime: `${dayIn(1)} 00:00:00`, endTime: `${dayIn(5)} 23:59:59` }
    expect(await demoReview.setPublicity(wholeDays)).toEqual(wholeDays)
    expect(await refusalCodes(objection())).toContain('W-002')
    await demoReview.setPublicity(period())
    expect(await refusalCodes(demoReview.setPublicity(period()))).toContain('E-024')
    const adjustment = { projectId: projectIds[3] ?? 0, selected: true, reason: '公示后不应再调整结果' }
    expect(await refusalCodes(demoReview.adjustResult(adjustment))).toContain('E-023')
  })

  test('shows the list to everybody, by code and without ranks', async () => {
    const url = `${rig.url}/api/esDemonstrationProject/publicity?batchYear=${BATCH.batchYear}`
    const list = await (await fetch(url)).json()
    expect(list.content.map(({ demoCode }: { demoCode: string }) => demoCode)).toEqual([
      'DEMO204203017',
      'DEMO204203023',
      'DEMO204203031',
    ])
    expect(JSON.stringify(list)).not.toMatch(/rank|avg|score/i)
  })

  test('takes objections, and marks a project whose objection is upheld', async () => {
    const nation = await rig.sameAs('nation')
    const { id } = await objection()
    expect((await nation.demoReview.listObjections(BATCH)).content[0]?.objector?.name).toBe('欧***')
    const announce = {
      ids: projectIds.slice(0, 1),
      action: 'ANNOUNCE' as const,
      announceNo: '国家能源局公告2042年第1号',
      announceDate: '2042-10-01',
    }
    expect((await nation.demoProjects.updateStatuses(announce)).failed).toHaveLength(1)
    await verified(rig, id)
    const answer = {
      ...{ action: 'ANSWER' as const, conclusion: 'UPHELD' as const },
      text: '经核实，备案主体与申报单位不一致，予以取消。',
      ...{ cancelReason: '备案主体与申报单位不一致', demoCode: 'DEMO204203023' },
    }
    expect((await step(rig, 'nation', id, answer)).objection.conclusion).toBe('UPHELD')
    expect(await refusalCodes(step(rig, 'nation', id, answer))).toContain('W-005')
    const list = await (await rig.sameAs('query')).demoReview.listPublic({ batchYear: BATCH.batchYear })
    expect(
      list.content.map(({ demoCode, cancelledOn }) => [demoCode.slice(-3), cancelledOn !== undefined]),
    ).toEqual([
      ['017', false],
      ['023', true],
      ['031', false],
    ])
  })
})
