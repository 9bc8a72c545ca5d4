import type { Asked } from '../domain/audit-log/asked.ts'
import type { JsonSchema, Operation } from '../operations.ts'
import { propertiesOf, resolve } from './schema-walk.ts'

const LONGEST = 400
const PAGING: ReadonlySet<string> = new Set(['page', 'size', 'afterId', 'sort'])

const captionOf = (schema: JsonSchema, name: string): string => {
  const { title } = resolve(schema)
  return typeof title === 'string' ? title : name
}

function* given(value: unknown, schema: JsonSchema): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  const properties = propertiesOf(schema)
  for (const [name, part] of Object.entries(value)) {
    const own = properties.get(name)
    if (!own || PAGING.has(name) || part === null || part === '') continue
    if (Array.isArray(part))
      yield `${captionOf(own, name)}：${part.length > 5 ? `${part.length} 个` : part.join('、')}`
    else if (typeof part === 'object') yield* given(part, own)
    else yield `${captionOf(own, name)}：${String(part)}`
  }
}

/** The conditions of an export in words, from the captions of the contract. */
export function conditionsGiven({ parameters, body }: Operation, asked: Asked): string | undefined {
  const inQuery = parameters
    .filter(({ in: place, name }) => place === 'query' && !PAGING.has(name))
    .flatMap(({ name, description, schema }) => {
      const value: unknown = Object.getOwnPropertyDescriptor(Object(asked.query), name)?.value
      return value === undefined
        ? []
        : [`${description?.split(/[，；]/)[0] ?? captionOf(schema, name)}：${String(value)}`]
    })
  const inBody = body?.json ? [...given(asked.body, body.json)] : []
  const words = [...inQuery, ...inBody].join('，')
  if (!words) return undefined
  return `条件：${words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words}`
}
