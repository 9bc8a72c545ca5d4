import { document, type JsonSchema } from './document.ts'

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

/** The schemas that a schema is composed of, itself first. */
export function partsOf(schema: JsonSchema): JsonSchema[] {
  const resolved = resolve(schema)
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => resolved[keyword] ?? [])
  return [resolved, ...parts.filter(isSchema).flatMap(partsOf)]
}

/** The properties of an object, those that it is composed of included. */
export const propertiesOf = (schema: JsonSchema): ReadonlyMap<string, JsonSchema> =>
  new Map(partsOf(schema).flatMap(({ properties }) => Object.entries(properties ?? {})))

/** The schema of the elements of a list, or of the values of an object with free names. */
export const elementOf = (schema: JsonSchema, keyword: 'items' | 'additionalProperties') =>
  partsOf(schema)
    .map((part) => part[keyword])
    .find(isSchema)
