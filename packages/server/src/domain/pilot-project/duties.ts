import { DemoStatus, ExcellentTypeStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type Caller, codeOf } from '../caller.ts'
import { deadlineOf } from '../fill-time/window.ts'
import { DRAFTING } from './flow-table.ts'
import { type PilotRecord, selection } from './query.ts'
import { visiblePilots } from './scope.ts'
import { type PilotWindows, pilotWindows } from './window.ts'

type Schemas = components['schemas']
export type TaskType = Schemas['DemoTaskType']

/** An open or finished task of the caller. */
export interface Item {
  type: TaskType
  id: number
  since?: string | undefined
  deadline?: string | undefined
  doneAt?: string | undefined
  /** The task itself, if it concerns a report of the project. */
  task?: Schemas['DemoTask']
  /** State of an expert's own task. */
  assign?: Schemas['AssignStatus']
}

/** Returns the task of the caller's office on a project in its present state; undefined if there is none. */
function dutyOf(row: PilotRecord, user: Caller): TaskType | undefined {
  const { status, excellent_type_status: excellent } = row
  switch (codeOf(user)) {
    case 'ENT':
      return DRAFTING.includes(status) ? 'APPLY' : undefined
    case 'PRV':
    case 'CEN':
      return status === DemoStatus.atRecommender ? 'RECOMMEND' : undefined
    case 'NAT':
      if (status === DemoStatus.recommended) return 'ACCEPT'
      if (status === DemoStatus.shortlisted) return 'RESULT'
      return status === DemoStatus.inExcellentReview &&
        excellent === ExcellentTypeStatus.scored &&
        row.is_excellence_open
        ? 'RESULT'
        : undefined
    case 'PLT':
      if (status === DemoStatus.recommended) return 'ACCEPT'
      if (status === DemoStatus.accepted || status === DemoStatus.primaryPassed) return 'ASSIGN'
      return status === DemoStatus.inPrimaryReview && row.is_primary_open ? 'RESULT' : undefined
    default:
      return undefined
  }
}

/** Returns the deadline: the date set by a return, or else the end of the batch's window for the caller's level. */
function deadlineFor(
  row: PilotRecord,
  type: TaskType,
  windows: PilotWindows,
  user: Caller,
): string | undefined {
  if (type === 'APPLY' && row.due_date) return `${row.due_date} 23:59:59`
  if (type !== 'APPLY' && type !== 'RECOMMEND') return undefined
  const window = windows.of(row)
  return window && deadlineOf(window, user)
}

/** States that need an action by an office. */
const WAITING: readonly DemoStatus[] = [
  ...DRAFTING,
  DemoStatus.atRecommender,
  DemoStatus.recommended,
  DemoStatus.accepted,
  DemoStatus.inPrimaryReview,
  DemoStatus.primaryPassed,
  DemoStatus.inExcellentReview,
  DemoStatus.shortlisted,
]

/** Returns the open tasks of the caller's office. */
export async function duties(db: Db, user: Caller, now: Date): Promise<Item[]> {
  const { rows } = await sql<PilotRecord>`
    select ${selection(user, now)} from demo_project p
    where ${visiblePilots(user)} and p.status = any(${[...WAITING]}::text[])`.execute(db)
  const windows = await pilotWindows(db, user, now)
  return rows.flatMap((row): Item[] => {
    const type = dutyOf(row, user)
    return type
      ? [{ type, id: row.id, since: row.waiting_since, deadline: deadlineFor(row, type, windows, user) }]
      : []
  })
}
