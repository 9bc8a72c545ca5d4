import type { components } from '@xinchu/sdk/schema'
import { sql } from 'kysely'
import { document, type JsonSchema } from '../contract/document.ts'
import { elementOf, propertiesOf, resolve } from '../contract/schema-walk.ts'
import type { Db } from '../db/database.ts'
import type { SheetColumn } from '../workbook/index.ts'
import { type Labels, loadLabels } from './dict/labels.ts'
import { headingOf } from './outward.ts'

type Schemas = components['schemas']

/** A column of a list that goes out as a file: heading and value. */
export interface RowColumn<Row> extends SheetColumn {
  value(row: Row, labels: Labels): unknown
}

/** Names of values by property, for those that no dictionary has. */
type Words = Readonly<Record<string, Readonly<Record<string, string>>>>

const schemas: Readonly<Record<string, JsonSchema>> = document.components.schemas
const schemaNamed = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
const TRACE = propertiesOf(schemaNamed('Audited'))
/** What the caller may do, which is no fact of a row. */
const OF_CALLER: ReadonlySet<string> = new Set(['editable', 'deletable', 'actions', 'flow', 'undo'])
/** Properties by which an object of a list is known. */
const NAMES = ['name', 'fileName']
const OWNERS = 'owner'

type Property = readonly [name: string, schema: JsonSchema]
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const refersTo = ({ $ref }: JsonSchema) => textOf($ref)?.split('/').at(-1)

/** A key or a version. Keys of owners are shown by their names. */
const isKey = (schema: JsonSchema): boolean =>
  /^(?:Id|Version)$/.test(refersTo(schema) ?? '') && schema['x-source'] !== OWNERS

const isList = (schema: JsonSchema) => resolve(schema)['type'] === 'array'

/** Property by which the objects of a list are known; undefined if they have rows of their own. */
function nameIn(schema: JsonSchema): string | undefined {
  const items = elementOf(schema, 'items')
  return items && NAMES.find((name) => propertiesOf(items).has(name))
}

/** Whether a property has a cell: no key, no list of objects without names, and nothing of the caller. */
function isFact([name, schema]: Property): boolean {
  if (OF_CALLER.has(name) || isKey(schema)) return false
  const items = isList(schema) ? elementOf(schema, 'items') : undefined
  if (!items) return true
  return !isKey(items) && (propertiesOf(items).size === 0 || nameIn(schema) !== undefined)
}

/** Properties in the order in which the contract writes them, those of parts first. The trace of a record is last. */
function inOrder(schema: JsonSchema): Property[] {
  const { allOf, properties } = resolve(schema)
  const parts = Array.isArray(allOf) ? allOf.flatMap(inOrder) : []
  const all = [...new Map([...parts, ...Object.entries((properties ?? {}) as object)])] as Property[] // by JSON Schema
  return [...all.filter(([name]) => !TRACE.has(name)), ...all.filter(([name]) => TRACE.has(name))]
}

/** The property that a name is of: regionCode of regionName, status of statusLabel. */
function namedBy(name: string, facts: ReadonlyMap<string, JsonSchema>): string | undefined {
  const base = /^(.+)(?:Label|Name)$/.exec(name)?.[1]
  return base === undefined
    ? undefined
    : ['', 'Code', 'Id'].map((end) => base + end).find((key) => facts.has(key))
}

function kindOf(schema: JsonSchema): SheetColumn['kind'] {
  const { type } = resolve(schema)
  if (refersTo(schema) === 'DateTime') return 'datetime'
  if (refersTo(schema) === 'Date') return 'date'
  if (type === 'boolean') return 'boolean'
  return type === 'number' || type === 'integer' ? 'number' : 'text'
}

const SHORT = 20
const LONG = 36

/** Width of a column in characters, by the longest text. */
function widthOf(schema: JsonSchema, kind: SheetColumn['kind']): number {
  const { maxLength, type } = resolve(schema)
  if (kind === 'datetime' || type === 'array') return SHORT
  return kind === 'text' && Number(maxLength) > 60 ? LONG : 16
}

const cellOf = (row: unknown, name: string): unknown =>
  typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined

/** Reads a property's value in words. */
function reader([name, schema]: Property, words: Words): (value: unknown, labels: Labels) => unknown {
  const items = isList(schema) ? elementOf(schema, 'items') : undefined
  const dict = schema['x-source'] === OWNERS ? OWNERS : textOf(resolve(items ?? schema)['x-dict'])
  const key = items && nameIn(schema)
  const one = (value: unknown, labels: Labels): unknown => {
    if (key) return cellOf(value, key)
    return (dict === undefined ? words[name]?.[String(value)] : labels.get(dict)?.get(String(value))) ?? value
  }
  return (value, labels) =>
    Array.isArray(value) ? value.map((each) => one(each, labels)) : one(value, labels)
}

function columnsIn(schema: JsonSchema, words: Words): RowColumn<unknown>[] {
  const facts = new Map(inOrder(schema).filter(isFact))
  const names = new Map([...facts.keys()].map((name) => [namedBy(name, facts), name]))
  return [...facts].flatMap(([name, property]): RowColumn<unknown>[] => {
    if (namedBy(name, facts) !== undefined) return []
    const { title, type, 'x-unit': unit } = resolve(property)
    if (type === 'object')
      return columnsIn(property, words).map(({ value, ...column }) => ({
        ...column,
        value: (row, labels) => value(cellOf(row, name), labels),
      }))
    const shown = names.get(name)
    const caption = textOf(title) ?? name
    const kind = shown === undefined && property['x-source'] !== OWNERS ? kindOf(property) : 'text'
    const read = reader([name, property], words)
    return [
      {
        header: headingOf(shown === undefined ? caption : caption.replace(/代码$/, ''), textOf(unit)),
        ...{ kind, width: widthOf(property, kind) },
        value: (row, labels) => (shown && cellOf(row, shown)) ?? read(cellOf(row, name), labels),
      },
    ]
  })
}

/** Every fact that the rows of a list have by the contract, once, in its order, with the words of codes. */
export function rowColumns<Name extends keyof Schemas>(
  name: Name,
  words: Words = {},
): readonly RowColumn<Schemas[Name]>[] {
  if (!schemas[name]) throw new Error(`the contract has no schema ${name}`)
  return columnsIn(schemaNamed(name), words)
}

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
