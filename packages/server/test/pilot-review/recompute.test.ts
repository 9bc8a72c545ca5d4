import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { FIRST_POLICY } from '../../src/domain/pilot-review/conflict-policy.ts'
import { recomputeStale } from '../../src/domain/pilot-review/recompute.ts'
import { type Rig, startRig } from '../rig.ts'
import { expertIds } from '../support/pilot-projects.ts'
import { inDays, reviewGroup } from '../support/review-group.ts'
import { refusalCodes } from '../support/rules.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const UNIT = '西北电力试验研究院'

/** Each change makes the first expert, who works for UNIT, or one of the others a party to the project. */
const CHANGES: readonly (readonly [
  what: string,
  code: string,
  change: (projectId: number) => Promise<unknown>,
])[] = [
  [
    'the project names the unit of an expert',
    'C-01',
    (id) => rig.db.updateTable('demo_project').set({ company_name: UNIT }).where('id', '=', id).execute(),
  ],
  [
    'the plan of the project gives a task to that unit',
    'C-01',
    (id) =>
      sql`insert into demo_part (project_id, part, content)
          values (${id}, 'IMPLEMENTATION', ${JSON.stringify({ tasks: [{ responsible: UNIT }] })}::text::jsonb)`.execute(
        rig.db,
      ),
  ],
  [
    'the applicant takes the telephone of an expert',
    'C-06',
    async (id) => {
      const [expert = 0] = await expertIds(rig.db, 'expert02')
      await rig.db.updateTable('app_user').set({ phone: '13900002222' }).where('id', '=', expert).execute()
      await sql`update org set contact_phone = '13900002222'
          where id = (select org_id from demo_project where id = ${id})`.execute(rig.db)
    },
  ],
]

test.each(CHANGES)(
  'when %s, conflicts are computed again and stop the task (%s)',
  async (_, code, change) => {
    const { demoProjects, demoReview } = await rig.sameAs('platform')
    const { group, projectIds } = await reviewGroup(rig, { projects: 1 })
    const groupId = group.id
    const { version } = await demoReview.computeConflicts({ groupId })
    const spare = await demoReview.computeAssignPlan({ groupId, perProject: 3 })
    await demoProjects.assignPrimaryExperts({ projectIds, groupId, deadline: inDays(5) })
    await change(projectIds[0] ?? 0)
    expect((await demoReview.getGroupConflicts({ groupId })).stale).toBe(true)
    const early = demoProjects.assignPrimaryExperts({
      projectIds,
      groupId,
      planId: spare.id,
      deadline: inDays(5),
    })
    expect(await refusalCodes(early)).toContain('E-008')
    const compute = () => inTransaction(rig.db, (trx) => recomputeStale(trx, new Date()))
    expect(await compute()).toBeGreaterThanOrEqual(1)
    const after = await demoReview.getGroupConflicts({ groupId })
    expect(after).toMatchObject({ stale: false, version: version + 1 })
    expect(after.content.map((pair) => pair.code)).toContain(code)
    expect((await demoReview.getAssignPlan({ groupId })).stale).toBe(true)
    const { content } = await demoProjects.getPrimaryExpertList({ projectId: projectIds[0] ?? 0, size: 50 })
    expect(content.filter(({ mustReassign }) => mustReassign)).toHaveLength(1)
    expect(await compute()).toBe(0)
    const messages = await rig.db
      .selectFrom('message_push')
      .select('content')
      .where('title', '=', '利益冲突有变动，请改派')
      .where('content', 'like', `%${group.groupName}”有 1 份%`)
      .execute()
    expect(messages).toHaveLength(1)
  },
)

test('a policy that is approved holds for every group under review at once', async () => {
  const platform = (await rig.sameAs('platform')).demoReview
  const { group } = await reviewGroup(rig, { projects: 1, more: { company_name: `${UNIT}有限公司` } })
  const groupId = group.id
  const codes = async () => (await platform.getGroupConflicts({ groupId })).content.map(({ code }) => code)
  await platform.computeConflicts({ groupId })
  expect(await codes()).toContain('C-01')
  const rules = FIRST_POLICY.map((rule) => ({ ...rule, enabled: rule.code !== 'C-01' }))
  const { no } = await platform.proposeConflictPolicy({ rules, reason: '本批不比较单位名称，改由人工核对' })
  expect((await platform.getGroupConflicts({ groupId })).stale).toBe(false)
  await (await rig.sameAs('nation')).demoReview.approveConflictPolicy(no)
  expect(await platform.getGroupConflicts({ groupId })).toMatchObject({ stale: false, policyNo: no })
  expect(await codes()).not.toContain('C-01')
})
