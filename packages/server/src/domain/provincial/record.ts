import type { ReportStatus } from '@xinchu/contract/codes'
import type { Caller } from '../caller.ts'
import { goalsOf } from '../flow/goals.ts'
import type { LiveRecord } from '../flow/kind.ts'
import { isOpen, mayDecide } from '../flow/table.ts'
import { wayOf } from '../flow/way.ts'
import { PROVINCIAL_FLOW, PROVINCIAL_STAGES } from './flow.ts'
import { partsOf } from './parts.ts'

interface Row {
  id: number
  province_code: string
  version: number
  org_id: number | null
  status: ReportStatus
  year: number
  update_time: string
}

/** What all records of a province have. The nation returns them to the province, with the remarks. */
export function provincialRecord(
  row: Row,
  user: Caller,
): Omit<LiveRecord, 'entity' | 'title' | 'content' | 'shape' | 'place' | 'task' | 'columns'> {
  const parties = partsOf(row, user)
  return {
    parties,
    state: row.status,
    id: row.id,
    provinceCode: row.province_code,
    version: row.version,
    orgId: row.org_id,
    isAuthor: parties.has('author'),
    mayDecide: mayDecide(PROVINCIAL_FLOW, row.status, parties),
    isOpen: isOpen(PROVINCIAL_FLOW, row.status),
    reviewer: undefined,
    isWithReviewer: false,
    updateTime: row.update_time,
    period: { year: row.year },
    way: () => wayOf(PROVINCIAL_FLOW, row.status, PROVINCIAL_STAGES),
    goals: (offices) => goalsOf(PROVINCIAL_FLOW, row.status, parties, offices),
  }
}
