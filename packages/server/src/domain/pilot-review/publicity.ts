import { DemoStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { badRequest, conflict } from '../../errors.ts'
import { dateTime, day, momentOf } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { notePublicity } from '../pilot-project/events.ts'
import { UNDECIDED } from '../pilot-project/flow-table.ts'
import { REVIEW_STATES } from '../pilot-project/sight.ts'
import { reply } from '../reply.ts'
import { ANNOUNCED, announcementAmong, publicPilots } from './public-pilots.ts'

type Schemas = components['schemas']
type Publicity = Schemas['Publicity']

/** A publicity period lasts at least this long. */
const LEAST_DAYS = 5
const DAY_MS = 86_400_000
const SECOND_MS = 1_000

const publicityInfo = (row: Row<'demo_publicity'>): Publicity => ({
  batchYear: row.batch_year,
  batchNo: row.batch_no,
  startTime: row.start_time,
  endTime: row.end_time,
  ...(row.contact ? { contact: row.contact } : {}),
})

/** @throws HttpError 409 unless the results of the batch are decided, or if its publicity has started */
async function assertDecided(trx: Trx, { batchYear, batchNo }: Publicity, now: Date): Promise<void> {
  const { rows } = await sql<{ open: number; selected: number; started: boolean }>`
    select count(*) filter (where p.status = any(${[...UNDECIDED]}::text[])) as open,
      count(*) filter (where p.status = ${DemoStatus.shortlisted}) as selected,
      exists (select 1 from demo_publicity b where b.batch_year = ${batchYear} and b.batch_no = ${batchNo}
        and b.start_time <= ${now.toISOString()}::timestamptz) as started
    from demo_project p where p.batch_year = ${batchYear} and p.batch_no = ${batchNo} and not p.deleted`.execute(
    trx,
  )
  const [state] = rows
  if (state?.started) throw conflict('E-024', '公示已开始，不能更改')
  if (!state || state.open > 0 || state.selected === 0)
    throw conflict(
      'E-024',
      state && state.open > 0 ? `尚有 ${state.open} 个项目未确定评审结果` : '没有拟入选的项目',
    )
}

/** Sets the publicity period of a batch. Without a contact the stored one stays. */
export async function setPublicity(trx: Trx, draft: Publicity, user: Caller, now: Date): Promise<Publicity> {
  const [start, end] = [momentOf(draft.startTime), momentOf(draft.endTime)]
  // Days that have passed do not count, and the last day counts up to its last second.
  const from = Math.max(start.getTime(), momentOf(`${day(now)} 00:00:00`).getTime())
  if (end.getTime() + SECOND_MS - from < LEAST_DAYS * DAY_MS)
    throw badRequest('E-024', `公示期不少于 ${LEAST_DAYS} 天`, 'endTime')
  await assertDecided(trx, draft, now)
  const period = {
    start_time: start.toISOString(),
    end_time: end.toISOString(),
    update_by: user.username,
  }
  const contact = draft.contact?.trim()
  const row = await trx
    .insertInto('demo_publicity')
    .values({ batch_year: draft.batchYear, batch_no: draft.batchNo, ...period, contact: contact ?? null })
    .onConflict((clash) =>
      clash.columns(['batch_year', 'batch_no']).doUpdateSet({ ...period, ...(contact ? { contact } : {}) }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  await notePublicity(trx, { ...draft, start }, REVIEW_STATES, user)
  return publicityInfo(row)
}

/**
 * Returns the public list of a batch, the newest without one named. Nothing before its publicity begins.
 * Without projects, only the batches are read.
 */
export async function publicList(
  db: Db,
  asked: { batchYear?: number; batchNo?: number; projects?: boolean },
  now: Date,
): Promise<Schemas['PublicDemoList']> {
  const begun = await db
    .selectFrom('demo_publicity')
    .selectAll()
    .where('start_time', '<=', now.toISOString())
    .orderBy('batch_year', 'desc')
    .orderBy('batch_no', 'desc')
    .execute()
  const batches = begun.map(publicityInfo)
  if (asked.projects === false) return { batches, content: [] }
  const publicity = batches.find(
    ({ batchYear, batchNo }) =>
      (asked.batchYear === undefined || asked.batchYear === batchYear) &&
      (asked.batchNo === undefined || asked.batchNo === batchNo),
  )
  if (!publicity) return { batches, content: [] }
  const { announced_at: announcedAt } =
    begun.find((row) => row.batch_year === publicity.batchYear && row.batch_no === publicity.batchNo) ?? {}
  const pilots = await publicPilots(db, publicity, now)
  const announcement = announcementAmong(pilots)
  return reply<Schemas['PublicDemoList']>({
    batches,
    publicity,
    open: publicity.endTime >= dateTime(now),
    announced: announcement !== undefined,
    announceNo: announcement?.no,
    announceDate: announcement?.date,
    announcedAt: announcement && announcedAt,
    content: pilots.map((row) =>
      reply<Schemas['PublicDemo']>({
        id: row.id,
        demoCode: row.demo_code,
        projectName: row.project_name,
        companyName: row.company_name,
        provinceName: row.province_name,
        recommendOrgName: row.recommend_org_name,
        techTypeLabel: row.tech_type_label,
        ratedPower: row.rated_power,
        ratedEnergy: row.rated_energy,
        announced: ANNOUNCED.includes(row.status),
        quit: row.status === DemoStatus.quit,
        cancelledOn: row.cancelled_on,
      }),
    ),
  })
}
