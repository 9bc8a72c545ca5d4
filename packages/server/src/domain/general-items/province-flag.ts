import { DeclareStatus, OrgSubmitFlag, ReportStatus } from '@xinchu/contract/codes'
import type { components, operations } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type Caller, isAmong } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { conditions } from '../es-project/filters.ts'
import { deadlineOf, findWindows, isOpenFor } from '../fill-time/window.ts'
import { PASSED } from '../flow/report-states.ts'
import { countDue } from './due-usage.ts'

type Query = NonNullable<operations['getSubmitProvinceFlag']['parameters']['query']>
type Flag = components['schemas']['ProvinceFlag']

/** States of reports that reached the province. */
const REACHED = [ReportStatus.submitted, ReportStatus.returnedByNation, ...PASSED]

function flagValue(submitted: number, pending: number, lockedAt?: string): OrgSubmitFlag {
  if (lockedAt) return OrgSubmitFlag.locked
  if (submitted === 0) return OrgSubmitFlag.none
  return pending === 0 ? OrgSubmitFlag.complete : OrgSubmitFlag.partial
}

function flagOf(submitted: number, pending: number, lockedAt?: string): Flag {
  const flag = flagValue(submitted, pending, lockedAt)
  return {
    flag,
    label: labelIn('org_submit_flag', flag),
    submitted,
    pending,
    ...(lockedAt ? { lockedAt } : {}),
  }
}

/** The caller's deadline of a closed quarter; undefined while reporting is still open. */
async function lockedSince(
  db: Db,
  period: { year: number; quarter: number },
  user: Caller,
  now: Date,
): Promise<string | undefined> {
  const windows = await findWindows(db, { fillType: 'QUARTER', ...period }, user)
  if (windows.length === 0 || windows.some((window) => isOpenFor(window, user, now))) return undefined
  const ended = windows.map((window) => deadlineOf(window, user)).sort()
  return ended.at(-1)
}

/** Progress of a quarter's reports: for province and nation those passed by the province, otherwise those that reached it. */
async function quarterFlag(
  db: Db,
  query: Query,
  period: { year: number; quarter: number },
  user: Caller,
  now: Date,
): Promise<Flag> {
  const isAbove = isAmong(user, ['PRV', 'NAT'])
  const { due, reached } = await countDue(db, query, period, isAbove ? PASSED : REACHED, user)
  return flagOf(reached, due - reached, await lockedSince(db, period, user, now))
}

/** A project counts as submitted while the province reviews it and after it passed. */
const AT_PROVINCE = sql.join([DeclareStatus.atProvince, DeclareStatus.passed])

/** Progress of the caller's office: of a quarter's reports if given, otherwise of its projects. */
export async function provinceFlag(db: Db, query: Query, user: Caller, now: Date): Promise<Flag> {
  const { year, quarter, ...places } = query
  if (year !== undefined && quarter !== undefined)
    return quarterFlag(db, places, { year, quarter }, user, now)
  const { rows } = await sql<{ submitted: number; pending: number }>`
    select count(*) filter (where p.declare_status in (${AT_PROVINCE})) as submitted,
      count(*) filter (where p.declare_status not in (${AT_PROVINCE})) as pending
    from es_project p where ${conditions(places, user)}`.execute(db)
  return flagOf(rows[0]?.submitted ?? 0, rows[0]?.pending ?? 0)
}
