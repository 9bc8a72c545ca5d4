import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { badRequest, type FieldProblem, forbidden, notFound, staleVersion } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { deadlineProblems } from './check.ts'
import { type Deadlines, deadlinesOf } from './window.ts'

type Draft = components['schemas']['FillTimeDraft']
type Window = Row<'fill_time'>

const ONLY = '省级只可缩短本省市、县的截止时间'

/** Whether a draft changes only what a province may set. */
function isUntouched(draft: Draft, window: Window): boolean {
  const set = deadlinesOf(window)
  const { enterprise, province } = draft.levelDeadlines ?? {}
  return (
    draft.fillType === window.fill_type &&
    draft.year === window.year &&
    (draft.quarter ?? null) === window.quarter &&
    (draft.batchNo ?? null) === window.batch_no &&
    draft.startTime === window.start_time &&
    draft.endTime === window.end_time &&
    draft.enabled === window.enabled &&
    (draft.regionCodes ?? []).join() === window.region_codes.join() &&
    (draft.orgIds ?? []).join() === window.org_ids.join() &&
    enterprise === set.enterprise &&
    province === set.province
  )
}

function limitProblems(deadlines: Deadlines, window: Window): FieldProblem[] {
  const set = deadlinesOf(window)
  const beyond = (['county', 'city'] as const).filter(
    (level) => (deadlines[level] ?? '') > (set[level] ?? window.end_time),
  )
  return [
    ...beyond.map((level) => ({ field: `levelDeadlines.${level}`, message: '不应晚于国家规定的截止时间' })),
    ...deadlineProblems(deadlines, { startTime: window.start_time, endTime: window.end_time }),
  ]
}

/**
 * Sets a province's deadlines for its counties and cities in a window. Omitting one removes it.
 * @throws HttpError 403 if the draft changes anything else
 */
export async function limitWindow(trx: Trx, draft: Draft, user: Caller): Promise<number> {
  if (draft.id === undefined || !user.provinceCode) throw forbidden('W-013', ONLY)
  const window = await trx.selectFrom('fill_time').selectAll().where('id', '=', draft.id).executeTakeFirst()
  if (!window) throw notFound('填报时间')
  if (draft.version !== window.version) throw staleVersion()
  if (!isUntouched(draft, window)) throw forbidden('W-013', ONLY)
  const { county, city } = draft.levelDeadlines ?? {}
  const problems = limitProblems(draft.levelDeadlines ?? {}, window)
  const [first] = problems
  if (first) throw badRequest('W-013', first.message, problems)
  const limit = { county: county ?? null, city: city ?? null, update_by: user.username }
  await trx
    .insertInto('fill_time_limit')
    .values({ fill_time_id: window.id, province_code: user.provinceCode, ...limit })
    .onConflict((same) =>
      same.columns(['fill_time_id', 'province_code']).doUpdateSet({ ...limit, update_time: sql`now()` }),
    )
    .execute()
  return window.id
}
