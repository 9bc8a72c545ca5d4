import { decimalsOf, isPlainText, LONG_TEXT } from '@xinchu/validators'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { document, type JsonSchema } from '../operations.ts'
import { stopAfterEnoughErrors, useLinearUniqueItems } from './bounded-ajv.ts'

const ID = 'xinchu:contract'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The formats of the contract, as far as the database can hold their values. */
const formats = {
  int32: { type: 'number', validate: (value: number) => Math.abs(value) < 2 ** 31 },
  // Larger numbers are not exact in JavaScript, and JSON writes them as 1e+30.
  int64: { type: 'number', validate: Number.isSafeInteger },
  uuid: { type: 'string', validate: (text: string) => UUID.test(text) },
  // Checked by the rules of each field.
  date: true,
} as const

const settings = {
  strict: false,
  // 1e400 is read as Infinity.
  strictNumbers: true,
  allErrors: true,
  formats,
  // The contract's lint checks the schemas. Here it would cost each start seconds.
  meta: false,
  validateSchema: false,
  code: { process: stopAfterEnoughErrors },
} as const

/** Checks the decimal text, because 0.0001 has no exact binary form and `multipleOf` rejects valid amounts. */
const decimals = {
  keyword: 'x-decimals',
  type: 'number',
  schemaType: 'number',
  validate: (most: number, value: number) => decimalsOf(value) <= most,
} as const

/** Rejects disallowed characters. True for multi-line texts. */
const plain = {
  keyword: 'x-plain',
  type: 'string',
  schemaType: 'boolean',
  validate: (lines: boolean, text: string) => isPlainText(text, { lines }),
} as const

/** Marks every text of a schema as plain: single-line, or multi-line from 300 characters. */
function withPlainTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPlainTexts)
  if (typeof value !== 'object' || value === null) return value
  const schema = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withPlainTexts(inner)]))
  const { type, maxLength = 0, propertyNames } = schema
  if (typeof propertyNames === 'object')
    return { ...schema, propertyNames: { ...propertyNames, [plain.keyword]: false } }
  return type === 'string' ? { ...schema, [plain.keyword]: Number(maxLength) >= LONG_TEXT } : schema
}

/** Resolves a schema's references against the contract. */
function absolute(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(absolute)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string' && inner.startsWith('#')
        ? [key, ID + inner]
        : [key, absolute(inner)],
    ),
  )
}

/** A compiled schema: whether a value satisfies it. `errors` are those of the last value. */
export interface Check {
  (value: unknown): boolean
  errors?: ErrorObject[] | null | undefined
}

type Compile = (schema: JsonSchema) => Check

/** Compiles at the first use: a start would spend seconds on the schemas of calls that nobody makes. */
function whenUsed(compile: () => ValidateFunction): Check {
  let validate: ValidateFunction | undefined
  const check: Check = (value) => {
    validate ??= compile()
    const isValid = validate(value)
    check.errors = validate.errors
    return isValid
  }
  return check
}

function compilerOf(prepare: (schema: unknown) => unknown): Compile {
  let ajv: Ajv2020 | undefined
  const shared = () =>
    useLinearUniqueItems(new Ajv2020(settings))
      .addKeyword(decimals)
      .addKeyword(plain)
      .addSchema({ $id: ID, components: { schemas: prepare(document.components.schemas) } })
  return (schema) =>
    whenUsed(() => {
      ajv ??= shared()
      return ajv.compile(absolute(prepare(schema)) as JsonSchema) // still a schema
    })
}

/** Compiles a request schema. The data is not modified. */
export const compileRequest: Compile = compilerOf(withPlainTexts)

/** Compiles a reply schema. */
export const compileReply: Compile = compilerOf((schema) => schema)
