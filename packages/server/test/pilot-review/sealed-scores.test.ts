import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { tokenOf } from '../support/log-in.ts'
import { inDays, type ReviewGroup, reviewGroup } from '../support/review-group.ts'
import { refusalCodes } from '../support/rules.ts'
import { itemsOf, sheetOf } from '../support/sheets.ts'

const BATCH = { batchYear: 2045, batchNo: 5 }
const PRIMARY = { ...BATCH, stage: 'PRIMARY' as const }
const NAMES = ['expert02', 'expert03', 'expert05']
const QUERY = `batchYear=${BATCH.batchYear}&batchNo=${BATCH.batchNo}`

let rig: Rig
let made: ReviewGroup
const NOW = new Date()
beforeAll(async () => {
  rig = await startRig({ now: () => NOW, config: { captcha: false } })
  made = await reviewGroup(rig, { projects: 2, names: NAMES, batch: BATCH })
  const { demoProjects } = await rig.sameAs('platform')
  const { projectIds, group } = made
  await demoProjects.assignPrimaryExperts({ projectIds, groupId: group.id, deadline: inDays(5) })
  for (const name of NAMES) {
    const expert = (await rig.sameAs(name)).demoProjects
    for (const projectId of projectIds)
      await expert.savePrimaryScore(await sheetOf(rig, 'PRIMARY', projectId, 80))
  }
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const PATHS: readonly (readonly [username: string, paths: readonly string[]])[] = [
  ...['platform', 'nation'].map(
    (username) =>
      [
        username,
        [
          `primaryExpertList?${QUERY}&size=50`,
          `projectPlatformPage?${QUERY}&size=50`,
          `chOptimalUnion?${QUERY}&size=50`,
          `projectExcellentPage?${QUERY}&size=50`,
          `excellentExpertPlatform?${QUERY}`,
          `reviewProgress?${QUERY}&stage=PRIMARY`,
          `reviewResults?${QUERY}&stage=PRIMARY`,
          `opening?${QUERY}&stage=PRIMARY`,
          `list?${QUERY}&size=50&sort=updateTime,desc`,
          'experts?size=100',
          'getTaskManagement?size=50',
        ],
      ] as const,
  ),
  ['query', [`chOptimalUnion?${QUERY}`, `reviewResults?${QUERY}&stage=PRIMARY`, `list?${QUERY}&size=50`]],
  ['enterprise_yc', [`list?${QUERY}&size=50&sort=waitingSince,desc`, 'getTaskManagement?size=50']],
  ['province_nx', [`list?${QUERY}&size=50`, `allList?batchYear=${BATCH.batchYear}`]],
  ['expert06', [`primaryExpertList?${QUERY}`, 'getTaskManagement?size=50']],
]

/** Collects the replies of the platform: body, size and tag. */
async function told(): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const [username, paths] of PATHS) {
    const token = await tokenOf(rig.url, username)
    for (const path of paths) {
      const reply = await fetch(`${rig.url}/api/esDemonstrationProject/${path}`, {
        headers: { Authorization: token },
      })
      answers.push([username, path, reply.status, reply.headers.get('etag'), await reply.text()])
    }
  }
  return answers
}

test('worlds that differ in scores alone are told in the same words, sizes, tags and orders', async () => {
  const before = await told()
  expect(before.every((each) => Array.isArray(each) && each[2] === 200)).toBe(true)
  const items = JSON.stringify(await itemsOf(rig, 'PRIMARY', 55, 12))
  await sql`update expert_score s set items = ${items}::text::jsonb, total = 550000, conclusion = '3',
      opinion = '不同的意见', leaf = repeat('0', 64)
    from expert_assign a where a.id = s.assign_id and a.project_id = ${made.projectIds[0]}`.execute(rig.db)
  expect(await told()).toEqual(before)
})

describe('the record of calls', () => {
  test('[7.demo.32] says that a score was saved, and nothing of it', async () => {
    const rows = await rig.db
      .selectFrom('audit_log')
      .selectAll()
      .where('operation_id', '=', 'savePrimaryScore')
      .execute()
    expect(rows.length).toBe(6)
    expect(JSON.stringify(rows.map(({ action, object }) => [action, object]))).not.toMatch(/score|\d{2}\.\d/)
  })
})

test.each(['primaryAvg,desc', 'primaryResult,asc'])(
  'no list is sorted by %s before the opening',
  async (key) => {
    const { demoProjects } = await rig.sameAs('platform')
    const sorted = demoProjects.getPrimaryExcellentUnion({ ...BATCH, sort: [key] })
    expect(await refusalCodes(sorted)).toContain('E-021')
  },
)

test('a leader is told before the opening that his group is sealed, and nothing else', async () => {
  const leader = await rig.sameAs(NAMES[0] ?? '')
  expect(await leader.demoReview.getResults(PRIMARY)).toEqual({ ...PRIMARY, opened: false })
})

describe('at the opening', () => {
  test('averages come at once, without names, and only for who may see them', async () => {
    const leader = await rig.sameAs(NAMES[0] ?? '')
    await leader.demoReview.confirmGroupSheets({ groupId: made.group.id })
    await (await rig.sameAs('platform')).demoReview.askOpening(PRIMARY)
    const nation = await rig.sameAs('nation')
    await nation.demoReview.confirmOpening(PRIMARY)
    const { groups = [] } = await nation.demoReview.getResults(PRIMARY)
    expect(groups[0]?.rows.map(({ avg, rank }) => [avg, rank])).toEqual([
      [55, undefined],
      [80, undefined],
    ])
    expect(JSON.stringify(groups)).not.toContain('陈立群')
    const union = await nation.demoProjects.getPrimaryExcellentUnion({ ...BATCH, size: 50 })
    expect(union.content.map(({ primaryAvg }) => primaryAvg).sort()).toEqual([55, 80])
    const sorted = await nation.demoProjects.getPrimaryExcellentUnion({ ...BATCH, sort: ['primaryAvg,desc'] })
    expect(sorted.content.map(({ primaryAvg }) => primaryAvg)).toEqual([80, 55])
    const reader = await (await rig.sameAs('query')).demoReview.getResults(PRIMARY)
    expect(reader).toEqual({ ...PRIMARY, opened: false })
    const own = await (await rig.sameAs('enterprise_yc')).demoProjects.list({ ...BATCH, size: 50 })
    expect(own.content.every((row) => !('primaryAvg' in row) && row.statusLabel === '评审中')).toBe(true)
  })

  test('a leader sees the averages of his group with numbers for names, and no outlier, bias or rank', async () => {
    const { demoReview } = await rig.sameAs(NAMES[0] ?? '')
    const { opened, groups = [] } = await demoReview.getResults(PRIMARY)
    expect(opened).toBe(true)
    expect(groups.map(({ groupId }) => groupId)).toEqual([made.group.id])
    const [group] = groups
    expect(group?.rows.map(({ avg }) => avg)).toEqual([55, 80])
    expect(group?.experts.map(({ expertNo, bias }) => [expertNo, bias])).toEqual([
      [1, undefined],
      [2, undefined],
      [3, undefined],
    ])
    const scores = group?.rows.flatMap((row) => row.scores) ?? []
    expect(scores.every((score) => !score.outlier && !('difference' in score))).toBe(true)
    expect(group?.rows.every((row) => !('rank' in row) && !('excellentTypeStatus' in row))).toBe(true)
    for (const name of NAMES.slice(1))
      expect(await (await rig.sameAs(name)).demoReview.getResults(PRIMARY)).toEqual({
        ...PRIMARY,
        opened: false,
      })
  })
})
