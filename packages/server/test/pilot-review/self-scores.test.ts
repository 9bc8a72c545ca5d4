import type { XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { BATCH } from '../support/pilot-projects.ts'
import { inDays, type ReviewGroup, reviewGroup } from '../support/review-group.ts'
import { refusalCodes } from '../support/rules.ts'
import { sheetOf } from '../support/sheets.ts'
import { smallPdf } from '../support/small-pdf.ts'

const year = BATCH.batchYear
const NAMES = ['expert02', 'expert03', 'expert05']

let rig: Rig
let enterprise: XinchuClient
let expert: XinchuClient
let made: ReviewGroup
let projectId = 0
let evidenceId = 0
beforeAll(async () => {
  rig = await startRig()
  enterprise = await rig.sameAs('enterprise_yc')
  expert = await rig.sameAs('expert03')
  made = await reviewGroup(rig, { projects: 1, names: NAMES, more: { status: '0' } })
  projectId = made.projectIds[0] ?? 0
  const file = new File([smallPdf('evidence')], '消防验收意见.pdf', { type: 'application/pdf' })
  evidenceId = (await enterprise.files.upload({ file, bizType: 'INDEX_EVIDENCE' })).id
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const setStatus = (status: '5' | '7') =>
  rig.db.updateTable('demo_project').set({ status }).where('id', '=', projectId).execute()

/** A self-assessment with full points everywhere. */
async function values() {
  const tree = await enterprise.assessment.getCatalogue({ stage: 'PRIMARY' })
  return tree
    .flatMap(({ children = [] }) => children)
    .map(({ id, code, indexType, fullScore }) => ({
      indexId: id,
      selfScore: fullScore,
      ...(indexType === '1' ? { value: 1 } : { text: '已达到' }),
      ...(code === 'A2-2' ? { evidenceFileIds: [evidenceId] } : {}),
    }))
}

const query = () => ({ demoProjectId: projectId, stage: 'PRIMARY' as const, year })

describe('the self-assessment of an application', () => {
  test('is for the year of its batch', async () => {
    const draft = { ...query(), values: await values(), submit: true }
    expect(await refusalCodes(enterprise.indexValues.save({ ...draft, year: year + 1 }))).toContain('N-004')
    expect(await enterprise.indexValues.save(draft)).toMatchObject({ status: '2', catalogueVersion: 1 })
  })

  test('is read with its evidence by an assigned expert, and by no other one', async () => {
    await setStatus('5')
    await rig.sameAs('platform').then(({ demoProjects }) =>
      demoProjects.assignPrimaryExperts({
        projectIds: [projectId],
        groupId: made.group.id,
        deadline: inDays(5),
      }),
    )
    const own = await expert.indexValues.getDraft(query())
    expect(own?.evidenceFiles?.map(({ id }) => id)).toEqual([evidenceId])
    expect((await expert.files.download(evidenceId)).fileName).toBe('消防验收意见.pdf')
    const other = await rig.sameAs('expert06')
    await expect(other.indexValues.getDraft(query())).rejects.toMatchObject({ status: 404 })
    await expect(other.files.download(evidenceId)).rejects.toMatchObject({ status: 404 })
  })

  test('is not read by experts once the review of the stage is over', async () => {
    const { batchYear, batchNo } = BATCH
    await rig.db
      .insertInto('score_opening')
      .values({
        batch_year: batchYear,
        batch_no: batchNo,
        stage: 'PRIMARY',
        asked_by: 'platform',
        confirmed_by: 'nation',
        confirmed_at: new Date().toISOString(),
      })
      .execute()
    expect(await expert.indexValues.getDraft(query())).toBeUndefined()
    await expect(expert.files.download(evidenceId)).rejects.toMatchObject({ status: 404 })
  })
})

test('[7.demo.33, 7.demo.35] self-scores are compared by code: a sheet of another stage far from one needs a comment', async () => {
  await setStatus('7')
  await rig.db
    .updateTable('demo_project')
    .set({ excellent_type_status: '1' })
    .where('id', '=', projectId)
    .execute()
  const { demoProjects } = await rig.sameAs('platform')
  const group = await demoProjects.createExpertGroup({
    ...BATCH,
    stage: 'EXCELLENT',
    groupName: '自评对照优选组',
    leaderId: made.ids[0] ?? 0,
    expertIds: made.ids,
  })
  await demoProjects.createExcellentGroup({
    groupId: group.id,
    excellentType: '1',
    projectIds: [projectId],
    quota: 1,
  })
  await demoProjects.assignExcellentExperts({ groupId: group.id, expertIds: made.ids, deadline: inDays(5) })
  const { items, ...sheet } = await sheetOf(rig, 'EXCELLENT', projectId, 100, 25)
  const tree = await expert.assessment.getCatalogue({ stage: 'EXCELLENT' })
  const fire = tree.flatMap(({ children = [] }) => children).find(({ code }) => code === 'A2-2')
  // 4 of 6 points: above 60 %, but a third of the full score below the self-score.
  const without = items.map(({ comment, ...item }) =>
    item.indexId === fire?.id ? { ...item, score: 4 } : item,
  )
  const refused = expert.demoProjects.saveExcellentScore({ ...sheet, items: without, recommend: false })
  await expect(refused).rejects.toMatchObject({ errors: [{ field: 'items.A2-2', code: 'E-015' }] })
})

test('an index of a new version names a section of the outline, which its copy keeps', async () => {
  const { assessment } = await rig.sameAs('platform')
  const key = await assessment.createVersion({ stage: 'ANNUAL', version: 1 })
  const version = { stage: 'ANNUAL' as const, version: key.version }
  const [first] = await assessment.getCatalogue(version)
  expect([first?.section, first?.children?.map(({ section }) => section)]).toEqual([
    'techPlan',
    ['keyIndicators', undefined, undefined, 'innovation'],
  ])
  const indices = [{ code: 'A1', indexName: '技术', fullScore: 100, indexType: '2' as const }]
  const save = (section: string) =>
    assessment.saveVersion({
      ...version,
      revision: 0,
      indices: indices.map((index) => ({ ...index, section })),
    })
  expect(await refusalCodes(save('goals'))).toContain('N-017')
  await save('safetyPlan')
  expect((await assessment.getCatalogue(version))[0]?.section).toBe('safetyPlan')
})
