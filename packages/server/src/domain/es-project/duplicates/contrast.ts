import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { notFound } from '../../../errors.ts'
import type { Caller } from '../../caller.ts'
import { fieldsOf, projectFields } from '../columns.ts'
import { withMaskedContact } from '../contacts.ts'
import { type SeenRow, seenProjects, shownRow } from './show.ts'

type Schemas = components['schemas']
type ContrastValue = Schemas['ContrastValue']

// Display names of fields that hold a code or an id.
const NAMED: Readonly<Record<string, (row: SeenRow) => string | null>> = {
  provinceCode: (row) => row.province_name,
  cityCode: (row) => row.city_name,
  countyCode: (row) => row.county_name,
  ownerGroupId: (row) => row.owner_group_name,
}
// Fields without a single comparable value.
const LEFT_OUT = new Set(['attachmentIds', 'hybridDetail'])

type Labels = ReadonlyMap<string, string>

async function dictLabels(db: Db): Promise<Labels> {
  const names = [...new Set(projectFields.flatMap(({ dict }) => (dict ? [dict] : [])))]
  const { rows } = await sql<{ name: string; value: string; label: string }>`
    select d.name, e.value, e.label from dict_entry e join dict d on d.id = e.dict_id
    where d.name = any(${names}::text[])`.execute(db)
  return new Map(rows.map(({ name, value, label }) => [`${name}:${value}`, label]))
}

/** @throws HttpError 404 if one is neither visible nor paired with a visible one */
async function assertPaired(db: Db, rows: Map<number, SeenRow>, ids: readonly number[]): Promise<void> {
  const visible = ids.filter((id) => rows.get(id)?.is_visible)
  const hidden = ids.filter((id) => !visible.includes(id))
  if (hidden.length === 0) return
  const found = await sql<{ id: number }>`
    select distinct h.id from unnest(${hidden}::bigint[]) as h(id) join project_duplicate d
      on (d.newer_id = h.id and d.older_id = any(${visible}::bigint[]))
      or (d.older_id = h.id and d.newer_id = any(${visible}::bigint[]))`.execute(db)
  if (found.rows.length < hidden.length || !hidden.every((id) => rows.has(id))) throw notFound('项目')
}

type Field = (typeof projectFields)[number]

function fieldValue(row: SeenRow, { name }: Field): unknown {
  const values: Readonly<Record<string, unknown>> = fieldsOf(row)
  return values[name]
}

function textOf(value: unknown, { dict, unit }: Field, labels: Labels): string {
  const one = (part: unknown) => {
    if (typeof part === 'boolean') return part ? '是' : '否'
    return (dict && labels.get(`${dict}:${part}`)) ?? String(part)
  }
  const text = Array.isArray(value) ? value.map(one).join('、') : one(value)
  return unit ? `${text} ${unit}` : text
}

function shownValue(row: SeenRow, field: Field, labels: Labels, user: Caller): ContrastValue {
  const value = row.is_visible ? fieldValue(withMaskedContact(row, user), field) : undefined
  if (value === undefined) return { id: row.id }
  const label = (NAMED[field.name]?.(row) ?? textOf(value, field, labels)).slice(0, 2000)
  return { id: row.id, value: value as NonNullable<ContrastValue['value']>, label } // scalar columns or lists of text
}

/** Compares projects field by field and marks differences. Another party's project shows only its list row. */
export async function contrast(
  db: Db,
  ids: readonly number[],
  user: Caller,
): Promise<Schemas['ContrastList']> {
  const wanted = [...new Set(ids)]
  const found = await seenProjects(db, wanted, user)
  await assertPaired(db, found, wanted)
  const rows = wanted.flatMap((id) => found.get(id) ?? [])
  const labels = await dictLabels(db)
  const compared = rows.filter(({ is_visible }) => is_visible)
  const fields = projectFields
    .filter(({ name }) => !LEFT_OUT.has(name))
    .map((field) => {
      const values = rows.map((row) => shownValue(row, field, labels, user))
      const kinds = new Set(compared.map((row) => JSON.stringify(fieldValue(row, field) ?? null)))
      return {
        name: field.name,
        label: field.caption,
        values,
        same: compared.length === rows.length && kinds.size === 1,
      }
    })
    .filter(({ values }) => values.some(({ value }) => value !== undefined))
  return { fields, projects: rows.map((row) => shownRow(row, user)) }
}
