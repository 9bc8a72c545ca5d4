import { DemoStatus, ObjectionStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { isCalendarDate } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Trx } from '../../../db/database.ts'
import { badRequest, conflict, notFound } from '../../../errors.ts'
import { momentOf } from '../../../runtime/time.ts'
import type { Caller } from '../../caller.ts'
import { randomLetters } from '../../files/codes.ts'
import { tellAll } from '../../messages/tell.ts'
import { assertFiles } from '../../pilot-reports/evidence.ts'
import { type Person, storePerson } from './person.ts'
import { endOfDay } from './record.ts'
import { type ObjectionRow, objectionColumns, objectionSource } from './rows.ts'
import { receivedMessage } from './tells.ts'

type Schemas = components['schemas']
type Receipt = Schemas['ObjectionReceipt']

const RANDOM = 6

/** A number that tells neither the day nor the count of objections. */
const receiptNoOf = (year: number, no: number): string =>
  `YY${year}${String(no).padStart(2, '0')}-${randomLetters(RANDOM)}`

interface Period {
  province_code: string
  batch_year: number
  batch_no: number
  forward_days: number
}

/**
 * The batch of a publicised project. Locks the project, so that it cannot be announced before the transaction ends.
 * @param at the moment at which the publicity must run
 * @throws HttpError 404; 409 outside the publicity period
 */
export async function publicisedAt(trx: Trx, projectId: number, at: Date, now: Date): Promise<Period> {
  const { rows } = await sql<Period & { has_begun: boolean; is_within: boolean }>`
    select p.province_code, p.batch_year, p.batch_no, b.forward_days,
      b.start_time <= ${now.toISOString()}::timestamptz as has_begun,
      ${at.toISOString()}::timestamptz between b.start_time and b.end_time as is_within
    from demo_project p join demo_publicity b on b.batch_year = p.batch_year and b.batch_no = p.batch_no
    where p.id = ${projectId} and p.status = ${DemoStatus.shortlisted} and not p.deleted
    for share of p`.execute(trx)
  const [project] = rows
  if (!project?.has_begun) throw notFound('公示的项目')
  if (!project.is_within) throw conflict('E-025', '不在公示期内，不受理异议')
  return project
}

export interface Filed {
  projectId: number
  person: Person
  text: string
  evidenceIds: readonly number[]
  channel: 'ONLINE' | 'PAPER'
  receivedAt: Date
  /** By which its objector reads it. */
  queryHashOf?: (receiptNo: string) => string
}

/** Stores an objection with its person, and tells those who forward it. */
export async function storeObjection(
  trx: Trx,
  filed: Filed,
  project: Period,
  { now, key }: Omit<Registering, 'user'>,
): Promise<Receipt> {
  const { projectId, person, text, evidenceIds, channel, receivedAt, queryHashOf } = filed
  const { batch_year, batch_no, province_code, forward_days } = project
  const receiptNo = receiptNoOf(batch_year, batch_no)
  const { id } = await trx
    .insertInto('objection')
    .values({
      ...{ province_code, batch_year, batch_no, project_id: projectId, channel, text },
      status: ObjectionStatus.received,
      evidence_ids: [...evidenceIds],
      receipt_no: receiptNo,
      query_hash: queryHashOf?.(receiptNo) ?? null,
      received_at: receivedAt.toISOString(),
      waiting_since: now.toISOString(),
      due_at: momentOf(endOfDay(now, forward_days)).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await storePerson(trx, id, person, key)
  const { rows } = await sql<ObjectionRow>`
    select ${objectionColumns} from ${objectionSource} where ob.id = ${id}`.execute(trx)
  const [row] = rows
  if (row) await tellAll(trx, [await receivedMessage(trx, row)])
  return { id, receiptNo }
}

interface Registering {
  user: Caller
  now: Date
  /** Seals who objects. */
  key: string
}

const evidenceOf = (ids: readonly number[]) => ({
  ...{ ids, kept: [], bizType: 'OBJECTION' as const, field: 'evidenceIds' },
})

/** Registers an objection that came on paper. @throws HttpError 400, 404, 409 outside the period */
export async function registerPaperObjection(
  trx: Trx,
  { projectId, receivedDate, person, text, evidenceIds }: Schemas['PaperObjectionDraft'],
  by: Registering,
): Promise<Receipt> {
  if (!isCalendarDate(receivedDate)) throw badRequest('F-013', '收到日期：请输入正确的日期', 'receivedDate')
  const receivedAt = new Date(Math.min(momentOf(`${receivedDate} 23:59:59`).getTime(), by.now.getTime()))
  if (momentOf(`${receivedDate} 00:00:00`) > by.now)
    throw badRequest('E-025', '收到日期不能晚于今天', 'receivedDate')
  const project = await publicisedAt(trx, projectId, receivedAt, by.now)
  await assertFiles(trx, evidenceOf(evidenceIds), by.user)
  return storeObjection(
    trx,
    { projectId, person, text, evidenceIds, channel: 'PAPER', receivedAt },
    project,
    by,
  )
}
