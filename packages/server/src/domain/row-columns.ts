import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { SheetColumn } from '../workbook/index.ts'
import { type Labels, loadLabels } from './dict/labels.ts'
import { headingOf } from './outward.ts'
import { allProperties, refersTo, type Schema, whole } from './own-properties.ts'

type Schemas = components['schemas']

/** A column of a list that goes out as a file: heading and value. */
export interface RowColumn<Row> extends SheetColumn {
  value(row: Row, labels: Labels): unknown
}

/** Names of values by property, for those that no dictionary has. */
type Words = Readonly<Record<string, Readonly<Record<string, string>>>>

const schemaNamed = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
const TRACE: ReadonlySet<string> = new Set(allProperties(schemaNamed('Audited')).map(([name]) => name))
/** What the caller may do, which is no fact of a row. */
const OF_CALLER: ReadonlySet<string> = new Set(['editable', 'deletable', 'actions', 'flow', 'undo'])
/** Properties by which an object of a list is known. */
const NAMES = ['name', 'fileName']
const OWNERS = 'owner'

type Property = readonly [name: string, schema: Schema]

/** A key or a version. Keys of owners are shown by their names. */
const isKey = (schema: Schema): boolean =>
  /^(?:Id|Version)$/.test(refersTo(schema) ?? '') && schema['x-source'] !== OWNERS

/** What a list consists of; undefined for anything else. */
const itemsOf = (schema: Schema): Schema | undefined => whole(schema).items

/** Property by which the objects of a list are known; undefined if they have rows of their own. */
const nameIn = (items: Schema): string | undefined =>
  NAMES.find((name) => allProperties(items).some(([each]) => each === name))

/** Whether a property has a cell: no key, no list of objects without names, and nothing of the caller. */
function isFact([name, schema]: Property): boolean {
  if (OF_CALLER.has(name) || isKey(schema)) return false
  const items = itemsOf(schema)
  if (!items) return true
  return !isKey(items) && (allProperties(items).length === 0 || nameIn(items) !== undefined)
}

/** Properties with a cell in the order of the contract. The trace of a record is last. */
function factsOf(schema: Schema): ReadonlyMap<string, Schema> {
  const all = allProperties(schema).filter(isFact)
  const isTrace = ([name]: Property) => TRACE.has(name)
  return new Map([...all.filter((each) => !isTrace(each)), ...all.filter(isTrace)])
}

/** The property that a name is of: regionCode of regionName, status of statusLabel. */
function namedBy(name: string, facts: ReadonlyMap<string, Schema>): string | undefined {
  const base = /^(.+)(?:Label|Name)$/.exec(name)?.[1]
  return base === undefined
    ? undefined
    : ['', 'Code', 'Id'].map((end) => base + end).find((key) => facts.has(key))
}

function kindOf(schema: Schema): SheetColumn['kind'] {
  const { type } = whole(schema)
  if (refersTo(schema) === 'DateTime') return 'datetime'
  if (refersTo(schema) === 'Date') return 'date'
  if (type === 'boolean') return 'boolean'
  return type === 'number' || type === 'integer' ? 'number' : 'text'
}

const LONG = 60

/** Width of a column in characters, by the longest text. */
function widthOf(schema: Schema, kind: SheetColumn['kind']): number {
  const { maxLength = 0, type } = whole(schema)
  if (kind === 'datetime' || type === 'array') return 20
  return kind === 'text' && maxLength > LONG ? 36 : 16
}

const cellOf = (row: unknown, name: string): unknown =>
  typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined

/** Reads a property's value in words. */
function reader([name, schema]: Property, words: Words): (value: unknown, labels: Labels) => unknown {
  const items = itemsOf(schema)
  const dict = schema['x-source'] === OWNERS ? OWNERS : whole(items ?? schema)['x-dict']
  const key = items && nameIn(items)
  const one = (value: unknown, labels: Labels): unknown => {
    if (key) return cellOf(value, key)
    return (dict === undefined ? words[name]?.[String(value)] : labels.get(dict)?.get(String(value))) ?? value
  }
  return (value, labels) =>
    Array.isArray(value) ? value.map((each) => one(each, labels)) : one(value, labels)
}

function columnsIn(schema: Schema, words: Words): RowColumn<unknown>[] {
  const facts = factsOf(schema)
  const names = new Map([...facts.keys()].map((name) => [namedBy(name, facts), name]))
  return [...facts].flatMap(([name, property]): RowColumn<unknown>[] => {
    if (namedBy(name, facts) !== undefined) return []
    const { title = name, type, 'x-unit': unit } = whole(property)
    if (type === 'object')
      return columnsIn(property, words).map(({ value, ...column }) => ({
        ...column,
        value: (row, labels) => value(cellOf(row, name), labels),
      }))
    const shown = names.get(name)
    const kind = shown === undefined && property['x-source'] !== OWNERS ? kindOf(property) : 'text'
    const read = reader([name, property], words)
    return [
      {
        header: headingOf(shown === undefined ? title : title.replace(/代码$/, ''), unit),
        ...{ kind, width: widthOf(property, kind) },
        value: (row, labels) => (shown && cellOf(row, shown)) ?? read(cellOf(row, name), labels),
      },
    ]
  })
}

/** Every fact that the rows of a list have by the contract, once, in its order, with the words of codes. */
export const rowColumns = <Name extends keyof Schemas>(
  name: Name,
  words: Words = {},
): readonly RowColumn<Schemas[Name]>[] => columnsIn(schemaNamed(name), words)

/** Labels of dictionaries and names of owners. */
export async function loadRowLabels(db: Db): Promise<Labels> {
  const { rows } = await sql<{ id: string; label: string }>`select id::text, label from owner_dict`.execute(
    db,
  )
  return new Map([...(await loadLabels(db)), [OWNERS, new Map(rows.map(({ id, label }) => [id, label]))]])
}

/** The cells of a row. */
export const rowCells = <Row>(columns: readonly RowColumn<Row>[], row: Row, labels: Labels): unknown[] =>
  columns.map(({ value }) => value(row, labels))
