import type { RuleCode } from './book/texts.ts'
import { type Issue, issue, type RecordValues } from './record.ts'

/** Reads a number, as typed or as sent; undefined if there is none. */
export function numberAt(record: RecordValues, field: string): number | undefined {
  const value = record[field]
  if (value === '' || value === null || value === undefined) return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** Reads a non-empty text; undefined if there is none. */
export function textAt(record: RecordValues, field: string): string | undefined {
  const value = record[field]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const error = (code: RuleCode, field: string, message: string): Issue =>
  issue(field, message, 'error', code)
export const warning = (code: RuleCode, field: string, message: string): Issue =>
  issue(field, message, 'warning', code)
