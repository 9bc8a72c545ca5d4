import { DemoStatus, ExcellentTypeStatus } from '@xinchu/contract/codes'
import type { Rig } from '../rig.ts'
import { makePilots } from './pilot-projects.ts'
import { smallPdf } from './small-pdf.ts'

/** Words that stand in one objection, each in its place. */
export const OBJECTOR = {
  name: '欧阳明德',
  unit: '贺兰山清洁能源研究所',
  phone: '13912345678',
} as const
export const FILED = '该项目的备案主体与申报单位不一致，附备案文件复印件，请核实处理。'
export const FORWARDED = '反映该项目的备案主体与申报单位不一致，请核实。'
export const VERIFIED = '经查备案文件，备案主体已于去年变更为申报单位，反映的情况不实。'
export const ANSWERED = '经核实，备案主体已依法变更为申报单位，所提异议不成立。'

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

/** Numbers of the batches so far, of each rig: a worker makes more of them than a year may have. */
const batchNos = new WeakMap<Rig, number>()

/** A batch whose publicity runs, with as many shortlisted projects. */
export async function publicised(rig: Rig, count = 1) {
  const batchNo = (batchNos.get(rig) ?? 20) + 1
  batchNos.set(rig, batchNo)
  const batch = { batchYear: 2041, batchNo }
  const ids = await makePilots(rig.db, count, {
    batch_year: batch.batchYear,
    batch_no: batch.batchNo,
    status: DemoStatus.shortlisted,
    excellent_type_status: ExcellentTypeStatus.selected,
  })
  const period = { start_time: inDays(-2), end_time: inDays(5) }
  await rig.db
    .insertInto('demo_publicity')
    .values({ batch_year: batch.batchYear, batch_no: batch.batchNo, ...period })
    .execute()
  return { batch, ids }
}

/** A file that an account uploads as evidence. */
export async function evidenceOf(rig: Rig, username: string, name: string): Promise<number> {
  const file = new File([smallPdf(name)], name, { type: 'application/pdf' })
  return (await (await rig.sameAs(username)).files.upload({ file, bizType: 'OBJECTION' })).id
}

/** An objection on paper with two files. */
export async function registered(rig: Rig, projectId: number, more: { text?: string; name?: string } = {}) {
  const evidenceIds = [
    await evidenceOf(rig, 'platform', '欧阳明德的异议书.pdf'),
    await evidenceOf(rig, 'platform', '备案文件.pdf'),
  ]
  const { demoReview } = await rig.sameAs('platform')
  const receivedDate = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const receipt = await demoReview.registerPaperObjection({
    ...{ projectId, receivedDate, text: more.text ?? FILED, evidenceIds },
    person: { ...OBJECTOR, name: more.name ?? OBJECTOR.name },
  })
  return { ...receipt, evidenceIds }
}

/** The objection as an account reads it; undefined if it does not see it. */
export const objectionOf = async (rig: Rig, username: string, id: number) =>
  (await (await rig.sameAs(username)).demoReview.listObjections({ id })).content[0]

type Said = Omit<
  Parameters<Awaited<ReturnType<Rig['sameAs']>>['demoReview']['stepObjection']>[0],
  'id' | 'version'
>

/** Takes a step on the present version of an objection. */
export async function step(rig: Rig, username: string, id: number, said: Said) {
  const version = (await objectionOf(rig, username, id))?.version ?? 1
  return (await rig.sameAs(username)).demoReview.stepObjection({ id, version, ...said })
}

/** Forwards and verifies an objection. */
export async function verified(rig: Rig, id: number): Promise<void> {
  await step(rig, 'platform', id, { action: 'FORWARD', text: FORWARDED })
  await step(rig, 'province_nx', id, { action: 'VERIFY', finding: 'REFUTED', text: VERIFIED })
}
