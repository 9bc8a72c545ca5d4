import { decimalsOf } from '@xinchu/validators'

/** The keywords of JSON Schema 2020-12 that the contract uses. */
export interface Schema {
  readonly $ref?: string
  readonly title?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly unevaluatedProperties?: boolean
  readonly propertyNames?: Schema
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly default?: unknown
  readonly contentMediaType?: string
  readonly 'x-decimals'?: number
  readonly 'x-format'?: string
}

/** Kinds of violation: a check reports one of them. */
export type ProblemKind = 'missing' | 'unknown' | 'type' | 'null' | 'date' | 'decimals' | 'value'

/** A violation of a schema, in words for the user. */
export interface Problem {
  /** Path in the value, such as `content[0].ratedPower`; empty for the value itself. */
  readonly path: string
  readonly kind: ProblemKind
  readonly message: string
}

/** Returns the violations of a value. */
export type Judge = (schema: Schema, value: unknown) => Problem[]

type Values = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The contract has no other numbers than those that JSON can write. */
function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}

const isOf = (type: string, value: unknown): boolean =>
  type === 'integer' ? Number.isInteger(value) : type === typeOf(value)

const DATE = /^(\d{4})-(\d\d)-(\d\d)/

/** Whether a text begins with a day of the calendar. */
export function isCalendarDay(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (!year) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

const patterns = new Map<string, RegExp>()
function matches(pattern: string, text: string): boolean {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u')
  patterns.set(pattern, known)
  return known.test(text)
}

const isBelow = (size: number, least: number | undefined) => least !== undefined && size < least
const isAbove = (size: number, most: number | undefined) => most !== undefined && size > most

function* judgeText(schema: Schema, text: string, path: string): Generator<Problem> {
  const isDate = schema.format === 'date' || schema['x-format'] !== undefined
  const hasForm = schema.pattern === undefined || matches(schema.pattern, text)
  if (isDate && !(hasForm && isCalendarDay(text)))
    yield {
      path,
      kind: 'date',
      message: `${JSON.stringify(text)} 不是 ${schema['x-format'] ?? 'yyyy-MM-dd'}`,
    }
  else if (!hasForm)
    yield { path, kind: 'value', message: `${JSON.stringify(text)} 不符合 ${schema.pattern}` }
  const { minLength, maxLength } = schema
  if (minLength === undefined && maxLength === undefined) return
  const length = [...text].length
  if (isBelow(length, minLength) || isAbove(length, maxLength))
    yield {
      path,
      kind: 'value',
      message: `长度 ${length} 不在 ${minLength ?? 0} 至 ${maxLength ?? '不限'} 之间`,
    }
}

function* judgeNumber(schema: Schema, value: number, path: string): Generator<Problem> {
  const { minimum, maximum, exclusiveMinimum } = schema
  if (isBelow(value, minimum) || isAbove(value, maximum))
    yield { path, kind: 'value', message: `${value} 不在 ${minimum ?? '不限'} 至 ${maximum ?? '不限'} 之间` }
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    yield { path, kind: 'value', message: `${value} 应大于 ${exclusiveMinimum}` }
  const most = schema['x-decimals']
  if (most !== undefined && decimalsOf(value) > most)
    yield { path, kind: 'decimals', message: `${value} 超过 ${most} 位小数` }
}

const at = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)

/** Returns a checker for the schemas of a document. References are resolved by `resolve`. */
export function judgeBy(resolve: (reference: string) => Schema | undefined): Judge {
  /** Adds the violations to `found`. Returns the names of the properties that the schema evaluates. */
  function judge(schema: Schema, value: unknown, path: string, found: Problem[]): Set<string> {
    const seen = new Set<string>()
    const also = (part: Schema) => {
      for (const name of judge(part, value, path, found)) seen.add(name)
    }
    if (schema.$ref !== undefined) also(resolve(schema.$ref) ?? {})
    for (const part of schema.allOf ?? []) also(part)
    if (schema.anyOf) judgeAny(schema.anyOf, value, path, found, seen)
    if (schema.type !== undefined && ![schema.type].flat().some((type) => isOf(type, value))) {
      const kind = value === null ? 'null' : 'type'
      found.push({ path, kind, message: `应为 ${[schema.type].flat().join(' 或 ')}，实为 ${typeOf(value)}` })
      return seen
    }
    if (schema.enum && !schema.enum.includes(value))
      found.push({ path, kind: 'value', message: `${JSON.stringify(value)} 不是所列取值之一` })
    if (typeof value === 'string') found.push(...judgeText(schema, value, path))
    else if (typeof value === 'number') found.push(...judgeNumber(schema, value, path))
    else if (Array.isArray(value)) judgeList(schema, value, path, found)
    else if (isObject(value)) judgeObject(schema, value, path, found, seen)
    return seen
  }

  function judgeAny(
    parts: readonly Schema[],
    value: unknown,
    path: string,
    found: Problem[],
    seen: Set<string>,
  ) {
    let best: Problem[] | undefined
    for (const part of parts) {
      const own: Problem[] = []
      const names = judge(part, value, path, own)
      if (own.length === 0) for (const name of names) seen.add(name)
      if (!best || own.length < best.length) best = own
    }
    found.push(...(best ?? []))
  }

  function judgeList(schema: Schema, list: readonly unknown[], path: string, found: Problem[]) {
    const { minItems, maxItems, items } = schema
    if (isBelow(list.length, minItems) || isAbove(list.length, maxItems))
      found.push({
        path,
        kind: 'value',
        message: `项数 ${list.length} 不在 ${minItems ?? 0} 至 ${maxItems ?? '不限'} 之间`,
      })
    if (schema.uniqueItems && new Set(list.map((each) => JSON.stringify(each))).size < list.length)
      found.push({ path, kind: 'value', message: '有重复的项' })
    if (items) for (const [index, each] of list.entries()) judge(items, each, `${path}[${index}]`, found)
  }

  function judgeObject(schema: Schema, value: Values, path: string, found: Problem[], seen: Set<string>) {
    const names = Object.keys(value)
    for (const name of schema.required ?? [])
      if (!Object.hasOwn(value, name))
        found.push({ path: at(path, name), kind: 'missing', message: '缺少此属性' })
    for (const [name, others] of Object.entries(schema.dependentRequired ?? {}))
      for (const other of Object.hasOwn(value, name) ? others : [])
        if (!Object.hasOwn(value, other))
          found.push({ path: at(path, other), kind: 'missing', message: `有 ${name} 时缺少此属性` })
    if (isBelow(names.length, schema.minProperties) || isAbove(names.length, schema.maxProperties))
      found.push({ path, kind: 'value', message: `属性个数 ${names.length} 不在规定之内` })
    if (schema.propertyNames)
      for (const name of names) judge(schema.propertyNames, name, at(path, name), found)
    const properties = schema.properties ?? {}
    for (const name of names) {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined
      const other = own ? undefined : schema.additionalProperties
      if (own) judge(own, value[name], at(path, name), found)
      else if (other === false)
        found.push({ path: at(path, name), kind: 'unknown', message: '约定中没有此属性' })
      else if (typeof other === 'object') judge(other, value[name], at(path, name), found)
      if (own || other !== undefined) seen.add(name)
    }
    if (schema.unevaluatedProperties !== false) return
    for (const name of names)
      if (!seen.has(name)) found.push({ path: at(path, name), kind: 'unknown', message: '约定中没有此属性' })
    // Whatever composes this schema need not look at them again.
    for (const name of names) seen.add(name)
  }

  return (schema, value) => {
    const found: Problem[] = []
    judge(schema, value, '', found)
    return found
  }
}
