import contract from '@xinchu/sdk/openapi.json' with { type: 'json' }

/** A property of a schema, with what it refers to. */
export interface OwnProperty {
  name: string
  /** Name of the schema that it refers to. */
  refers?: string | undefined
  title?: string
  type?: string
  'x-unit'?: string
  'x-dict'?: string
}

interface Schema extends Omit<OwnProperty, 'name' | 'refers'> {
  $ref?: string
  properties?: Readonly<Record<string, Schema>>
}

const schemas = contract.components.schemas as unknown as Readonly<Record<string, Schema>> // by JSON Schema

function whole({ $ref, ...own }: Schema): Schema {
  const target = $ref === undefined ? undefined : schemas[$ref.split('/').at(-1) ?? '']
  return target ? { ...whole(target), ...own } : own
}

/** Properties that a named schema has itself, without those of its parts. */
export const ownProperties = (schema: string): OwnProperty[] =>
  Object.entries(schemas[schema]?.properties ?? {}).map(([name, property]) => ({
    ...whole(property),
    name,
    refers: property.$ref?.split('/').at(-1),
  }))
