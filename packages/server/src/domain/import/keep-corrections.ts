import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../caller.ts'
import { keptWith, PERSONAL } from '../es-project/field-origins.ts'
import type { BatchRow } from './batch-row.ts'
import { pairs, importedFields as written } from './renewed-draft.ts'

const columnOfField = new Map(written)

/** Columns that are made from others, so that a search finds what is stored. */
const DERIVED: readonly (readonly [string, string])[] = [
  ['projectName', 'normalised_name'],
  ['projectName', 'name_keys'],
  ['projectName', 'initials'],
  ['companyName', 'initials'],
  ['recordNo', 'record_key'],
  ['nationalCode', 'national_key'],
]

const kept: readonly (readonly [string, string])[] = [
  ...written.flatMap(([field]) =>
    keptWith(field).flatMap((other) => {
      const column = columnOfField.get(other)
      return column === undefined ? [] : [[field, column] as const]
    }),
  ),
  ...DERIVED,
]

const corrected: readonly (readonly [string, string])[] = written.flatMap(([field]) =>
  keptWith(field).map((other) => [field, other] as const),
)

/** SQL: the fields of a project that a person has corrected and that are not forced, as a list. */
export const keptFields = (
  { force_fields }: Pick<BatchRow, 'force_fields'>,
  projectId: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  select array_agg(k.name) from field_origin o join ${pairs(corrected)} as k(field, name) on k.field = o.field
  where o.project_id = ${projectId} and o.origin = any(${[...PERSONAL]}::text[])
    and not o.field = any(${force_fields}::text[]) and not '*' = any(${force_fields}::text[]))`

/** SQL: the columns of the draft of row `r` that a person has corrected and that the batch does not force, with their values. */
export const keptValues = ({ force_fields }: BatchRow): RawBuilder<unknown> => sql`(
  select coalesce(jsonb_object_agg(k.name, to_jsonb(q) -> k.name), '{}'::jsonb)
  from field_origin o join ${pairs(kept)} as k(field, name) on k.field = o.field
    join es_project q on q.id = o.project_id
  where o.project_id = r.project_id and o.origin = any(${[...PERSONAL]}::text[])
    and not o.field = any(${force_fields}::text[]) and not '*' = any(${force_fields}::text[]))`

/**
 * SQL: notes which fields the import has changed. `renewed` has the drafts as they are now, as `content`; the statement
 * still reads the table as it was.
 */
export const noteImported = ({ letters }: BatchRow, { realName }: Caller): RawBuilder<unknown> => sql`
  insert into field_origin (project_id, field, origin, by_name)
  select n.id, k.field, ${Object.keys(letters).length > 0 ? 'IMPORT' : 'SYSTEM'}, ${realName}
  from renewed n join lateral (select to_jsonb(q) as content from es_project q where q.id = n.id offset 0) old on true
    cross join ${pairs(written)} as k(field, name)
  where old.content -> k.name is distinct from n.content -> k.name
  on conflict (project_id, field) do update
    set origin = excluded.origin, by_name = excluded.by_name, time = excluded.time
  returning 1`
