import type { components } from '@xinchu/contract/schema'
import {
  act,
  idOf,
  openWindow,
  submit,
  type Walk,
  write,
} from '../../../sdk/examples/demonstration-batch/application.ts'
import { APPLICATIONS } from '../../../sdk/examples/demonstration-batch/batch.ts'
import { inDays, sheetOf } from '../../../sdk/examples/demonstration-batch/review.ts'
import type { Rig } from '../rig.ts'
import type { Asked } from './all-told.ts'
import { registered } from './objections.ts'
import { expertIds } from './pilot-projects.ts'
import { judgeAll, pdfOf } from './pilots.ts'

type Schemas = components['schemas']
export type ReviewStage = Schemas['ReviewStage']

/** The project that is looked at, and another one of its batch. */
export const SUBJECT = '02'
export const OTHER = '01'
const BOTH = [SUBJECT, OTHER]
const CHOSEN = APPLICATIONS.filter(({ no }) => BOTH.includes(no))

/** The experts of both reviews, the leader first. The last one has a conflict with the subject. */
export const MEMBERS = ['expert02', 'expert05', 'expert06', 'expert07', 'expert10', 'expert01']

/** Words and figures that stand in the world once, each in its place. */
export const MARKS = {
  remark: '备案证明第三页缺失',
  objection: '该项目备案主体须核实情况',
  objector: '欧阳明德',
  feedback: '安全论证不足，缺少舱级灭火试验报告',
  report: '完成全部储能舱吊装',
  primary: [81.1357, 82.2468, 83.9135, 84.0246, 85.7913],
  excellence: [86.1357, 87.2468, 88.9135, 89.0246, 90.7913],
} as const
const TOTALS = { PRIMARY: MARKS.primary, EXCELLENT: MARKS.excellence } as const

/** Points by which the other project gets less. */
const LESS = 10

/** One world that is taken from stage to stage. */
export interface StageWorld extends Walk {
  rig: Rig
  asked: Asked
  groups: Map<ReviewStage, Schemas['ExpertGroup']>
}

const projectIds = (walk: Walk) => BOTH.map((no) => idOf(walk, no))

export function startWorld(rig: Rig, batchNo: number): StageWorld {
  const batch = { batchYear: new Date().getFullYear(), batchNo }
  const ids = new Map<string, number>()
  const groups = new Map<ReviewStage, Schemas['ExpertGroup']>()
  return {
    rig,
    batch,
    ids,
    groups,
    scan: pdfOf,
    as: rig.sameAs,
    get asked() {
      const groupIds = [...groups.values()].map(({ id }) => id)
      return { ...batch, projectId: ids.get(SUBJECT) ?? 0, groupIds }
    },
  }
}

/** Applied for, recommended, and returned by the platform with a remark: a draft again. */
export async function toDrafting(world: StageWorld): Promise<void> {
  await openWindow(world)
  for (const application of CHOSEN) {
    await write(world, application)
    await submit(world, application)
  }
  await act(await world.as('province_nx'), { ids: projectIds(world), action: 'PASS' })
  const platform = await world.as('platform')
  const id = idOf(world, SUBJECT)
  await platform.demoProjects.judgeFormalCheck({
    projectId: id,
    items: [{ code: 'F-04', verdict: 'NOT_MET', reason: MARKS.remark }],
  })
  const remarks = [{ id, remarks: [{ field: 'projectName', text: MARKS.remark }] }]
  await act(platform, {
    ids: [id],
    action: 'RETURN',
    opinion: '请补正',
    parts: ['MASTER', 'ATTACHMENTS'],
    remarks,
  })
}

/** Corrected and submitted again. */
export async function toRecommending(world: StageWorld): Promise<void> {
  const enterprise = await world.as('enterprise_yc')
  const { content } = await enterprise.review.listRemarks({ entity: 'DEMO', entityId: idOf(world, SUBJECT) })
  const open = content.filter(({ status }) => status === '0')
  if (open.length > 0)
    await enterprise.review.answer({ items: open.map(({ id }) => ({ id, answer: '已补正' })) })
  await act(enterprise, { ids: [idOf(world, SUBJECT)], action: 'SUBMIT' })
}

async function makeGroup(world: StageWorld, stage: ReviewStage, members: readonly string[]) {
  const { demoProjects, demoReview } = await world.as('platform')
  const ids = await expertIds(world.rig.db, ...members)
  const group = await demoProjects.createExpertGroup({
    ...world.batch,
    stage,
    groupName: `${stage}组`,
    leaderId: ids[0] ?? 0,
    expertIds: ids,
    ...(stage === 'PRIMARY' ? { projectIds: projectIds(world) } : {}),
  })
  world.groups.set(stage, group)
  if (stage === 'PRIMARY') await demoReview.computeConflicts({ groupId: group.id })
  return { group, ids }
}

/** Accepted, grouped and compared, not yet assigned. */
export async function toFormalCheck(world: StageWorld): Promise<void> {
  await act(await world.as('province_nx'), {
    ids: [idOf(world, SUBJECT)],
    action: 'PASS',
    closeRemarks: true,
  })
  const platform = await world.as('platform')
  for (const id of projectIds(world)) {
    await judgeAll(platform, id)
    await act(platform, { ids: [id], action: 'ACCEPT', closeRemarks: true })
  }
  await makeGroup(world, 'PRIMARY', MEMBERS)
}

