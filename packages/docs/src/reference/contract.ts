import document from '@xinchu/contract/openapi.json' with { type: 'json' }

export interface Schema {
  $ref?: string
  title?: string
  description?: string
  type?: string | readonly string[]
  format?: string
  enum?: readonly (string | number)[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  default?: unknown
  contentMediaType?: string
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  allOf?: readonly Schema[]
  anyOf?: readonly Schema[]
  'x-unit'?: string
  'x-dict'?: string
  'x-rule'?: string
  'x-format'?: string
  'x-decimals'?: number
  'x-required'?: unknown
}

export interface Parameter {
  $ref?: string
  name: string
  in: 'path' | 'query' | 'header'
  description?: string
  required?: boolean
  schema: Schema
}

export interface Media {
  schema: Schema
  example?: unknown
  examples?: Readonly<Record<string, { $ref?: string; value?: unknown }>>
}

export interface Reply {
  $ref?: string
  description?: string
  content?: Readonly<Record<string, Media>>
}

export interface Operation {
  operationId: string
  tags: readonly string[]
  summary: string
  description: string
  parameters?: readonly Parameter[]
  requestBody?: { required?: boolean; content: Readonly<Record<string, Media>> }
  responses: Readonly<Record<string, Reply>>
  'x-sdk': { resource: string; method: string }
  'x-callers': readonly string[]
  'x-window'?: string
  'x-audited'?: boolean
  'x-body-in-query'?: string | true
}

export interface Contract {
  info: { title: string; version: string; description: string }
  tags: readonly { name: string; 'x-displayName': string; description: string }[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: {
    schemas: Readonly<Record<string, Schema>>
    parameters: Readonly<Record<string, Parameter>>
    responses: Readonly<Record<string, Reply>>
    examples: Readonly<Record<string, { value: unknown }>>
  }
  'x-permissions': Readonly<Record<string, { title: string; calls: readonly string[] }>>
}

export const contract = document as unknown as Contract // as the contract's own tests hold

export const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ''

const { schemas, parameters, responses, examples } = contract.components

function named<Part>(parts: Readonly<Record<string, Part>>, ref: string): Part {
  const found = parts[nameOf(ref)]
  if (!found) throw new Error(`the contract refers to no such part: ${ref}`)
  return found
}

export const schemaAt = (ref: string): Schema => named(schemas, ref)
export const parameterOf = (given: Parameter): Parameter =>
  given.$ref ? named(parameters, given.$ref) : given
export const replyOf = (given: Reply): Reply => (given.$ref ? named(responses, given.$ref) : given)

/** A schema with what it refers to. What stands beside a reference wins. */
export function whole(given: Schema): Schema {
  const { $ref, ...own } = given
  return $ref ? { ...whole(schemaAt($ref)), ...own } : given
}

/** The properties of an object, those of its parts first, and which of them must be there. */
export function propertiesOf(given: Schema): { properties: [string, Schema][]; required: Set<string> } {
  const schema = whole(given)
  const parts = (schema.allOf ?? []).map(propertiesOf)
  const own = Object.entries(schema.properties ?? {})
  const merged = new Map([...parts.flatMap(({ properties }) => properties), ...own])
  const required = new Set([...parts.flatMap((part) => [...part.required]), ...(schema.required ?? [])])
  return { properties: [...merged], required }
}

/** The first example of a body. */
export function exampleOf({ example, examples: several = {} }: Media): unknown {
  if (example !== undefined) return example
  const [first] = Object.values(several)
  return first?.$ref ? named(examples, first.$ref).value : first?.value
}

/** All operations in the contract's order. */
export const operations: readonly { method: string; path: string; operation: Operation }[] = Object.entries(
  contract.paths,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)
