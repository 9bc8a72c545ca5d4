import { DemoStatus } from '@xinchu/contract/codes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { WAY_SECONDS } from '../flow/undo-time.ts'

export interface BatchKey {
  batchYear: number
  batchNo: number
}

/** A project of a batch's public list. Power in MW, energy in MWh. */
export interface PublicPilot {
  id: number
  demo_code: string
  project_name: string
  company_name: string | null
  province_name: string | null
  recommend_org_name: string | null
  tech_type_label: string | null
  excellent_type: string | null
  rated_power: number | null
  rated_energy: number | null
  announce_no: string | null
  announce_date: string | null
  status: DemoStatus
  /** Day on which it was cancelled, for a project that was cancelled since the publicity began. */
  cancelled_on: string | null
}

/** States of announced projects. */
export const ANNOUNCED: readonly DemoStatus[] = [DemoStatus.announced, DemoStatus.quit]

/** SQL: the state of a project (`p`) for the public. One whose quitting can still be undone has not quit. */
const publicState = (now: Date): RawBuilder<DemoStatus> => sql<DemoStatus>`
  case when p.status = ${DemoStatus.quit} and exists (
      select from review_undo u, jsonb_to_recordset(u.records) as x(id bigint)
      where u.entity = 'DEMO' and x.id = p.id
        and u.until + make_interval(secs => ${WAY_SECONDS}) >= ${now.toISOString()}::timestamptz)
    then ${DemoStatus.announced} else p.status end`

/**
 * Returns the public projects of a batch by code, so that no rank shows: those to be selected, or once there is an
 * announcement those announced, which include those that quit since. Besides, those cancelled since the publicity began.
 */
export async function publicPilots(
  db: Db,
  { batchYear, batchNo }: BatchKey,
  now: Date,
): Promise<PublicPilot[]> {
  const { rows } = await sql<PublicPilot>`
    select p.id, p.demo_code, p.project_name, p.company_name, r.name as province_name, o.org_name as recommend_org_name,
      (select e.label from dict_entry e join dict d on d.id = e.dict_id where d.name = 'tech_type'
        and e.value = p.tech_type) as tech_type_label,
      p.excellent_type, p.rated_power, p.rated_energy, p.announce_no, p.announce_date, ${publicState(now)} as status,
      c.cancelled_on
    from demo_project p left join region r on r.code = p.province_code left join org o on o.id = p.recommend_org_id
    left join lateral (
      select max(h.time at time zone 'Asia/Shanghai')::date as cancelled_on
      from flow_history h join demo_publicity b on b.batch_year = p.batch_year and b.batch_no = p.batch_no
        and h.time >= b.start_time
      where h.biz_type = 'DEMO' and h.biz_id = p.id and h.action = 'CANCEL' and not h.undone
    ) c on p.status = ${DemoStatus.notSelected}
    where p.batch_year = ${batchYear} and p.batch_no = ${batchNo} and not p.deleted
      and (p.status = any(${[DemoStatus.shortlisted, ...ANNOUNCED]}::text[]) or c.cancelled_on is not null)
    order by p.demo_code`.execute(db)
  const isAnnounced = announcementAmong(rows) !== undefined
  return isAnnounced ? rows.filter(({ status }) => status !== DemoStatus.shortlisted) : rows
}

/** Number and day of the announcement of a batch's public projects; undefined before it. */
export function announcementAmong(pilots: readonly PublicPilot[]): { no: string; date: string } | undefined {
  const first = pilots.find(({ status }) => ANNOUNCED.includes(status))
  return first && { no: first.announce_no ?? '', date: first.announce_date ?? '' }
}