/** The sheets of all experts: the subject's as marked, the other's lower. */
async function submitSheets(world: StageWorld, stage: ReviewStage): Promise<void> {
  for (const [at, account] of MEMBERS.slice(0, 5).entries()) {
    const { demoProjects } = await world.as(account)
    for (const no of BOTH) {
      const total = (TOTALS[stage][at] ?? 0) - (no === OTHER ? LESS : 0)
      const sheet = await sheetOf(world, stage, { no, total })
      await (stage === 'PRIMARY'
        ? demoProjects.savePrimaryScore(sheet)
        : demoProjects.saveExcellentScore({ ...sheet, recommend: no === SUBJECT }))
    }
  }
}

/** Assigned and scored; all sheets are in. */
export async function toPrimarySealed(world: StageWorld): Promise<void> {
  const { demoProjects } = await world.as('platform')
  const expertIdsOf = await expertIds(world.rig.db, ...MEMBERS.slice(0, 5))
  const groupId = world.groups.get('PRIMARY')?.id ?? 0
  await demoProjects.assignPrimaryExperts({
    projectIds: projectIds(world),
    groupId,
    expertIds: expertIdsOf,
    deadline: inDays(10),
  })
  await submitSheets(world, 'PRIMARY')
}

/** All sheets of a stage are opened. */
async function open(world: StageWorld, stage: ReviewStage): Promise<void> {
  const groupId = world.groups.get(stage)?.id ?? 0
  await (await world.as(MEMBERS[0] ?? '')).demoReview.confirmGroupSheets({ groupId })
  await (await world.as('platform')).demoReview.askOpening({ ...world.batch, stage })
  await (await world.as('nation')).demoReview.confirmOpening({ ...world.batch, stage })
}

/** Opened, and passed. */
export async function toPrimaryOpen(world: StageWorld): Promise<void> {
  await open(world, 'PRIMARY')
  await act(await world.as('platform'), { ids: projectIds(world), action: 'PRIMARY_PASS' })
}

/** Scored a second time, for one place. */
export async function toExcellenceSealed(world: StageWorld): Promise<void> {
  const { demoProjects } = await world.as('platform')
  const { group, ids } = await makeGroup(world, 'EXCELLENT', MEMBERS.slice(0, 5))
  await demoProjects.createExcellentGroup({
    groupId: group.id,
    excellentType: '1',
    projectIds: projectIds(world),
    quota: 1,
  })
  await demoProjects.assignExcellentExperts({ groupId: group.id, expertIds: ids, deadline: inDays(10) })
  await submitSheets(world, 'EXCELLENT')
}

/** Opened and decided, not yet public. */
export async function toExcellenceOpen(world: StageWorld): Promise<void> {
  await open(world, 'EXCELLENT')
  const nation = await world.as('nation')
  await act(nation, { ids: [idOf(world, SUBJECT)], action: 'EXCELLENT_PASS', excellentType: '1' })
  const id = idOf(world, OTHER)
  await act(nation, {
    ids: [id],
    action: 'EXCELLENT_FAIL',
    opinion: '名次在名额之外',
    feedback: [{ id, text: MARKS.feedback.repeat(3) }],
  })
}

type Said = Omit<Schemas['ObjectionStep'], 'id' | 'version'>

/** Takes a step on each objection of the batch. */
async function eachObjection(world: StageWorld, username: string, said: Said): Promise<void> {
  const { demoReview } = await world.as(username)
  for (const { id, version } of (await demoReview.listObjections(world.batch)).content)
    await demoReview.stepObjection({ id, version, ...said })
}

/** Public, with an objection. */
export async function toPublicity(world: StageWorld): Promise<void> {
  const { demoReview } = await world.as('nation')
  await demoReview.setPublicity({ ...world.batch, startTime: inDays(-0.001), endTime: inDays(6) })
  await registered(world.rig, idOf(world, SUBJECT), {
    name: MARKS.objector,
    text: `${MARKS.objection}，附备案文件复印件。`,
  })
  await eachObjection(world, 'platform', { action: 'FORWARD', text: `反映${MARKS.objection}。` })
}

/** Announced after its publicity, with a report of its progress. */
export async function toAnnounced(world: StageWorld): Promise<void> {
  const { batchYear, batchNo } = world.batch
  const nation = await world.as('nation')
  const verification = '经查备案文件，备案主体与申报单位一致，反映的情况不实。'
  await eachObjection(world, 'province_nx', { action: 'VERIFY', finding: 'REFUTED', text: verification })
  const answer = '经核实，备案主体与申报单位一致，所提异议不成立。'
  await eachObjection(world, 'nation', { action: 'ANSWER', conclusion: 'REJECTED', text: answer })
  await world.rig.db
    .updateTable('demo_publicity')
    .set({ start_time: inDays(-7), end_time: inDays(-1) })
    .where('batch_year', '=', batchYear)
    .where('batch_no', '=', batchNo)
    .execute()
  const projectId = idOf(world, SUBJECT)
  await act(nation, {
    ids: [projectId],
    action: 'ANNOUNCE',
    announceNo: '国家能源局公告第9号',
    announceDate: `${batchYear}-12-31`,
  })
  const report = {
    buildStatus: '3',
    overallProgress: 10,
    cumulativeInvestment: 8000,
    progressContent: MARKS.report,
  }
  await world.rig.db
    .insertInto('demo_progress')
    .values({
      demo_project_id: projectId,
      province_code: '640000',
      year: batchYear,
      quarter: 1,
      content: JSON.stringify(report),
      status: '5',
      submit_time: `${batchYear}-01-01 00:00:00`,
    })
    .execute()
}
