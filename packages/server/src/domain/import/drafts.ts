import type { components } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { projectBase } from '../es-project/base.ts'
import { fieldsOf } from '../es-project/columns.ts'
import { correctionsOf } from '../es-project/field-origins.ts'
import { stateOf } from '../es-project/state-name.ts'
import { EDITABLE, RETURNED } from '../es-project/waiting.ts'
import { reply } from '../reply.ts'
import { canonical } from '../values/canonical.ts'
import { wordsOfChanges } from '../values/change-words.ts'
import { type Content, differencesOf } from '../values/differences.ts'
import { type Names, namesFor, wordsOfRow } from '../values/words.ts'
import type { BatchRow } from './batch-row.ts'
import { blankFields } from './blank-cells.ts'
import { columnOf, PARTS, SHOWN_AT } from './columns.ts'
import { renewedColumns, renewedDraft } from './renewed-draft.ts'

type Draft = NonNullable<components['schemas']['ImportRow']['draft']>
type Change = Draft['changes'][number]
type ProjectRow = Row<'es_project'>

/** SQL condition: project `p` is a draft, or was returned. */
export const isEditable: RawBuilder<boolean> = sql`(p.declare_status = any(${[...EDITABLE]}::text[]))`

/**
 * SQL condition: nobody has changed project `p` since it was compared with `c`, as the staged row would leave it. Rows staged
 * by an earlier release have no version. The addition keeps the planner from scanning all records of the office for each row.
 */
export const isUnchanged = ({ orgId }: Caller): RawBuilder<boolean> =>
  sql`(p.org_id + 0 = ${orgId} and p.province_code = c.province_code and not p.deleted
    and p.version = coalesce(c.version, p.version))`

/** SQL condition: draft `p` may be replaced by `c`. */
export const isAsCompared = (user: Caller): RawBuilder<boolean> =>
  sql`(${isUnchanged(user)} and ${isEditable})`

interface Pair {
  rowNo: number
  projectId: number
  version: number
  isMoved: boolean
  old: Content
  now: Content
  /** Fields that the row leaves empty. */
  blank: string[]
  /** What the office wrote that returned the project; undefined if it was not returned. */
  returned: Draft['returned']
  /** The state of a project that was submitted; undefined for one that the office may change. */
  submitted: Draft['submitted']
}

const contentOf = (row: ProjectRow): Content => canonical(fieldsOf(row), projectBase.shape)

const returnedOf = ({ declare_status, last_opinion }: ProjectRow): Draft['returned'] =>
  RETURNED.includes(declare_status)
    ? reply({ statusLabel: labelIn('declare_status', declare_status), opinion: last_opinion })
    : undefined

const submittedOf = (row: ProjectRow): Draft['submitted'] =>
  EDITABLE.includes(row.declare_status) ? undefined : { statusLabel: stateOf(row).statusLabel }

/** Drafts as they are, and as the rows would leave them. */
async function pairsOf(db: Db, batch: ListedBatch, rowNos: readonly number[], user: Caller): Promise<Pair[]> {
  const from = sql`from import_row r join es_project p on p.id = r.project_id
    cross join lateral ${renewedDraft(batch, { row: 'r', draft: 'p' })} c`
  const where = sql`where r.batch_id = ${batch.id} and r.row_no = any(${[...rowNos]}::int[])`
  const drafts = await sql<
    ProjectRow & { row_no: number; blank: string[]; compared_version: number; is_moved: boolean }
  >`
    select p.*, r.row_no, ${blankFields(batch, 'r')} as blank, coalesce(c.version, p.version) as compared_version, not ${isUnchanged(user)} as is_moved
    ${from} ${where}`.execute(db)
  const staged = await sql<ProjectRow & { row_no: number }>`select c.*, r.row_no ${from} ${where}`.execute(db)
  const stagedOf = new Map(staged.rows.map((row) => [row.row_no, row]))
  return drafts.rows.map((draft) => {
    const given = new Map(Object.entries(stagedOf.get(draft.row_no) ?? {}))
    const written = Object.fromEntries(renewedColumns.map((column) => [column, given.get(column)]))
    return {
      rowNo: draft.row_no,
      projectId: draft.id,
      version: draft.compared_version,
      isMoved: draft.is_moved,
      old: contentOf(draft),
      now: contentOf({ ...draft, ...written }),
      blank: draft.blank,
      returned: returnedOf(draft),
      submitted: submittedOf(draft),
    }
  })
}

// The words of a review mask them. An office may read its own.
const CONTACTS: readonly string[] = ['contactPhone', 'contactEmail']

const textAt = (content: Content, field: string) =>
  content[field] === undefined ? undefined : String(content[field])

