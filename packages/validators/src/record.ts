import type { RuleCode } from './book/texts.ts'
import { codes } from './messages.ts'
import { type RuleName, rules } from './registry.ts'
import { type Fault, isEmpty, type Rule } from './rule.ts'
import { maxLength, range } from './rules/bounds.ts'
import { areSwapped } from './rules/coordinates.ts'
import { date } from './rules/date.ts'
import { nonEmpty } from './rules/non-empty.ts'
import { LONG_TEXT, plainText } from './rules/plain-text.ts'
import { wordsOf } from './words.ts'

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

/** One property of an entity, as described by the contract. */
export interface FieldSpec {
  readonly name: string
  /** The Chinese caption. */
  readonly caption: string
  readonly kind: FieldKind
  readonly unit?: string
  /** Name of the dictionary of allowed values. */
  readonly dict?: string
  /** The register that holds the values, where no dictionary does. */
  readonly source?: 'owner'
  readonly rule?: RuleName
  readonly group?: string
  readonly hint?: string
  /** Required even in a draft. */
  readonly draft?: boolean
  /** Required on submission: always, or when another field has one of these values. */
  readonly required?: 'submit' | { readonly field: string; readonly in: readonly string[] }
  /** A deadline: given to the minute, it includes that minute. */
  readonly end?: true
  readonly maxLength?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  /** Maximum number of decimals. */
  readonly decimals?: 4
  /** The column of the import workbook, from 1. */
  readonly importColumn?: number
}

export interface Issue {
  readonly field: string
  /** The code of the rule in the book. */
  readonly code?: RuleCode
  readonly message: string
  /** Warnings are shown but never block. */
  readonly level: 'error' | 'warning'
}

/** A draft may be incomplete; a submission may not. */
export type Stage = 'draft' | 'submit'

export type RecordValues = Readonly<Record<string, unknown>>

/** Whether a field is required at this stage, given the rest of the record. */
export function isRequired(spec: FieldSpec, record: RecordValues, stage: Stage): boolean {
  if (spec.draft) return true
  if (stage === 'draft' || !spec.required) return false
  if (spec.required === 'submit') return true
  return spec.required.in.includes(String(record[spec.required.field] ?? ''))
}

// The approval platform may still change these formats, so they only warn.
const ADVISORY: ReadonlySet<RuleName> = new Set(['nationalCode'])

/** Creates an issue. */
export function issue(
  field: string,
  message: string,
  level: Issue['level'],
  code: RuleCode | undefined,
): Issue {
  return { field, ...(code ? { code } : {}), message, level }
}

/** Creates the issue of what a rule finds wrong with a field. */
export const issueOf = (field: string, fault: Fault, level: Issue['level'] = 'error'): Issue =>
  issue(field, wordsOf(fault), level, fault.code)

const COORDINATES: ReadonlySet<RuleName> = new Set<RuleName>(['longitude', 'latitude'])

const NUMERIC: ReadonlySet<FieldKind> = new Set(['number', 'integer'])

function makeRules(spec: FieldSpec): Rule[] {
  const list: Rule[] = []
  if (spec.rule) list.push(rules[spec.rule])
  // The rules of coordinates tell only their bounds.
  if (spec.decimals && (!spec.rule || COORDINATES.has(spec.rule))) list.push(rules.decimal4OrZero)
  if (spec.kind === 'date') list.push(date)
  if (NUMERIC.has(spec.kind)) list.push(range(spec))
  else if (spec.maxLength !== undefined)
    list.push(maxLength(spec.maxLength), plainText({ lines: spec.maxLength >= LONG_TEXT }))
  return list
}

// An import checks the same fields a hundred thousand times.
const made = new WeakMap<FieldSpec, Rule[]>()

function rulesOf(spec: FieldSpec): Rule[] {
  const list = made.get(spec) ?? makeRules(spec)
  made.set(spec, list)
  return list
}

/** Tells coordinates that belong into each other's field from others that are not in China. */
const inContext = (fault: Fault, record: RecordValues): Fault =>
  fault.code === codes.coordinates && areSwapped(record['longitude'], record['latitude'])
    ? { code: fault.code, values: { areSwapped: true } }
    : fault

/** Returns the first issue of one field, or null. An empty optional field passes. */
export function checkField(spec: FieldSpec, record: RecordValues, stage: Stage): Issue | null {
  const value = record[spec.name]
  const missing = nonEmpty(value)
  if (missing !== null && (isEmpty(value) || isRequired(spec, record, stage))) {
    return isRequired(spec, record, stage) ? issueOf(spec.name, missing) : null
  }
  for (const rule of rulesOf(spec)) {
    const fault = rule(value)
    if (fault === null) continue
    const level = spec.rule && ADVISORY.has(spec.rule) ? 'warning' : 'error'
    return issueOf(spec.name, inContext(fault, record), level)
  }
  return null
}

/** Checks each field of a record. Returns at most one issue per field, in field order. */
export function checkRecord(record: RecordValues, fields: readonly FieldSpec[], stage: Stage): Issue[] {
  return fields.map((spec) => checkField(spec, record, stage)).filter((issue) => issue !== null)
}
