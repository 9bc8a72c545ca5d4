import { codes, messages, type RuleCode, wordsOf } from '@xinchu/validators'
import type { ErrorObject } from 'ajv'
import type { FieldProblem } from '../errors.ts'

type Params = Readonly<Record<string, unknown>>

const TYPES: Readonly<Record<string, string>> = {
  string: '文本',
  number: '数字',
  integer: '整数',
  boolean: '是或否',
  array: '列表',
  object: '对象',
}

// The checks of the catalogue behind keywords.
const CODES: Readonly<Record<string, RuleCode>> = {
  required: codes.nonEmpty,
  'x-decimals': codes.decimal,
  'x-plain': codes.plainText,
  type: codes.type,
  enum: codes.choice,
  const: codes.choice,
  minLength: codes.length,
  maxLength: codes.length,
  minimum: codes.range,
  maximum: codes.range,
  exclusiveMinimum: codes.range,
  exclusiveMaximum: codes.range,
  minItems: codes.form,
  maxItems: codes.form,
  uniqueItems: codes.form,
  pattern: codes.form,
  format: codes.form,
  minProperties: codes.form,
  maxProperties: codes.form,
  propertyNames: codes.form,
  additionalProperties: codes.property,
  unevaluatedProperties: codes.property,
}

// Messages for the JSON Schema keywords that the contract uses.
const WORDS: Readonly<Record<string, (params: Params) => string>> = {
  required: () => messages.nonEmpty,
  type: ({ type }) => `应为${TYPES[String(type)] ?? String(type)}`,
  enum: ({ allowedValues }) =>
    `取值应为其中之一：${Array.isArray(allowedValues) ? allowedValues.join('、') : ''}`,
  const: () => '取值不正确',
  minLength: ({ limit }) => (limit === 1 ? messages.nonEmpty : `长度不能少于${limit}个字`),
  maxLength: ({ limit }) => wordsOf({ code: codes.length, values: { most: Number(limit) } }),
  minItems: ({ limit }) => `至少${limit}项`,
  maxItems: ({ limit }) => `至多${limit}项`,
  uniqueItems: () => '不能有重复项',
  pattern: () => '格式不正确',
  format: ({ format }) => (format === 'uuid' ? '格式不正确' : '数值超出范围'),
  minimum: ({ limit }) => `不能小于${limit}`,
  maximum: ({ limit }) => `不能大于${limit}`,
  exclusiveMinimum: ({ limit }) => `应大于${limit}`,
  exclusiveMaximum: ({ limit }) => `应小于${limit}`,
  'x-decimals': () => messages.decimal,
  'x-plain': () => messages.plainText,
  minProperties: ({ limit }) => `至少${limit}个字段`,
  maxProperties: ({ limit }) => `至多${limit}个字段`,
  propertyNames: () => '字段名不正确',
}

/** A text that must not be empty is missing. */
const isMissing = ({ keyword, params }: ErrorObject): boolean =>
  keyword === 'minLength' && params['limit'] === 1

/** Keywords whose errors only repeat another error of the same place. */
const ECHOES = new Set(['allOf', 'anyOf', 'oneOf', 'if', '$ref', 'not'])

function unknownProperty({ keyword, params }: ErrorObject): string | undefined {
  if (keyword === 'additionalProperties') return String(params['additionalProperty'])
  if (keyword === 'unevaluatedProperties') return String(params['unevaluatedProperty'])
  return undefined
}

/** Decodes a step of a JSON pointer to a property name. */
const unescaped = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~')

/** Truncates foreign text for a reply without splitting surrogate pairs. */
const fitting = (text: string, most: number): string =>
  (text.length > most ? `${text.slice(0, most - 1)}…` : text).replace(/\p{Cs}/gu, '\ufffd')

/** Converts validator errors to the platform's field errors. */
export function problemsOf(errors: readonly ErrorObject[]): FieldProblem[] {
  const problems = new Map<string, FieldProblem>()
  for (const error of errors) {
    if (ECHOES.has(error.keyword)) continue
    const unknown = unknownProperty(error)
    const missing = error.keyword === 'required' ? String(error.params['missingProperty']) : undefined
    const steps = error.instancePath.split('/').slice(1).map(unescaped)
    const named = unknown ?? missing ?? error.propertyName
    const field = fitting([...steps, ...(named === undefined ? [] : [named])].join('.') || 'body', 200)
    const message = fitting(
      unknown === undefined
        ? (WORDS[error.keyword]?.(error.params) ?? '内容不正确')
        : `不支持的字段：${unknown}`,
      500,
    )
    const code = isMissing(error) ? codes.nonEmpty : CODES[error.keyword]
    if (!problems.has(field)) problems.set(field, { field, ...(code ? { code } : {}), message })
  }
  return [...problems.values()]
}
