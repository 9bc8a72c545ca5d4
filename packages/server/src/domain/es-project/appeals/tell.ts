import { sql } from 'kysely'
import type { Trx } from '../../../db/database.ts'
import { maskName } from '../../masking.ts'
import type { ValuesOf } from '../../messages/catalogue.ts'
import { tell, tellEach } from '../../messages/tell.ts'
import { appeals, decider } from './source.ts'

/** What is said of an appeal. Neither side learns more of the other's project than its masked name. */
export interface Told {
  id: number
  project_id: number
  other_id: number
  project_name: string
  other_name: string
  org_id: number | null
  other_org_id: number | null
  offices: number[] | null
  opinion: string | null
  /** The number that is the same. */
  number: string
}

/** Reads what is said of these appeals, in the transaction that has changed them. */
export async function toldOf(trx: Trx, ids: readonly number[]): Promise<Told[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Told>`
    select a.id, a.project_id, a.other_id, p.project_name, o.project_name as other_name, a.org_id, o.org_id as other_org_id,
      d.offices, a.opinion, case when p.national_key = o.national_key and p.national_key <> '' then '全国投资项目代码'
        when p.record_key = o.record_key and p.record_key <> '' then '备案文号' else '填报内容' end as number
    from ${appeals} left join ${decider} on true where a.id = any(${[...ids]}::bigint[]) order by a.id`.execute(
    trx,
  )
  return rows
}

/** Tells the other side and the decider of a new appeal. */
export async function tellOpened(trx: Trx, { offices, other_org_id, ...told }: Told): Promise<void> {
  const { project_name: one, other_name: two, number } = told
  await tell(trx, 'appeal.opened.other', { offices: [other_org_id] }, { name: two, number })
  await tell(trx, 'appeal.opened', { offices: offices ?? [] }, { one, two, number })
}

/** Reminds the deciders of appeals that have waited for some days. */
export async function tellWaiting(trx: Trx, all: readonly Told[], days: number): Promise<void> {
  await tellEach(
    trx,
    'appeal.due',
    all.map(({ offices, project_name: one, other_name: two }) => ({
      to: { offices: offices ?? [] },
      values: { one, two, days },
    })),
  )
}

type End = ValuesOf<'appeal.ended'>['end']

/** Tells both sides, and unless it has decided also the decider, that appeals have ended. */
export async function tellEnded(trx: Trx, all: readonly Told[], end: End): Promise<void> {
  await tellEach(
    trx,
    'appeal.ended',
    all.flatMap(({ org_id, other_org_id, offices, opinion, project_name: one, other_name: two }) => [
      { to: { offices: [org_id] }, values: { one, two: maskName(two), end, opinion } },
      { to: { offices: [other_org_id] }, values: { one: two, two: maskName(one), end, opinion } },
      { to: { offices: opinion === null ? (offices ?? []) : [] }, values: { one, two, end, opinion } },
    ]),
  )
}
