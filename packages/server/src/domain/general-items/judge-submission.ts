import type { components, operations } from '@xinchu/contract/schema'
import type { Db } from '../../db/database.ts'
import { missing, notFound } from '../../errors.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { shownPairs } from '../es-project/duplicates/show.ts'
import { type Fault, wordsOf } from '../es-project/faults.ts'
import { type Judgement, judgeProjects } from '../es-project/judge.ts'
import { findProjects, type ProjectRow } from '../es-project/query.ts'
import { refusalsByState } from '../es-project/refusals-by-state.ts'
import { moveOf } from '../es-project/states.ts'
import { closureCheck } from '../fill-time/closure.ts'
import { fillTimeOf } from '../fill-time/view.ts'
import { findWindows, isOpenFor } from '../fill-time/window.ts'
import { quarterReasons } from './quarter-reasons.ts'

type Query = NonNullable<operations['judgeSubmit']['parameters']['query']>
type Result = components['schemas']['JudgeResult']

/** The window of a submission, preferring an open one, and its objection if any. */
async function judgeWindow(
  db: Db,
  { fillType = 'PROJECT', year, quarter }: Query,
  user: Caller,
  now: Date,
): Promise<Pick<Result, 'reasons' | 'fillTime'>> {
  const windows = await findWindows(db, { fillType, year, quarter }, user)
  const shown = windows.find((window) => isOpenFor(window, user, now)) ?? windows[0]
  const period = year === undefined ? undefined : { year, ...(quarter === undefined ? {} : { quarter }) }
  const closure = (await closureCheck(db, fillType, user, now))(period)
  return {
    reasons: closure ? [closure] : [],
    ...(shown ? { fillTime: fillTimeOf(shown, user, now) } : {}),
  }
}

async function judgeFlow(
  db: Db,
  rows: readonly ProjectRow[],
  { target = 'province' }: Query,
  user: Caller,
  today: string,
): Promise<Result> {
  const judged = await judgeProjects(db, rows, today)
  const reasonsOf = (of: (judgement: Judgement) => readonly Fault[]) =>
    [...judged].flatMap(([id, judgement]) =>
      of(judgement).map((fault) => ({
        id,
        field: fault.field,
        ...(fault.code ? { code: fault.code } : {}),
        message: wordsOf(fault),
      })),
    )
  const unready = rows.filter((row) => !moveOf(user, row, 'SUBMIT', target))
  const stuck = [...(await refusalsByState(db, unready, user))].map(([id, { code, message }]) => ({
    id,
    ...(code ? { code } : {}),
    message,
  }))
  const reasons = [...stuck, ...reasonsOf(({ faults }) => faults)]
  return {
    allowed: reasons.length === 0,
    reasons,
    warnings: reasonsOf(({ warnings }) => warnings),
    duplicates: await shownPairs(
      db,
      [...judged].map(([id, { duplicates: pairs }]) => ({ id, pairs })),
      user,
    ),
  }
}

/**
 * Checks whether projects, or their quarterly reports, may be submitted now, with all objections.
 * @throws HttpError 400 for quarterly reports without a quarter; 404
 */
export async function judgeSubmission(db: Db, query: Query, user: Caller, now: Date): Promise<Result> {
  const rows = await findProjects(db, query.ids, user)
  if (rows.length < new Set(query.ids).size) throw notFound('项目')
  const { reasons, ...window } = await judgeWindow(db, query, user, now)
  if (query.fillType !== 'QUARTER') {
    const judged = await judgeFlow(db, rows, query, user, day(now))
    const all = [...reasons, ...judged.reasons]
    return { ...judged, ...window, reasons: all, allowed: all.length === 0 }
  }
  const { year, quarter } = query
  if (year === undefined || quarter === undefined) throw missing('quarter', '季度')
  const all = [...reasons, ...(await quarterReasons(db, rows, { year, quarter }, now))]
  return { allowed: all.length === 0, reasons: all, warnings: [], duplicates: [], ...window }
}
