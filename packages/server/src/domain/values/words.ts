import type { FieldSpec } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type Labels, loadLabels } from '../dict/labels.ts'
import { maskedContact } from '../masking.ts'
import type { Content, Shape } from './differences.ts'

/** Names of what values refer to: entries of dictionaries, places, owner groups, files. */
export interface Names {
  labels: Labels
  regions: ReadonlyMap<string, string>
  owners: ReadonlyMap<number, string>
  files: ReadonlyMap<number, string>
}

const PLACES: readonly string[] = ['provinceCode', 'cityCode', 'countyCode', 'regionCode']

/** Fields that hold files. */
const FILES: readonly string[] = ['attachmentIds', 'photoIds', 'stampedFileId', 'evidenceFileIds']

export const isFileField = ({ name }: Pick<FieldSpec, 'name'>): boolean => FILES.includes(name)

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The files of a field, which holds one or several. */
export const filesIn = (value: unknown): readonly unknown[] =>
  typeof value === 'number' ? [value] : listOf(value)

const isRow = (value: unknown): value is Content => typeof value === 'object' && value !== null

/** The files of a content and of its rows. */
const allFilesOf = (content: Content): unknown[] => [
  ...FILES.flatMap((name) => filesIn(content[name])),
  ...Object.values(content)
    .flatMap(listOf)
    .filter(isRow)
    .flatMap((row) => FILES.flatMap((name) => filesIn(row[name]))),
]

/** Loads the names that these contents refer to, in two queries. */
export async function namesFor(db: Db, contents: readonly Content[]): Promise<Names> {
  const codes = contents.flatMap((content) => PLACES.map((name) => content[name]))
  const owners = contents.flatMap(({ ownerGroupId }) => (ownerGroupId === undefined ? [] : [ownerGroupId]))
  const files = contents.flatMap(allFilesOf)
  const { rows } = await sql<{ kind: string; key: string; name: string }>`
    select 'region' as kind, code as key, name from region where code = any(${codes.filter(Boolean)}::text[])
    union all select 'owner', id::text, label from owner_dict where id = any(${owners}::bigint[])
    union all select 'file', id::text, file_name from file_info where id = any(${files}::bigint[])`.execute(
    db,
  )
  const of = (wanted: string) => rows.filter(({ kind }) => kind === wanted)
  return {
    labels: await loadLabels(db),
    regions: new Map(of('region').map(({ key, name }) => [key, name])),
    owners: new Map(of('owner').map(({ key, name }) => [Number(key), name])),
    files: new Map(of('file').map(({ key, name }) => [Number(key), name])),
  }
}

/** A number as people write it: groups of thousands, at most four decimals. */
export const figureOf = (value: number): string => value.toLocaleString('zh-CN', { maximumFractionDigits: 4 })

const withUnit = (text: string, unit: string | undefined) =>
  unit === undefined ? text : unit === '%' ? `${text}%` : `${text} ${unit}`

/** A value in words, with its unit; undefined for an empty one. Telephones and addresses are masked. */
export function wordsOfValue(spec: FieldSpec, value: unknown, names: Names): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (PLACES.includes(spec.name)) return names.regions.get(String(value)) ?? String(value)
  if (spec.source === 'owner') return names.owners.get(Number(value)) ?? String(value)
  if (isFileField(spec))
    return filesIn(value)
      .map((id) => names.files.get(Number(id)) ?? `文件 ${String(id)}`)
      .join('、')
  const labels = names.labels.get(spec.dict ?? '')
  if (Array.isArray(value)) return value.map((each) => labels?.get(String(each)) ?? String(each)).join('、')
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number' && !labels) return withUnit(figureOf(value), spec.unit)
  return labels?.get(String(value)) ?? maskedContact(spec.name, String(value))
}

/** A row of a field in words: what it is called by and what it amounts to. */
export const wordsOfRow = (row: Content, specs: readonly FieldSpec[], names: Names): string =>
  specs
    .flatMap((spec) => {
      const words = wordsOfValue(spec, row[spec.name], names)
      return words === undefined ? [] : [spec.unit ? `${spec.caption} ${words}` : words]
    })
    .join('，')

/** The path of a field: the field itself, or a property of one of its rows. */
export interface FieldPath {
  field: string
  /** From 0. */
  row?: number
  property?: string
}

const PATH = /^([A-Za-z][A-Za-z0-9]*)(?:\[(\d{1,3})\])?(?:\.([A-Za-z][A-Za-z0-9]*))?$/

/** Reads a path such as `rows[2].addPower`; undefined if it is none. */
export function pathOf(text: string): FieldPath | undefined {
  const [, field, row, property] = PATH.exec(text) ?? []
  if (field === undefined) return undefined
  return { field, ...(row === undefined ? {} : { row: Number(row) }), ...(property ? { property } : {}) }
}

/** The field that a path names, with its caption; undefined if the record has none such. */
export function specAt(shape: Shape, path: string): { spec: FieldSpec; caption: string } | undefined {
  const parts = pathOf(path)
  const own = parts && shape.fields.find(({ name }) => name === parts.field)
  if (!parts || !own) return undefined
  if (parts.row === undefined) return parts.property ? undefined : { spec: own, caption: own.caption }
  const specs = shape.rows[parts.field]
  if (!specs) return undefined
  const row = `${own.caption} 第 ${parts.row + 1} 行`
  if (!parts.property) return { spec: own, caption: row }
  const cell = specs.find(({ name }) => name === parts.property)
  return cell && { spec: cell, caption: `${row}，${cell.caption}` }
}

/** The value at a path; the whole content without one. */
export function valueAt(content: Content, path: string | null): unknown {
  if (path === null) return content
  const parts = pathOf(path)
  if (!parts) return undefined
  const value = content[parts.field]
  if (parts.row === undefined) return value
  const row: unknown = listOf(value)[parts.row]
  if (!parts.property) return row
  return typeof row === 'object' && row !== null
    ? Object.entries(row).find(([name]) => name === parts.property)?.[1]
    : undefined
}

/** The value at a path in words. A whole record has none. */
export function wordsAt(
  content: Content,
  path: string | null,
  shape: Shape,
  names: Names,
): string | undefined {
  if (path === null) return undefined
  const found = specAt(shape, path)
  const parts = pathOf(path)
  if (!found || !parts) return undefined
  const value = valueAt(content, path)
  const specs = shape.rows[parts.field]
  if (!specs || parts.property) return wordsOfValue(found.spec, value, names)
  if (parts.row !== undefined) return value ? wordsOfRow(value as Content, specs, names) : undefined // a row of the list
  const rows = listOf(value)
  return rows.length > 0 ? `${rows.length} 行` : undefined
}