/** What a row would change, in the terms of the workbook. */
function changesOf(
  { old, now }: Pick<Pair, 'old' | 'now'>,
  names: Names,
  letters: BatchRow['letters'],
): Change[] {
  const shape = projectBase.shape
  const differences = differencesOf(old, now, shape).filter(({ field }) => field !== PARTS)
  const words = wordsOfChanges(differences, [old, now], { shape, groups: {}, names }).map((change) => {
    const { field } = change
    const isContact = CONTACTS.includes(field)
    const column = columnOf(SHOWN_AT[field] ?? field)
    return reply<Change>({
      column: column && letters[column.name],
      field,
      caption: change.fieldLabel,
      oldValue: isContact ? textAt(old, field) : change.oldValue,
      newValue: isContact ? textAt(now, field) : change.newValue,
    })
  })
  return [...words, ...changeOfParts(old, now, names)]
}

/** The parts of a mixed station in words; undefined for none. */
function partsOf(content: Content, names: Names): string | undefined {
  const parts: readonly unknown[] = Array.isArray(content[PARTS]) ? content[PARTS] : []
  const specs = projectBase.shape.rows[PARTS] ?? []
  return parts.map((part) => wordsOfRow(Object(part), specs, names)).join('；') || undefined
}

/** The change of the parts as one, which counts and is kept as one field. */
function changeOfParts(old: Content, now: Content, names: Names): Change[] {
  if (!differencesOf(old, now, projectBase.shape).some(({ field }) => field === PARTS)) return []
  return [
    reply<Change>({
      field: PARTS,
      caption: columnOf(PARTS)?.caption ?? '',
      oldValue: partsOf(old, names),
      newValue: partsOf(now, names),
    }),
  ]
}

type Corrections =
  Awaited<ReturnType<typeof correctionsOf>> extends ReadonlyMap<number, infer Fields> ? Fields : never

/** Rows of a field are named `hybridDetail[1].power`. */
const wholeField = (field: string) => field.split(/[[.]/, 1)[0] ?? field

/** Adds who has corrected the field, and when; nothing if nobody has. */
function withAuthor(change: Change, corrections: Corrections | undefined): Change {
  const set = corrections?.get(wholeField(change.field))
  if (!set) return change
  const origin = set.origin === 'REVIEW' ? 'REVIEW' : 'TYPED'
  return reply<Change>({ ...change, origin, setBy: set.by_name, setTime: set.time })
}

/** Parts what would be written from what stays because a person has corrected it, with who and when. */
function parted(changes: readonly Change[], corrections: Corrections | undefined) {
  const isKept = ({ field }: Change) => corrections?.has(wholeField(field)) ?? false
  const kept = changes.filter(isKept).map((change) => withAuthor(change, corrections))
  return { changes: changes.filter((change) => !isKept(change)), ...(kept.length > 0 ? { kept } : {}) }
}

/** The renewed draft, and how it would be if its empty cells cleared it. */
const withoutBlank = ({ now, blank }: Pair): Pick<Pair, 'old' | 'now'> => ({
  old: now,
  now: Object.fromEntries(Object.entries(now).filter(([field]) => !blank.includes(field))),
})

/** Fields whose value stays because the row's cell is empty. */
function leftBlank(left: readonly Change[], corrections: Corrections | undefined): Pick<Draft, 'blank'> {
  return left.length > 0 ? { blank: left.map((change) => withAuthor(change, corrections)) } : {}
}

/** A batch, and the fields that are taken although a person has corrected them: `*` is all. */
export type ListedBatch = Pick<BatchRow, 'id' | 'letters' | 'clear_blank'> & { forced?: readonly string[] }

/**
 * Finds the drafts that staged rows of the caller's office would replace, with the differences, by row number.
 * @param rowNos rows that have a draft
 */
export async function draftsOf(
  db: Db,
  batch: ListedBatch,
  rowNos: readonly number[],
  user: Caller,
): Promise<ReadonlyMap<number, Draft>> {
  if (rowNos.length === 0) return new Map()
  const { letters, forced } = batch
  const pairs = await pairsOf(db, batch, rowNos, user)
  const names = await namesFor(
    db,
    pairs.flatMap(({ old, now }) => [old, now]),
  )
  const corrections = await correctionsOf(db, [0, ...pairs.map(({ projectId }) => projectId)], forced)
  return new Map(
    pairs.map((pair) => [
      pair.rowNo,
      {
        projectId: pair.projectId,
        version: pair.version,
        ...(pair.isMoved ? { moved: true } : {}),
        ...(pair.returned ? { returned: pair.returned } : {}),
        ...(pair.submitted ? { submitted: pair.submitted } : {}),
        ...parted(changesOf(pair, names, letters), corrections.get(pair.projectId)),
        ...leftBlank(changesOf(withoutBlank(pair), names, letters), corrections.get(pair.projectId)),
      },
    ]),
  )
}
