import { messages } from './messages.ts'
import { type RuleName, rules } from './registry.ts'
import { isEmpty, type Rule } from './rule.ts'
import { maxLength, range } from './rules/bounds.ts'
import { date } from './rules/date.ts'
import { nonEmpty } from './rules/non-empty.ts'
import { LONG_TEXT, plainText } from './rules/plain-text.ts'

export type FieldKind =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'dict'
  | 'dicts'
  | 'region'
  | 'rows'
  | 'list'
  | 'object'

/** What the contract says of one property of an entity. */
export interface FieldSpec {
  readonly name: string
  /** The Chinese caption. */
  readonly caption: string
  readonly kind: FieldKind
  readonly unit?: string
  /** The dictionary that holds the values. */
  readonly dict?: string
  readonly rule?: RuleName
  readonly group?: string
  readonly hint?: string
  /** Needed even in a draft. */
  readonly draft?: boolean
  /** Needed when the record is submitted: always, or when another field has one of these values. */
  readonly required?: 'submit' | { readonly field: string; readonly in: readonly string[] }
  readonly maxLength?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  /** How many decimals a number may have. */
  readonly decimals?: 4
  /** The column of the import workbook, from 1. */
  readonly importColumn?: number
}

export interface Issue {
  readonly field: string
  readonly message: string
  /** A warning is shown and does not stop anything. */
  readonly level: 'error' | 'warning'
}

/** A draft may be incomplete; a submission may not. */
export type Stage = 'draft' | 'submit'

export type RecordValues = Readonly<Record<string, unknown>>

/** Whether a field must be filled in at this stage, given the rest of the record. */
export function isRequired(spec: FieldSpec, record: RecordValues, stage: Stage): boolean {
  if (spec.draft) return true
  if (stage === 'draft' || !spec.required) return false
  if (spec.required === 'submit') return true
  return spec.required.in.includes(String(record[spec.required.field] ?? ''))
}

// Shapes that the approval platform may still change: they are pointed out, not enforced.
const ADVISORY: ReadonlySet<RuleName> = new Set(['nationalCode'])

const NUMERIC: ReadonlySet<FieldKind> = new Set(['number', 'integer'])

function rulesOf(spec: FieldSpec): Rule[] {
  const list: Rule[] = []
  if (spec.rule) list.push(rules[spec.rule])
  else if (spec.decimals) list.push(rules.decimal4OrZero)
  if (spec.kind === 'date') list.push(date)
  if (NUMERIC.has(spec.kind)) list.push(range(spec))
  else if (spec.maxLength !== undefined)
    list.push(maxLength(spec.maxLength), plainText({ lines: spec.maxLength >= LONG_TEXT }))
  return list
}

/** The first thing wrong with one field, or null. A field that may stay empty and is empty is fine. */
export function checkField(spec: FieldSpec, record: RecordValues, stage: Stage): Issue | null {
  const value = record[spec.name]
  const missing = nonEmpty(value)
  if (missing !== null && (isEmpty(value) || isRequired(spec, record, stage))) {
    return isRequired(spec, record, stage)
      ? { field: spec.name, message: messages.nonEmpty, level: 'error' }
      : null
  }
  for (const each of rulesOf(spec)) {
    const message = each(value)
    if (message !== null) {
      return { field: spec.name, message, level: spec.rule && ADVISORY.has(spec.rule) ? 'warning' : 'error' }
    }
  }
  return null
}

/** Checks every field of a record by itself; at most one issue a field, in the order of the fields. */
export function checkRecord(record: RecordValues, fields: readonly FieldSpec[], stage: Stage): Issue[] {
  return fields.map((spec) => checkField(spec, record, stage)).filter((issue) => issue !== null)
}
