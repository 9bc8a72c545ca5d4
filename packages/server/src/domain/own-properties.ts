import contract from '@xinchu/contract/openapi.json' with { type: 'json' }

/** A schema of the contract, as far as files are made of it. */
export interface Schema {
  $ref?: string
  title?: string
  type?: string
  maxLength?: number
  'x-unit'?: string
  'x-dict'?: string
  'x-source'?: string
  items?: Schema
  allOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
}

/** A property of a schema, with what it refers to. */
export interface OwnProperty extends Schema {
  name: string
  /** Name of the schema that it refers to. */
  refers?: string | undefined
}

const schemas = contract.components.schemas as unknown as Readonly<Record<string, Schema>> // by JSON Schema

/** Name of the schema that a schema refers to. */
export const refersTo = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1)

/** A schema with what it refers to; keywords beside the reference win. */
export function whole(schema: Schema): Schema {
  const { $ref: _ref, ...own } = schema
  const target = schemas[refersTo(schema) ?? '']
  return target ? { ...whole(target), ...own } : own
}

/** Properties that a named schema has itself, without those of its parts. */
export const ownProperties = (schema: string): OwnProperty[] =>
  Object.entries(schemas[schema]?.properties ?? {}).map(([name, property]) => ({
    ...whole(property),
    name,
    refers: refersTo(property),
  }))

/** Properties of a schema in the order in which the contract writes them: those of its parts first. */
export function allProperties(schema: Schema): [name: string, property: Schema][] {
  const { allOf = [], properties = {} } = whole(schema)
  return [...new Map([...allOf.flatMap(allProperties), ...Object.entries(properties)])]
}
