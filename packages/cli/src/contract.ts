import {
  type Contract,
  JSON_TYPE,
  type Operation,
  operations,
  readContract,
  type Schema,
} from '@xinchu/sdk/operations'

export type { Schema } from '@xinchu/sdk/operations'

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

let contract: Promise<Contract> | undefined

// Read only where an operation is run or explained: the start of other commands does not pay for it.
const load = (): Promise<Contract> => {
  contract ??= import('@xinchu/sdk/openapi.json', { with: { type: 'json' } }).then(({ default: document }) =>
    readContract(document),
  )
  return contract
}

/** A schema with what it refers to and what its parts say. */
function schemaOf(at: Contract, given: Schema = {}): Schema {
  const { allOf = [], ...schema } = at.whole(given)
  const { properties, required } = at.propertiesOf(given)
  const merged: Schema = {
    ...Object.assign({}, ...allOf.map((part) => schemaOf(at, part))),
    ...schema,
    properties: Object.fromEntries(properties),
    required: [...required],
  }
  return merged.items ? { ...merged, items: at.whole(merged.items) } : merged
}

const captionOf = ({ title, description }: Schema) =>
  [title, description].filter((text, at, all) => text && all.indexOf(text) === at).join('：')

function bodyOf(at: Contract, { json, form, required, content }: NonNullable<Operation['body']>) {
  const { properties = {}, required: needed = [] } = schemaOf(at, json ?? form)
  const fields = Object.entries(properties).map(([name, stated]): Input => {
    const schema = schemaOf(at, stated)
    return { name, in: 'body', description: captionOf(schema), required: needed.includes(name), schema }
  })
  const media = content[JSON_TYPE] ?? Object.values(content)[0]
  return { required, isForm: !json, fields, example: media && at.exampleOf(media) }
}

/** Fields of a row of a reply: those of a page's or list's, or of the reply itself. */
function rowOf(at: Contract, { schema }: Operation['success']): Described['row'] {
  const whole = schemaOf(at, schema)
  const list = whole.properties?.['content'] ? schemaOf(at, whole.properties['content']) : whole
  const { properties = {} } = schemaOf(at, list.items ?? list)
  return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, schemaOf(at, each)]))
}

// Downloads that go on send these by themselves.
const isChosen = ({ name }: Input) => name !== 'Range' && name !== 'If-Range'

function described(at: Contract, key: string): Described {
  const operation = at.operations.find(({ method, path }) => `${method} ${path}` === key)
  if (!operation) throw new Error(`The contract lacks ${key}`)
  const { method, path, summary, description, isPublic, body, success } = operation
  const parameters = operation.parameters.map((stated): Input => {
    const schema = schemaOf(at, stated.schema)
    const { name, required = false, description = captionOf(schema) } = stated
    return { name, in: stated.in, description, required, schema }
  })
  return {
    method,
    path,
    summary,
    description: description.replace(/^\*\*可调用者\*\*：.*\n*/, ''),
    isOpen: isPublic,
    parameters: parameters.filter(isChosen),
    ...(body ? { body: bodyOf(at, body) } : {}),
    reply: success.kind,
    row: rowOf(at, success),
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
