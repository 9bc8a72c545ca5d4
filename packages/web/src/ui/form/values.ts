import { type FieldSpec, isEmpty } from '@xinchu/validators'
import { plainFigure } from '@xinchu/validators/reading'
import { isRecord } from '../../lib/stored.ts'
import type { StoredFile } from '../ports.ts'

/** Form values: input as text, choices as lists of text, parts as lists of records. */
export type FormValues = Readonly<Record<string, unknown>>

/** A part of a record, such as one technology of a hybrid plant. */
export type RowValues = Readonly<Record<string, string>>

/** The properties of parts and of inner objects, by the name of the property that holds them. */
export type RowSpecs = Readonly<Record<string, readonly FieldSpec[]>>

export const textAt = (values: FormValues, name: string): string => {
  const value = values[name]
  return typeof value === 'string' ? value : ''
}

export const listAt = (values: FormValues, name: string): readonly string[] => {
  const value = values[name]
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

export const rowsAt = (values: FormValues, name: string): readonly RowValues[] => {
  const value = values[name]
  return Array.isArray(value) ? (value.filter(isRecord) as RowValues[]) : [] // a form makes rows of texts only
}

const isFile = (value: unknown): value is StoredFile =>
  isRecord(value) && typeof value['id'] === 'number' && typeof value['fileName'] === 'string'

export const filesAt = (values: FormValues, name: string): readonly StoredFile[] => {
  const value = values[name]
  return Array.isArray(value) ? value.filter(isFile) : []
}

function asHeld(value: unknown, rowSpecs: readonly FieldSpec[] | undefined): unknown {
  if (!Array.isArray(value)) return String(value)
  if (rowSpecs) return value.filter(isRecord).map((row) => valuesOf(rowSpecs, row))
  return value.map((each) => (isRecord(each) ? each : String(each)))
}

/** Converts a record to form values. Nested objects are kept unchanged. */
export function valuesOf(specs: readonly FieldSpec[], record: object, rows: RowSpecs = {}): FormValues {
  const source: FormValues = { ...record }
  return Object.fromEntries(
    specs.flatMap(({ name, kind }) => {
      const value = source[name]
      if (value === undefined || value === null) return []
      return [[name, kind === 'object' ? value : asHeld(value, rows[name])]]
    }),
  )
}

const NUMERIC: ReadonlySet<FieldSpec['kind']> = new Set(['number', 'integer'])

function asSent(spec: FieldSpec, value: unknown, rowSpecs: readonly FieldSpec[] | undefined): unknown {
  if (Array.isArray(value)) {
    if (rowSpecs) return value.filter(isRecord).map((row) => draftOf(rowSpecs, row))
    // Lists of records are sent as their ids.
    if (spec.name.endsWith('Ids')) return value.map((each) => Number(isRecord(each) ? each['id'] : each))
    return value
  }
  if (rowSpecs && isRecord(value)) return draftOf(rowSpecs, value)
  if (spec.kind === 'boolean') return value === 'true'
  // A text that is no figure is refused by its rule.
  return NUMERIC.has(spec.kind) ? (plainFigure(String(value)) ?? Number.NaN) : value
}

/** Converts form values to a request: numbers as numbers, files by id, empty values omitted. */
export function draftOf(
  specs: readonly FieldSpec[],
  values: FormValues,
  rows: RowSpecs = {},
): Record<string, unknown> {
  return Object.fromEntries(
    specs.flatMap((spec) => {
      const value = values[spec.name]
      if (isEmpty(value) || (Array.isArray(value) && value.length === 0)) return []
      return [[spec.name, asSent(spec, value, rows[spec.name])]]
    }),
  )
}

const written = (value: unknown): string =>
  JSON.stringify(isEmpty(value) || (Array.isArray(value) && value.length === 0) ? null : value)

/** Names of the fields in which two sets of values give different requests. Empty equals absent. */
export const differingNames = (specs: readonly FieldSpec[], left: FormValues, right: FormValues): string[] =>
  specs.flatMap(({ name }) => (written(left[name]) === written(right[name]) ? [] : [name]))

export const captionsOf = (specs: readonly FieldSpec[], names: readonly string[]): string[] =>
  specs.flatMap(({ name, caption }) => (names.includes(name) ? [caption] : []))

/** Whether two sets of values give the same request. */
export const isSame = (specs: readonly FieldSpec[], left: FormValues, right: FormValues): boolean =>
  differingNames(specs, left, right).length === 0
