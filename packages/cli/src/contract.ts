import { operations } from '@xinchu/sdk/operations'

export interface Schema {
  $ref?: string
  type?: string | readonly string[]
  title?: string
  'x-unit'?: string
  'x-dict'?: string
  description?: string
  format?: string
  enum?: readonly (string | number | null)[]
  minimum?: number
  maximum?: number
  maxLength?: number
  default?: unknown
  contentMediaType?: string
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  allOf?: readonly Schema[]
}

interface Parameter {
  $ref?: string
  name: string
  in: 'path' | 'query' | 'header'
  description?: string
  required?: boolean
  schema: Schema
}

interface Media {
  schema: Schema
  example?: unknown
  examples?: Readonly<Record<string, { $ref?: string; value?: unknown }>>
}

interface Reply {
  $ref?: string
  content?: Readonly<Record<string, Media>>
}

interface StatedOperation {
  summary: string
  description?: string
  security?: readonly unknown[]
  parameters?: readonly (Parameter | { $ref: string })[]
  requestBody?: { required?: boolean; content: Readonly<Record<string, Media>> }
  responses: Readonly<Record<string, Reply>>
}

interface Contract {
  paths: Readonly<Record<string, Readonly<Record<string, StatedOperation>>>>
  components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** A parameter of an operation, or a field of its body. */
export interface Input {
  name: string
  in: 'path' | 'query' | 'header' | 'body'
  description: string
  required: boolean
  schema: Schema
}

/** What the command line knows of one operation. */
export interface Described {
  method: string
  path: string
  summary: string
  description: string
  isOpen: boolean
  parameters: readonly Input[]
  body?: {
    required: boolean
    isForm: boolean
    fields: readonly Input[]
    /** A whole body, from the contract. */
    example: unknown
  }
  reply: 'json' | 'file' | 'stream' | 'none'
  /** Fields of a row of the reply. */
  row: Readonly<Record<string, Schema>>
}

export const JSON_TYPE = 'application/json'
const FORM_TYPE = 'multipart/form-data'

// Read only where an operation is run or explained: the start of other commands does not pay for it.
async function load(): Promise<Contract> {
  const { default: document } = await import('@xinchu/sdk/openapi.json', { with: { type: 'json' } })
  return document as unknown as Contract // as the contract's own tests hold
}

const part = (at: Contract, $ref: string): unknown => {
  const [, , kind = '', name = ''] = $ref.split('/')
  return at.components[kind]?.[name]
}

/** A part with what it refers to; what is stated beside a reference wins. */
function whole<Part extends { $ref?: string }>(at: Contract, given: Part): Part {
  const { $ref, ...own } = given
  if (!$ref) return given
  return { ...whole(at, part(at, $ref) as Part), ...own } // of the same kind, as the contract's own tests hold
}

function schemaOf(at: Contract, given: Schema = {}): Schema {
  const schema = whole(at, given)
  const parts = (schema.allOf ?? []).map((each) => schemaOf(at, each))
  const merged: Schema = Object.assign({}, ...parts, schema, {
    properties: Object.assign({}, ...[...parts, schema].map(({ properties }) => properties)),
    required: [...parts, schema].flatMap(({ required = [] }) => required),
  })
  return merged.items ? { ...merged, items: whole(at, merged.items) } : merged
}

const captionOf = ({ title, description }: Schema) =>
  [title, description].filter((text, at, all) => text && all.indexOf(text) === at).join('：')

function exampleOf(at: Contract, { example, examples = {} }: Media): unknown {
  if (example !== undefined) return example
  const [first] = Object.values(examples)
  return first && whole(at, first).value
}

function bodyOf(at: Contract, { required = false, content }: NonNullable<StatedOperation['requestBody']>) {
  const isForm = content[JSON_TYPE] === undefined
  const media = content[isForm ? FORM_TYPE : JSON_TYPE]
  const { properties = {}, required: needed = [] } = schemaOf(at, media?.schema)
  const fields = Object.entries(properties).map(([name, stated]): Input => {
    const schema = schemaOf(at, stated)
    return { name, in: 'body', description: captionOf(schema), required: needed.includes(name), schema }
  })
  return { required, isForm, fields, example: media && exampleOf(at, media) }
}

function replyOf(at: Contract, { responses }: StatedOperation) {
  const [, stated = {}] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const { content } = whole(at, stated)
  if (!content) return { reply: 'none', row: {} } as const
  const json = content[JSON_TYPE]
  if (!json) return { reply: content['text/event-stream'] ? 'stream' : 'file', row: {} } as const
  const schema = schemaOf(at, json.schema)
  const list = schema.properties?.['content'] ? schemaOf(at, schema.properties['content']) : schema
  const { properties = {} } = schemaOf(at, list.items ?? list)
  const row = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, schemaOf(at, each)]))
  return { reply: 'json', row } as const
}

// Downloads that go on send these by themselves.
const isChosen = ({ name }: Parameter) => name !== 'Range' && name !== 'If-Range'

function described(at: Contract, key: string): Described {
  const [method = '', path = ''] = key.split(' ')
  const operation = at.paths[path]?.[method.toLowerCase()]
  if (!operation) throw new Error(`The contract lacks ${key}`)
  const stated = (operation.parameters ?? []).map((given) => whole(at, given) as Parameter) // a reference leads to a parameter
  const parameters = stated.filter(isChosen).map((stated): Input => {
    const schema = schemaOf(at, stated.schema)
    const { name, required = false, description = captionOf(schema) } = stated
    return { name, in: stated.in, description, required, schema }
  })
  return {
    method,
    path,
    summary: operation.summary,
    description: (operation.description ?? '').replace(/^\*\*可调用者\*\*：.*\n*/, ''),
    isOpen: operation.security?.length === 0,
    parameters,
    ...(operation.requestBody ? { body: bodyOf(at, operation.requestBody) } : {}),
    ...replyOf(at, operation),
  }
}

/** Whether the contract has this operation, by the words of the command line. */
export const keyOf = (resource: string, verb: string): string | undefined => {
  const verbs = Object.hasOwn(operations, resource) ? operations[resource] : undefined
  return verbs && Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
}

export const describe = async (key: string): Promise<Described> => described(await load(), key)

/** What each operation of a resource does. */
export async function summariesOf(resource: string): Promise<[verb: string, summary: string][]> {
  const at = await load()
  return Object.entries(operations[resource] ?? {}).map(([verb, key]) => [verb, described(at, key).summary])
}
