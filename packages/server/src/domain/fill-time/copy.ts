import type { components } from '@xinchu/contract/schema'
import {
  isExtension,
  isSamePeriod,
  isStanding,
  latestWindows,
  nextWindow,
  windowPeriod,
  windowWarnings,
} from '@xinchu/validators'
import type { Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { conflict, notFound } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { lockWindows, valuesOf } from './save.ts'
import { deadlinesOf } from './window.ts'

type Schemas = components['schemas']
type Draft = Schemas['FillTimeDraft']
type Plan = Schemas['FillTimeCopyPlan']
type Stored = Draft & { id: number }

const draftOf = (row: Row<'fill_time'>): Stored => ({
  id: row.id,
  fillType: row.fill_type,
  year: row.year,
  ...(row.quarter === null ? {} : { quarter: row.quarter }),
  ...(row.batch_no === null ? {} : { batchNo: row.batch_no }),
  startTime: row.start_time,
  endTime: row.end_time,
  levelDeadlines: deadlinesOf(row),
  regionCodes: row.region_codes,
  orgIds: row.org_ids,
  enabled: row.enabled,
})

/** The windows to copy: the given ones, otherwise the latest of each form. @throws HttpError 404 */
function chosen(windows: readonly Stored[], ids: readonly number[] | undefined): Stored[] {
  if (!ids) return latestWindows(windows)
  return [...new Set(ids)].map((id) => {
    const window = windows.find((each) => each.id === id)
    if (!window) throw notFound('填报时间')
    return window
  })
}

function problemOf(source: Stored, next: Draft, others: readonly Draft[]): string | undefined {
  if (isExtension(source)) return '延期只用于本期，不复制'
  if (isStanding(source)) return '长期开放，无需复制'
  return others.some((other) => other.enabled && !isExtension(other) && isSamePeriod(other, next))
    ? `${windowPeriod(next)}的填报时间已设置`
    : undefined
}

function planOf(windows: readonly Stored[], sources: readonly Stored[]): Plan['items'] {
  const known: Draft[] = [...windows]
  return sources.map((source) => {
    // The next window has the source's form and properties.
    const { regionCodes: _regions, orgIds: _offices, ...next } = nextWindow(source) as Draft
    const problem = problemOf(source, next, known)
    if (problem) return { fromId: source.id, window: next, problem, warnings: [] }
    const warnings = windowWarnings(next, known)
    known.push(next)
    return { fromId: source.id, window: next, warnings }
  })
}

/**
 * Copies windows to their next periods, all or none, or only says what would be copied.
 * @throws HttpError 404; 409 if one cannot be copied, for example because another administrator has set its next period
 */
export async function copyWindows(
  trx: Trx,
  { ids, dryRun }: Schemas['FillTimeCopy'],
  user: Caller,
): Promise<Plan> {
  if (!dryRun) await lockWindows(trx)
  const rows = await trx.selectFrom('fill_time').selectAll().orderBy('fill_type').orderBy('id').execute()
  const windows = rows.map(draftOf)
  const items = planOf(windows, chosen(windows, ids))
  if (dryRun) return { items }
  const refused = items.find(({ problem }) => problem)
  if (refused?.problem) throw conflict('W-012', refused.problem)
  if (items.length > 0)
    await trx
      .insertInto('fill_time')
      .values(items.map(({ window }) => ({ ...valuesOf(window, user), create_by: user.username })))
      .execute()
  return { items }
}
