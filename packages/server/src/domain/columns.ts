import type { FieldSpec } from '@xinchu/validators'
import type { Loose } from './reply.ts'

type Snake<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : Name

/** The columns that hold the fields of `T`. A row that lacks one, or has one of another type, does not compile. */
export type ColumnsOf<T> = { [Field in keyof T & string as Snake<Field>]-?: Loose<T>[Field] }

/** Fields of the contract and the columns that hold them. */
export type FieldColumns = readonly (readonly [field: string, column: string])[]

export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const columnsOf = (specs: readonly FieldSpec[]): FieldColumns =>
  specs.map(({ name }) => [name, snake(name)])

/** Reads the fields of `T` from a row, without those that are empty. `columns` lists all of them. */
export function fromColumns<T>(
  row: Readonly<Record<string, unknown>> & ColumnsOf<T>,
  columns: FieldColumns,
): T {
  const values = columns.map(([field, column]) => [field, row[column]] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== null && value !== undefined)) as T // by `ColumnsOf`
}
