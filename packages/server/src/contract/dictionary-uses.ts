import type { JsonSchema } from '../operations.ts'
import { elementOf, partsOf, propertiesOf } from './schema-walk.ts'

/** A place in a schema that holds a dictionary value; `*` means each element of a list. */
export interface DictionaryPlace {
  dict: string
  path: readonly string[]
}

/** A dictionary value in a request. */
export interface DictionaryUse {
  dict: string
  value: string
  /** Property name, such as `techType`; for a list, the list's name. */
  name: string
  /** Path, such as `items.0.usage.runStatus`. */
  field: string
}

const EACH = '*'

// Values with an `enum` are checked by the schema.
const openDictionary = (parts: readonly JsonSchema[]): string | undefined => {
  const of = (keyword: string) => parts.find((part) => part[keyword] !== undefined)?.[keyword]
  const dict = of('x-dict')
  return typeof dict === 'string' && of('type') === 'string' && !of('enum') ? dict : undefined
}

/** Finds all places in a schema that hold a value of an editable dictionary. */
export function dictionaryPlaces(schema: JsonSchema, path: readonly string[] = []): DictionaryPlace[] {
  const within = (inner: JsonSchema, step: string) => dictionaryPlaces(inner, [...path, step])
  const dict = openDictionary(partsOf(schema))
  const items = elementOf(schema, 'items')
  const free = elementOf(schema, 'additionalProperties')
  return [
    ...(dict ? [{ dict, path }] : []),
    ...[...propertiesOf(schema)].flatMap(([name, property]) => within(property, name)),
    ...(items ? within(items, EACH) : []),
    ...(free ? within(free, EACH) : []),
  ]
}

interface Found {
  value: unknown
  steps: readonly string[]
}

function follow(found: readonly Found[], step: string): Found[] {
  return found.flatMap(({ value, steps }) => {
    if (typeof value !== 'object' || value === null) return []
    const entries = Object.entries(value)
    return entries
      .filter(([name]) => step === EACH || name === step)
      .map(([name, inner]) => ({ value: inner, steps: [...steps, name] }))
  })
}

/** Reads the values of a request at these places. */
export const dictionaryUses = (places: readonly DictionaryPlace[], request: unknown): DictionaryUse[] =>
  places.flatMap(({ dict, path }) => {
    const name = path.findLast((step) => step !== EACH) ?? ''
    return path
      .reduce<readonly Found[]>(follow, [{ value: request, steps: [] }])
      .flatMap(({ value, steps }) =>
        typeof value === 'string' ? [{ dict, value, name, field: steps.join('.') }] : [],
      )
  })
