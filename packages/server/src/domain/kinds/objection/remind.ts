import { ObjectionStatus } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Trx } from '../../../db/database.ts'
import { day } from '../../../runtime/time.ts'
import { holdersOf } from '../../messages/holders.ts'
import { type AnyMessage, tellAll } from '../../messages/tell.ts'
import { isOpenObjection } from './rows.ts'

interface Due {
  id: number
  status: ObjectionStatus
  project: string
  recommend_org_id: number | null
  /** Whole days since the deadline; none on the day before it. */
  late: number
}

interface Holders {
  platform: AnyMessage['to']
  nation: AnyMessage['to']
}

/** Who has the next step. The nation may answer what the recommender is late with. */
function recipientsOf(
  { status, late, recommend_org_id }: Due,
  { platform, nation }: Holders,
): AnyMessage['to'][] {
  switch (status) {
    case ObjectionStatus.received:
      return [platform]
    case ObjectionStatus.forwarded:
      return [{ offices: [recommend_org_id] }, ...(late > 0 ? [nation] : [])]
    default:
      return [nation]
  }
}

/** Reminds the holders of objections on the day before the deadline and on each day after it. @returns their number */
export async function remindHolders(trx: Trx, now: Date): Promise<number> {
  const today = day(now)
  const { rows } = await sql<Due>`
    update objection ob set reminded_on = ${today}::date from demo_project p
    where p.id = ob.project_id and ${isOpenObjection} and ob.due_at is not null
      and ob.reminded_on is distinct from ${today}::date
      and ((ob.due_at at time zone 'Asia/Shanghai')::date = ${today}::date + 1
        or (ob.due_at at time zone 'Asia/Shanghai')::date < ${today}::date)
    returning ob.id, ob.status, p.project_name as project, p.recommend_org_id,
      greatest(0, ${today}::date - (ob.due_at at time zone 'Asia/Shanghai')::date) as late`.execute(trx)
  if (rows.length === 0) return 0
  const holders = { platform: await holdersOf(trx, ['PLT']), nation: await holdersOf(trx, ['NAT']) }
  const told = rows.flatMap((due): AnyMessage[] => {
    const { id, project, late } = due
    return recipientsOf(due, holders).map((to) => ({
      ...{ code: 'objection.due', to },
      values: { id, project, late },
    }))
  })
  await tellAll(trx, told)
  return rows.length
}

/** Forgets who objected when the time for keeping it is over. */
export async function sweepPersons(trx: Trx, now: Date): Promise<void> {
  await sql`delete from objection_person x using objection ob
    where ob.id = x.objection_id and not ${isOpenObjection} and x.keep_until < ${day(now)}::date`.execute(trx)
}
