import type { ImportBatch } from '../../types.ts'
import type { PlannedRow } from '../import-plan.ts'
import { importRows } from './index.ts'
import type { ImportPlan } from './plan.ts'
import { type MovedRow, movedIn } from './plan-moved.ts'
import type { ImportCalls, ImportOptions, ImportOutcome } from './types.ts'

export interface ApplyOptions extends Pick<ImportOptions, 'signal' | 'onProgress' | 'pollInterval'> {
  /** Writes only the new rows, or only the changed ones. By default both. */
  only?: 'new' | 'changed' | undefined
  /** Whether to write rows that may repeat a project, too. Default false. */
  keepRepeats?: boolean
  /** Whether projects that an office has returned may be changed. */
  takeReturned?: boolean
}

export interface AppliedPlan {
  /** `nothing` if no row of the plan is to be written, `refused` if nothing was written because the platform has changed. */
  state: 'applied' | 'refused' | 'nothing'
  /** Rows written by this call, and by earlier ones for the same plan. */
  written: number
  writtenBefore: number
  /** In what the platform is no longer what the plan rests on. */
  moved: MovedRow[]
  /** None if there was nothing to write. */
  batch?: ImportBatch
}

/** The rows of a plan that are to be written. */
export function rowsToApply(
  { rows }: Pick<ImportPlan, 'rows'>,
  { only, keepRepeats = false }: Pick<ApplyOptions, 'only' | 'keepRepeats'>,
): PlannedRow[] {
  if (only !== undefined) return rows.filter(({ action }) => action === only)
  return rows.filter(
    ({ action }) => action === 'new' || action === 'changed' || (keepRepeats && action === 'repeat'),
  )
}

/** How the rows as they are checked now differ from those of the plan. */
async function movedSince(
  chosen: readonly PlannedRow[],
  { rows }: Pick<ImportOutcome, 'rows'>,
  plan: Pick<ImportPlan, 'forceFields' | 'clearBlank'>,
): Promise<MovedRow[]> {
  const moved: MovedRow[] = []
  let at = 0
  // Sent in the plan's order, and numbered from 1.
  for await (const row of rows()) {
    const planned = chosen[at]
    if (planned) moved.push(...movedIn(planned, row, plan))
    at += 1
  }
  return moved
}

/** The terms of the import that a plan and its caller say. */
function termsOf({ id, forceFields, clearBlank }: ImportPlan, options: ApplyOptions) {
  const { only, keepRepeats = false, takeReturned = false } = options
  const repeats = keepRepeats && only === undefined
  return {
    mode: 'atomic' as const,
    skipRepeat: !repeats,
    takeReturned,
    ...(forceFields ? { forceFields } : {}),
    ...(clearBlank ? { clearBlank } : {}),
    // An apply that was interrupted goes on where it was; other rows of the plan are another batch.
    clientKey: ['plan', id, only ?? 'all', ...(repeats ? ['repeats'] : [])].join('-'),
  }
}

/**
 * Does what a plan says: writes all of its chosen rows in one transaction, or nothing if anything that it rests on has
 * changed. A second call for the same plan within 24 hours goes on where the first was interrupted, and writes nothing twice.
 * @throws ConflictError if it would change returned projects without `takeReturned`
 */
export async function applyPlan(
  calls: ImportCalls,
  plan: ImportPlan,
  options: ApplyOptions = {},
): Promise<AppliedPlan> {
  const chosen = rowsToApply(plan, options)
  if (chosen.length === 0) return { state: 'nothing', written: 0, writtenBefore: 0, moved: [] }
  const { signal, onProgress, pollInterval } = options
  let moved: MovedRow[] = []
  const outcome = await importRows(
    calls,
    chosen.map(({ cells = {} }) => cells),
    {
      ...termsOf(plan, options),
      ...(signal ? { signal } : {}),
      ...(onProgress ? { onProgress } : {}),
      ...(pollInterval === undefined ? {} : { pollInterval }),
      async beforeWrite(checked) {
        moved = await movedSince(chosen, checked, plan)
        return moved.length === 0
      },
    },
  )
  const { batch, written, writtenBefore } = outcome
  const isDone = batch.state === 'DONE'
  // Rows that are refused now, or a draft that was changed at the very last.
  if (!isDone && moved.length === 0) moved = await movedSince(chosen, outcome, plan)
  if (batch.state === 'READY') await calls.cancel(batch.id, signal ? { signal } : {})
  return { state: isDone ? 'applied' : 'refused', written, writtenBefore, moved, batch }
}
