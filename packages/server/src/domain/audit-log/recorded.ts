import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { canonical } from '../values/canonical.ts'
import { wordsOfChanges } from '../values/change-words.ts'
import { type Content, differencesOf } from '../values/differences.ts'
import { namesFor } from '../values/words.ts'
import type { EntryRecord } from './entry.ts'
import type { AuditedKind, AuditedKinds, RecordKind } from './kinds.ts'

/** Records that a call concerns. `where` is a condition on the kind's table as `r`. */
export interface Wanted {
  kind: RecordKind
  where: RawBuilder<boolean>
}

/** A record as it was read: its name, and its values by the names of the contract. */
export interface Seen {
  kind: RecordKind
  id: string
  name: string
  content: Content
}

/** Most records that are read by one condition. The bounds of the contract's lists are below it. */
export const MOST_READ = 1_000
/** Longest value in the log, in characters. */
const LONGEST = 1_000

const camel = (column: string) => column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** An object in words, for fields whose parts the contract does not caption. */
function flat(value: unknown): unknown {
  if (typeof value === 'string') {
    if (DATE_TIME.test(value)) return value.slice(0, 19).replace('T', ' ')
    return value.includes('</') ? value.replace(/<[^>]*>/g, '') : value
  }
  if (Array.isArray(value)) return value.map(flat)
  if (typeof value !== 'object' || value === null) return value
  return Object.values(value)
    .filter((part) => part !== null && part !== '')
    .map((part) => String(flat(part)))
    .join(' ')
}

function contentOf(row: object, more: object, { specs, rows = {} }: AuditedKind): Content {
  const values = new Map<string, unknown>()
  const put = (name: string, value: unknown) => values.set(name, rows[name] ? value : flat(value))
  for (const [column, value] of Object.entries(row)) {
    // A column of JSON that holds the fields of the record.
    if (column === 'content' && typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value)) put(name, part)
    else put(camel(column), value)
  }
  for (const [name, value] of Object.entries(more)) put(name, value)
  const known = specs.flatMap(({ name }) => (values.has(name) ? [[name, values.get(name)] as const] : []))
  return canonical(Object.fromEntries(known), { rows })
}

/**
 * Reads records with their values.
 * @param isLocked locks the rows until the transaction ends, so that nothing changes between reading and writing
 */
export async function readRecords(
  db: Db,
  kinds: AuditedKinds,
  wanted: readonly Wanted[],
  { isLocked = false } = {},
): Promise<Seen[]> {
  const seen: Seen[] = []
  for (const { kind, where } of wanted) {
    const spec = kinds[kind]
    if (!spec) continue
    const key = spec.key ?? sql`r.id`
    const { rows } = await sql<{ id: string; name: string | null; row: object; more: object | null }>`
      select ${key}::text as id, ${spec.name} as name, to_jsonb(r) as row, ${spec.more ?? sql`null::jsonb`} as more
      from ${sql.table(spec.table)} r where ${where} order by ${key} limit ${MOST_READ}
      ${isLocked ? sql`for no key update of r` : sql``}`.execute(db)
    for (const { id, name, row, more } of rows)
      seen.push({ kind, id, name: name ?? id, content: contentOf(row, more ?? {}, spec) })
  }
  return seen
}

const cut = (value: string | undefined) =>
  value !== undefined && value.length > LONGEST
    ? `${value.slice(0, LONGEST)}…（共 ${value.length} 字）`
    : value

/** Compares records before and after a call. Values are in words, personal ones masked. */
export async function compareRecords(
  db: Db,
  kinds: AuditedKinds,
  before: readonly Seen[],
  after: readonly Seen[],
): Promise<EntryRecord[]> {
  const keyOf = ({ kind, id }: Seen) => `${kind}:${id}`
  const old = new Map(before.map((seen) => [keyOf(seen), seen]))
  const now = new Map(after.map((seen) => [keyOf(seen), seen]))
  const changed = [...new Set([...old.keys(), ...now.keys()])].map(
    (key) => [old.get(key), now.get(key)] as const,
  )
  const contents = changed.flatMap(([was, is]) => [was?.content ?? {}, is?.content ?? {}])
  const names = changed.length > 0 ? await namesFor(db, contents) : undefined
  return changed.flatMap(([was, is]): EntryRecord[] => {
    const seen = is ?? was
    const spec = seen && kinds[seen.kind]
    if (!seen || !spec || !names) return []
    const shape = { fields: spec.specs, rows: spec.rows ?? {} }
    const pair = [was?.content ?? {}, is?.content ?? {}] as const
    const changes = wordsOfChanges(differencesOf(...pair, shape), pair, {
      shape,
      groups: spec.groups ?? {},
      names,
    })
    return [
      {
        kind: seen.kind,
        id: seen.id,
        name: seen.name,
        changes: changes.map(({ oldValue, newValue, ...change }) => ({
          ...change,
          ...(oldValue === undefined ? {} : { oldValue: cut(oldValue) ?? '' }),
          ...(newValue === undefined ? {} : { newValue: cut(newValue) ?? '' }),
        })),
      },
    ]
  })
}

/** Names records that a call concerned without changing them. */
export const namesOf = (seen: readonly Seen[]): EntryRecord[] =>
  seen.map(({ kind, id, name }) => ({ kind, id, name, changes: [] }))
