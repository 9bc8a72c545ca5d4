import { document, type JsonSchema } from '../operations.ts'

const components = document.components.schemas as unknown as Readonly<Record<string, JsonSchema>>

/** Follows `$ref`; keywords beside it win. */
export function resolve(schema: JsonSchema): JsonSchema {
  const { $ref, ...own } = schema
  if (typeof $ref !== 'string') return schema
  const target = components[$ref.split('/').at(-1) ?? '']
  if (!target) throw new Error(`the contract refers to no such schema: ${$ref}`)
  return { ...resolve(target), ...own }
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

/** The schemas that a schema is composed of, starting with itself. */
export function partsOf(schema: JsonSchema): JsonSchema[] {
  const resolved = resolve(schema)
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => resolved[keyword] ?? [])
  return [resolved, ...parts.filter(isSchema).flatMap(partsOf)]
}

/** Properties of an object, including those of its parts. */
export const propertiesOf = (schema: JsonSchema): ReadonlyMap<string, JsonSchema> =>
  new Map(partsOf(schema).flatMap(({ properties }) => Object.entries(properties ?? {})))

/** Schema of a list's elements, or of the values of a map. */
export const elementOf = (schema: JsonSchema, keyword: 'items' | 'additionalProperties') =>
  partsOf(schema)
    .map((part) => part[keyword])
    .find(isSchema)
