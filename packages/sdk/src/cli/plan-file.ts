import { readFile, writeFile } from 'node:fs/promises'
import type { ImportCellIssue, ImportRow } from '@xinchu/sdk'

type Draft = NonNullable<ImportRow['draft']>
export type PlannedChange = Draft['changes'][number]

/** What an import would do with a row. */
export type Action = 'new' | 'changed' | 'same' | 'refused' | 'repeat'

export interface PlannedRow {
  /** Row number of the workbook. */
  row: number
  action: Action
  name: string
  /** The draft that the row replaces, and its version when this was planned. */
  projectId?: number
  version?: number
  changes?: PlannedChange[]
  /** What the draft keeps because a person has corrected it. */
  kept?: PlannedChange[]
  errors?: ImportCellIssue[]
  warnings?: ImportCellIssue[]
  repeats?: NonNullable<ImportRow['repeats']>
  /** The row's texts by field, for rows that may be written. */
  cells?: Record<string, string>
}

const FORMAT = 'xinchu-plan/1'

export interface Plan {
  format: typeof FORMAT
  id: string
  server: string
  workbook: string
  /** When it was planned, ISO 8601. */
  time: string
  /** Fields taken although a person has corrected them; `*` for all. */
  forceFields?: string[]
  counts: Record<Action, number>
  rows: PlannedRow[]
}

const MOVED = 'W-003'
// Says only that the row is the same as a draft, which the plan shows.
const IS_DRAFT = 'D-005'

function actionOf({ state, draft, errors }: ImportRow): Action {
  if (state === 'ERROR' || draft?.moved || errors.length > 0) return 'refused'
  if (state === 'REPEAT') return 'repeat'
  if (!draft) return 'new'
  return draft.changes.length > 0 ? 'changed' : 'same'
}

const isForced = ({ field }: PlannedChange, forced: readonly string[]) =>
  forced.includes('*') || forced.includes(field.split(/[[.]/, 1)[0] ?? field)

/** The row with the corrections that are forced among its changes. */
function withForced(row: ImportRow, forced: readonly string[]): ImportRow {
  const { draft } = row
  if (!draft?.kept) return row
  const kept = draft.kept.filter((change) => !isForced(change, forced))
  const taken = draft.kept.filter((change) => isForced(change, forced))
  return { ...row, draft: { ...draft, changes: [...draft.changes, ...taken], kept } }
}

/** A row in the plan's terms. `rowNo` stands for the row's own number, where the rows were not sent as a workbook. */
export function plannedRow(given: ImportRow, forced: readonly string[] = []): PlannedRow {
  const row = withForced(given, forced)
  const action = actionOf(row)
  const { draft, repeats = [] } = row
  const warnings = row.warnings.filter(({ code }) => code !== IS_DRAFT)
  const moved = draft?.moved && row.errors.length === 0
  const errors = moved
    ? [{ code: MOVED, message: `第${row.rowNo}行：对应的草稿正在被修改，请重新生成计划` }]
    : row.errors
  const isWritable = action === 'new' || action === 'changed' || action === 'repeat'
  return {
    row: row.rowNo,
    action,
    name: row.raw['projectName'] ?? '',
    ...(draft ? { projectId: draft.projectId, version: draft.version } : {}),
    ...(draft && draft.changes.length > 0 ? { changes: draft.changes } : {}),
    ...(draft?.kept?.length ? { kept: draft.kept } : {}),
    ...(errors.length > 0 ? { errors } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(action === 'repeat' ? { repeats } : {}),
    ...(isWritable ? { cells: row.raw } : {}),
  }
}

export function planOf(rows: PlannedRow[], about: Pick<Plan, 'server' | 'workbook' | 'forceFields'>): Plan {
  const counts: Plan['counts'] = { new: 0, changed: 0, same: 0, refused: 0, repeat: 0 }
  for (const { action } of rows) counts[action] += 1
  const [id, time] = [crypto.randomUUID(), new Date().toISOString()]
  return { format: FORMAT, id, ...about, time, counts, rows }
}

/**
 * Writes a plan. It holds contact data, so that only its owner may read it.
 * @throws EEXIST if the file exists and may not be replaced
 */
export async function writePlan(path: string, plan: Plan, force = false): Promise<void> {
  await writeFile(path, `${JSON.stringify(plan)}\n`, { mode: 0o600, flag: force ? 'w' : 'wx' })
}

const isPlan = (value: unknown): value is Plan =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === FORMAT

/** Reads a plan. @throws Error for another file */
export async function readPlan(path: string): Promise<Plan> {
  const text = await readFile(path, 'utf8')
  const value: unknown = await Promise.resolve(text)
    .then(JSON.parse)
    .catch(() => undefined)
  if (!isPlan(value)) throw new Error(`${path} 不是 xinchu plan 生成的计划`)
  return value
}
