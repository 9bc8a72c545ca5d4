import { decimalsOf } from '@xinchu/validators'
import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js'
import { stopAfterEnoughErrors, useLinearUniqueItems } from './bounded-ajv.ts'
import { document, type JsonSchema } from './document.ts'

const ID = 'xinchu:contract'

const common = {
  strict: false,
  allErrors: true,
  // 1e400 is read as Infinity.
  strictNumbers: true,
  validateFormats: false,
  code: { process: stopAfterEnoughErrors },
} as const

const schemas = { $id: ID, components: { schemas: document.components.schemas } }

/** Decided on the decimal text: 0.0001 has no exact binary form, so that `multipleOf` refuses valid amounts. */
const decimals = {
  keyword: 'x-decimals',
  type: 'number',
  schemaType: 'number',
  validate: (most: number, value: number) => decimalsOf(value) <= most,
} as const

const makeAjv = (options: Options): Ajv2020 =>
  useLinearUniqueItems(new Ajv2020({ ...common, ...options }))
    .addKeyword(decimals)
    .addSchema(schemas)

/** Validates bodies and replies without changing them. */
export const exact = makeAjv({})
/** Validates what arrives as text: reads numbers, flags and lists from it. */
export const reading = makeAjv({ coerceTypes: 'array', useDefaults: true })

/** The schema with its references bound to the contract. */
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

export const compile = (ajv: Ajv2020, schema: JsonSchema): ValidateFunction =>
  ajv.compile(absolute(schema) as JsonSchema) // still a schema
