import type { components } from '@xinchu/contract/schema'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { flowHistories, lastOpinionOf } from '../flow/notes.ts'
import { reply } from '../reply.ts'
import { actionsOn, reviewHold } from './parts.ts'
import type { ReportKind, ReportRow } from './reports.ts'

type Schemas = components['schemas']

/** The steps of reports by id, as the caller may read them. */
export const reportHistories = (
  db: Db,
  kind: ReportKind,
  rows: readonly Pick<ReportRow, 'id' | 'recommend_type'>[],
  user: Caller,
): Promise<Map<number, Schemas['FlowStep'][]>> =>
  flowHistories(db, kind, new Map(rows.map((row) => [row.id, reviewHold(row)])), user)

type FlowOf = Pick<ReportRow, 'status' | 'org_id' | 'recommend_org_id'> & { last_opinion?: string | null }

/** The state of a report and what the caller may do with it. */
export function reportFlow(
  kind: ReportKind,
  row: FlowOf,
  history: readonly Schemas['FlowStep'][],
  user: Caller,
): Schemas['FlowInfo'] {
  return reply<Schemas['FlowInfo']>({
    status: row.status,
    statusLabel: labelIn('report_status', row.status),
    actions: actionsOn(kind, row, row.status, user),
    history: [...history],
    lastOpinion: lastOpinionOf(row.last_opinion ?? null, history),
  })
}
