/** The number of each stage of 规划建设进程 is that of the projects that its link lists. */
import type { ProjectsListQuery, XinchuClient } from '@xinchu/sdk'
import { pipelineStages } from '@xinchu/validators'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { changedByHand } from '../support/changed-by-hand.ts'
import { refusalCodes } from '../support/rules.ts'

let rig: Rig
let nation: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  nation = await rig.as('nation')
  // Of every status, and with dates before and after the days that are asked for.
  await sql`
    update es_project p set build_status = (1 + p.id % 7)::text,
      start_date = date '2025-01-01' + (p.id % 700)::integer, stop_date = date '2025-06-01' + (p.id % 500)::integer,
      terminate_date = date '2025-03-01' + (p.id % 600)::integer, retire_date = date '2025-09-01' + (p.id % 600)::integer
    where p.id % 3 <> 0 and p.province_code in ('640000', '620000')`.execute(rig.db)
  await changedByHand(rig.db)
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

type Query = Pick<ProjectsListQuery, 'source' | 'year' | 'quarter' | 'provinceCode' | 'techType'>

const CASES: readonly (readonly [string, string, Query])[] = [
  ['the nation today', 'nation', { source: 'work' }],
  ['a province today', 'nation', { source: 'work', provinceCode: '640000' }],
  ['an earlier period of working data', 'nation', { source: 'work', year: 2025, quarter: 4 }],
  [
    'a technology of official data',
    'nation',
    { source: 'warehouse', year: 2025, quarter: 4, techType: ['01'] },
  ],
  ['an office of its own place', 'province_nx', { source: 'work', year: 2025, quarter: 2 }],
]

test.each(CASES)('of %s', async (_what, account, query) => {
  const { projects, statistics } = await rig.as(account)
  const { provinceCode, ...others } = query
  const { stages } = await statistics.getPipeline({
    ...others,
    ...(provinceCode === undefined ? {} : { provinceCode: [provinceCode] }),
  })
  expect(stages.length).toBeGreaterThan(0)
  for (const { stage, projectCount, ratedPower, ratedEnergy } of stages) {
    const listed = await projects.list({
      ...query,
      figure: 'stage',
      cells: [`stage:${stage}`],
      withSums: true,
      size: 1,
    })
    expect([stage, listed.totalElements, listed.ratedPower, listed.ratedEnergy]).toEqual([
      stage,
      projectCount,
      ratedPower,
      ratedEnergy,
    ])
  }
})

test('some stage besides operation has projects in these cases', async () => {
  const { stages } = await nation.statistics.getPipeline({ source: 'work' })
  expect(stages.map(({ stage }) => stage)).toEqual([...pipelineStages])
  expect(stages.filter(({ projectCount }) => projectCount > 0).length).toBeGreaterThan(3)
})

test.each([
  ['a stage that there is not', 'stage', ['stage:dreamt']],
  ['a figure of stages without a stage', 'stage', []],
  ['a stage of another figure', 'scale', ['stage:building']],
] as const)('%s is refused', async (_what, figure, cells) => {
  const asked = nation.projects.list({ figure, cells: [...cells], source: 'work', size: 1 })
  expect(await refusalCodes(asked)).not.toEqual([])
})
