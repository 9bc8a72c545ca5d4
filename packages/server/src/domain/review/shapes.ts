import { fields, groups } from '@xinchu/sdk/fields'
import { type Content, type Shape, textOf } from './differences.ts'

/** The kinds of records that are reviewed now. The others follow with their forms. */
export type ReviewedEntity = 'PROJECT' | 'USAGE' | 'YEARCALC'

/** Fields of each kind of record, from the contract. */
export const SHAPES: Readonly<Record<ReviewedEntity, Shape & { groups: Readonly<Record<string, string>> }>> =
  {
    PROJECT: {
      fields: fields.EsProjectFields,
      rows: { hybridDetail: fields.HybridPart },
      groups: groups['EsProjectFields'] ?? {},
    },
    USAGE: { fields: fields.UsageFields, rows: {}, groups: {} },
    YEARCALC: { fields: fields.YearCalcFields, rows: { rows: fields.YearCalcRow }, groups: {} },
  }

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** A content without empty values, with lists of codes and files in one order, so that equal contents are the same. */
export const canonical = (content: object, { rows }: Shape): Content =>
  Object.fromEntries(
    Object.entries(content)
      .filter(([, value]) => !isEmpty(value))
      .map(([name, value]) => [
        name,
        Array.isArray(value) && !rows[name]
          ? [...value].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
          : value,
      ]),
  )
