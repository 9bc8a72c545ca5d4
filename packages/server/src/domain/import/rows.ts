import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { type PageQuery, sortedBy } from '../../db/sql.ts'
import { badRequest } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { maskedContact } from '../masking.ts'
import { reply } from '../reply.ts'
import { batchInfo, pageBatches, requireBatch } from './batch.ts'
import type { BatchRow } from './batch-row.ts'
import { type ImportColumn, importColumns } from './columns.ts'
import { draftsOf, type ListedBatch } from './drafts.ts'
import { questionInfo } from './questions.ts'
import { isBeingRead, tallyOf } from './tally.ts'

type Schemas = components['schemas']
type StagedRow = Row<'import_row'>

const isContact = (field: string) => field === 'contactPhone' || field === 'contactEmail'

/** Masks contact data for other offices. An invalid phone number or address is hidden completely. */
function maskedCell(field: string, value: string): string {
  if (!isContact(field)) return value
  const masked = maskedContact(field, value)
  return masked === value ? '***' : masked
}

const maskedCells = (raw: StagedRow['raw']) =>
  Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, maskedCell(name, value)]))

const maskedIssues = (issues: StagedRow['errors']) =>
  issues.map((issue) =>
    issue.value === undefined ? issue : { ...issue, value: maskedCell(issue.field ?? '', issue.value) },
  )

type Draft = NonNullable<Schemas['ImportRow']['draft']>

/** Converts a staged row to the contract's shape, with contact data masked for other offices. */
function stagedRow(row: StagedRow, isOwn: boolean, draft?: Draft): Schemas['ImportRow'] {
  return reply({
    batchId: row.batch_id,
    rowNo: row.row_no,
    state: row.state,
    stateLabel: labelIn('import_row_state', row.state),
    raw: isOwn ? row.raw : maskedCells(row.raw),
    projectId: row.state === 'COMMITTED' ? row.project_id : null,
    errors: isOwn ? row.errors : maskedIssues(row.errors),
    warnings: isOwn ? row.warnings : maskedIssues(row.warnings),
    questions: row.questions?.map((question) => questionInfo(question, isOwn)),
    repeats: row.repeats,
    draft,
  })
}

/** Converts staged rows of a batch. An office learns of its own rows how they would change its drafts. */
export async function stagedRows(
  db: Db,
  batch: ListedBatch & Pick<BatchRow, 'org_id'>,
  rows: readonly StagedRow[],
  user: Caller,
): Promise<Schemas['ImportRow'][]> {
  const isOwn = batch.org_id === user.orgId
  const renewing = isOwn ? rows.filter(({ state, project_id }) => state !== 'COMMITTED' && project_id) : []
  const drafts = await draftsOf(
    db,
    batch,
    renewing.map(({ row_no }) => row_no),
    user,
  )
  return rows.map((row) => stagedRow(row, isOwn, drafts.get(row.row_no)))
}

/** Input kind of a column. Places are entered by name although their field holds a code. */
function columnInfo(
  { name, caption, spec }: ImportColumn,
  column: string | undefined,
): Schemas['ImportColumn'] {
  return {
    name,
    caption,
    ...(column ? { column } : {}),
    ...(spec.unit ? { unit: spec.unit } : {}),
    ...(spec.dict ? { dict: spec.dict } : {}),
    ...(spec.kind === 'number' || (spec.kind === 'integer' && name === spec.name) ? { numeric: true } : {}),
    required: spec.required === 'submit',
  }
}

// One letter sorts before two: B, Z, AA.
const byLetter = (a = '', b = '') => a.length - b.length || (a < b ? -1 : 1)

/** Columns of a batch in workbook order; all template columns if it has no workbook. */
function columnsOf(batch: Pick<BatchRow, 'letters'>): Schemas['ImportColumn'][] {
  const { letters } = batch
  const isWorkbook = Object.keys(letters).length > 0
  return importColumns
    .filter(({ name }) => !isWorkbook || letters[name] !== undefined)
    .map((column) => columnInfo(column, letters[column.name]))
    .toSorted((a, b) => (isWorkbook ? byLetter(a.column, b.column) : 0))
}

interface RowQuery extends PageQuery {
  state?: StagedRow['state']
  afterRow?: number
}

/** Total of an unfiltered list, if the batch's counters tell it. */
function knownTotal(batch: BatchRow, { state, afterRow }: RowQuery): number | undefined {
  if (afterRow !== undefined) return undefined
  if (!isBeingRead(batch))
    return state === undefined && batch.state === 'READY' ? batch.total_rows : undefined
  const figures: Readonly<Record<string, number>> = {
    OK: batch.ok_rows,
    WARN: batch.warn_rows,
    ASK: batch.asked_rows,
    ERROR: batch.error_rows,
    REPEAT: batch.repeat_rows,
  }
  return state === undefined ? batch.parsed_rows : figures[state]
}

const count = sql<number>`count(*)`.as('count')

/**
 * Returns a page of a batch's rows in order, after the given row, with the column headings. While the batch is being
 * read, only rows that are checked and compared.
 */
async function pageRows(
  db: Db,
  batch: BatchRow,
  query: RowQuery,
  user: Caller,
): Promise<Schemas['ImportPage']> {
  const { page = 0, size = 10, state, afterRow } = query
  const upTo = isBeingRead(batch) ? (await tallyOf(db, batch)).upTo : undefined
  const all = db
    .selectFrom('import_row')
    .where('batch_id', '=', batch.id)
    .$if(upTo !== undefined, (some) => some.where('row_no', '<=', upTo ?? 0))
  const found = all
    .where(({ and }) => and(state === undefined ? {} : { state }))
    .$if(afterRow !== undefined, (some) => some.where('row_no', '>', afterRow ?? 0))
  const rowsBefore = async (first: StagedRow | undefined) => {
    if (!first) return undefined
    if (state === undefined && afterRow === undefined) return page * size
    return (await all.where('row_no', '<', first.row_no).select(count).executeTakeFirstOrThrow()).count
  }
  const rows = await found
    .selectAll()
    .orderBy('row_no')
    .limit(size)
    .offset(page * size)
    .execute()
  const total = knownTotal(batch, query) ?? (await found.select(count).executeTakeFirstOrThrow()).count
  const before = await rowsBefore(rows[0])
  return {
    content: [batchInfo(batch, user)],
    rows: await stagedRows(db, batch, rows, user),
    columns: columnsOf(batch),
    ...(before === undefined ? {} : { before }),
    totalElements: total,
  }
}

type ListQuery = RowQuery & { batchId?: number; orgId?: number; sort?: string[] }

/** Returns the visible batches, or with a `batchId` the rows of that batch. @throws HttpError 400, 404 */
export async function pageImports(db: Db, query: ListQuery, user: Caller): Promise<Schemas['ImportPage']> {
  sortedBy({}, query.sort)
  if (query.batchId === undefined) return pageBatches(db, query, user)
  if (query.afterId !== undefined)
    throw badRequest('W-027', '起始主键只用于批次列表，暂存行以 afterRow 续读', 'afterId')
  return pageRows(db, await requireBatch(db, query.batchId, user), query, user)
}
