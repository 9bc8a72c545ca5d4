import type { FieldProblem } from '../errors.ts'
import { document, type JsonSchema } from '../operations.ts'

/** Size limits for one place of an operation's body. */
export interface Shape {
  title: string | undefined
  maxKeys: number
  maxItems: number
  property(name: string): Shape
  items(): Shape
}

export const MAX_DEPTH = 32
/** Default limits, also for unknown properties. */
export const OPEN_ITEMS = 1_000
const OPEN_KEYS = 100
/** Allows a few unknown properties, so that the refusal can name them. */
const SPARE_KEYS = 100
const LONGEST_FIELD = 200

const OPEN: Shape = {
  title: undefined,
  maxKeys: OPEN_KEYS,
  maxItems: OPEN_ITEMS,
  property: () => OPEN,
  items: () => OPEN,
}

interface Parts {
  $ref?: string
  allOf?: readonly JsonSchema[]
  title?: string
  properties?: Readonly<Record<string, JsonSchema>>
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  maxItems?: number
  maxProperties?: number
}

const schemas = document.components.schemas as unknown as Readonly<Record<string, JsonSchema>>

/** The schema with the schemas it references and is composed of, outermost first. */
function* partsOf(schema: JsonSchema): Generator<Parts> {
  const parts = schema as Parts
  yield parts
  if (parts.$ref) yield* partsOf(schemas[parts.$ref.split('/').at(-1) ?? ''] ?? {})
  for (const part of parts.allOf ?? []) yield* partsOf(part)
}

const known = new Map<JsonSchema, Shape>()

/** The limits of a schema. Those of its properties are created lazily, because schemas may be recursive. */
export function shapeOf(schema: JsonSchema): Shape {
  const found = known.get(schema)
  if (found) return found
  const parts = [...partsOf(schema)]
  const properties = new Map(parts.flatMap((part) => Object.entries(part.properties ?? {})))
  const rest = parts.map((part) => part.additionalProperties).find((part) => typeof part === 'object')
  const items = parts.map((part) => part.items).find((part) => part !== undefined)
  const keys = parts.map((part) => part.maxProperties).find((most) => most !== undefined)
  const shape: Shape = {
    title: parts.map(({ title }) => title).find((title) => title !== undefined),
    maxKeys: keys ?? properties.size + SPARE_KEYS,
    maxItems: parts.map((part) => part.maxItems).find((most) => most !== undefined) ?? OPEN_ITEMS,
    property(name) {
      const own = properties.get(name) ?? rest
      return own ? shapeOf(own) : OPEN
    },
    items: () => (items ? shapeOf(items) : OPEN),
  }
  known.set(schema, shape)
  return shape
}

interface Place {
  value: object
  shape: Shape
  depth: number
  key: string
  parent: Place | undefined
}

function fieldOf(place: Place, last: readonly string[] = []): string {
  const keys: string[] = [...last]
  for (let at: Place | undefined = place; at?.parent; at = at.parent) keys.unshift(at.key)
  return keys.join('.').slice(0, LONGEST_FIELD) || 'body'
}

function problemAt(place: Place, keys: readonly string[]): FieldProblem | undefined {
  const { value, shape, depth } = place
  const says = (message: string, ...last: string[]) => ({ field: fieldOf(place, last), message })
  if (depth > MAX_DEPTH) return says(`嵌套过深，至多${MAX_DEPTH}层`)
  if (Array.isArray(value)) return value.length > shape.maxItems ? says(`至多${shape.maxItems}项`) : undefined
  if (keys.length > shape.maxKeys) return says(`至多${shape.maxKeys}个字段`)
  return keys.includes('__proto__') ? says('不支持的字段：__proto__', '__proto__') : undefined
}

export interface Excess {
  problem: FieldProblem
  /** Caption of the place. */
  title: string | undefined
}

/**
 * Finds the parts of a parsed body that exceed its operation's limits. Iterative; skips the contents of a list or object
 * that is too large.
 * @param visit called for each visited list or object
 */
export function findExcess(body: unknown, shape: Shape, visit?: (value: object) => void): Excess | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const open: Place[] = [{ value: body, shape, depth: 1, key: '', parent: undefined }]
  for (let place = open.pop(); place; place = open.pop()) {
    visit?.(place.value)
    const isList = Array.isArray(place.value)
    const keys = isList ? [] : Object.keys(place.value)
    const problem = problemAt(place, keys)
    if (problem) return { problem, title: place.shape.title }
    const entries: Iterable<[string | number, unknown]> = isList
      ? (place.value as unknown[]).entries() // seen just above
      : Object.entries(place.value)
    for (const [key, value] of entries) {
      if (typeof value !== 'object' || value === null) continue
      const inner = isList ? place.shape.items() : place.shape.property(String(key))
      open.push({ value, shape: inner, depth: place.depth + 1, key: String(key), parent: place })
    }
  }
  return undefined
}
