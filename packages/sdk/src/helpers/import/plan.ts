import { ValidationError } from '../../errors.ts'
import { randomId } from '../../http/random-id.ts'
import type { ImportReading } from '../../types.ts'
import { type PlanAction, type PlannedRow, plannedRow } from '../import-plan.ts'
import { importRows, importWorkbook, type WorkbookOptions } from './index.ts'
import { ImportAskingError } from './reading.ts'
import type { ImportCalls, ImportRecord } from './types.ts'

/** The effect of an import, row by row, with the versions that it rests on. It can be kept as JSON. */
export interface ImportPlan {
  id: string
  /** When it was made, ISO 8601. */
  time: string
  /** Fields taken although a person has corrected them; `*` for all. */
  forceFields?: string[]
  /** Whether empty cells clear what a draft has. */
  clearBlank?: true
  counts: Record<PlanAction, number>
  rows: PlannedRow[]
}

export interface PlanOptions
  extends Pick<
    WorkbookOptions,
    'sheet' | 'map' | 'remember' | 'onUpload' | 'signal' | 'onProgress' | 'pollInterval'
  > {
  /** As of an import. */
  forceFields?: string[]
  /** As of an import. */
  clearBlank?: boolean
  /** Called with the way in which a file was read. */
  onReading?: (reading: ImportReading) => void | Promise<void>
}

/** A workbook or a text file, or rows by field name. */
export type ImportSource = Blob | Iterable<ImportRecord> | AsyncIterable<ImportRecord>

function checked(calls: ImportCalls, source: ImportSource, options: PlanOptions) {
  const { sheet, map, remember, onUpload, onReading: _told, ...given } = options
  const { forceFields: _forced, clearBlank: _cleared, ...shared } = given
  if (!(source instanceof Blob)) return importRows(calls, source, { ...shared, dryRun: true })
  const more = {
    ...(sheet ? { sheet } : {}),
    ...(map ? { map } : {}),
    ...(remember ? { remember } : {}),
    ...(onUpload ? { onUpload } : {}),
  }
  return importWorkbook(calls, source, { ...shared, ...more, dryRun: true })
}

/**
 * Tells what an import would do, without writing: each row as new, changed, same, refused or a possible repeat. `applyPlan`
 * does just that.
 * @throws ImportAskingError if the platform has to ask what the sheet or a column is; ValidationError if the file cannot be read as
 * a whole; RangeError without any row
 */
export async function planImport(
  calls: ImportCalls,
  source: ImportSource,
  options: PlanOptions = {},
): Promise<ImportPlan> {
  const { forceFields, clearBlank = false, onReading, signal } = options
  const { batch, rows: found, reading } = await checked(calls, source, options)
  const call = signal ? { signal } : {}
  if (reading) {
    // A plan leaves nothing behind that waits for an answer.
    await calls.cancel(batch.id, call)
    throw new ImportAskingError(batch, reading)
  }
  if (batch.state === 'FAILED' || batch.state === 'CANCELLED')
    throw new ValidationError(batch.message ?? '校验未完成')
  if (onReading && source instanceof Blob) await onReading(await calls.reading(batch.id, call))
  const counts = { new: 0, changed: 0, same: 0, asked: 0, refused: 0, repeat: 0 }
  const rows: PlannedRow[] = []
  for await (const row of found()) {
    const planned = plannedRow(row, forceFields, { clearBlank })
    counts[planned.action] += 1
    rows.push(planned)
  }
  return {
    id: randomId(),
    time: new Date().toISOString(),
    ...(forceFields ? { forceFields } : {}),
    ...(clearBlank ? { clearBlank } : {}),
    ...{ counts, rows },
  }
}
