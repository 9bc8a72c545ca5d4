import { dictionaries } from '@xinchu/contract/dictionaries'
import { elementOf, partsOf, propertiesOf, resolve } from '../../src/contract/schema-walk.ts'
import type { JsonSchema } from '../../src/operations.ts'

// Texts with a pattern, by the start of it.
const PATTERNED: readonly (readonly [RegExp, string])[] = [
  [/^\^\\d\{4\}-\\d\{2\}-\\d\{2\}\$/, '2026-03-01'],
  [/^\^\\d\{4\}-\\d\{2\}-\\d\{2\} /, '2026-03-01 09:30:00'],
  [/6\}\$$/, '640000'],
]

function textOf(schema: JsonSchema): string {
  const { pattern, examples, minLength = 1 } = schema
  const dict = dictionaries[schema['x-dict'] as keyof typeof dictionaries]
  if (dict) return dict.values[0]?.value ?? ''
  const [example] = Array.isArray(examples) ? examples : []
  if (typeof example === 'string') return example
  const known = PATTERNED.find(([start]) => start.test(String(pattern)))?.[1]
  return known ?? 'a1234567890'.slice(0, Math.max(Number(minLength), 1)).padEnd(Number(minLength), 'a')
}

const requiredOf = (schema: JsonSchema): string[] =>
  partsOf(schema).flatMap(({ required }) => (Array.isArray(required) ? required.map(String) : []))

/** The least value that a schema takes. */
export function sampleOf(schema: JsonSchema): unknown {
  const own = resolve(schema)
  const { enum: choices, const: only, minimum, exclusiveMinimum } = own
  if (only !== undefined) return only
  if (Array.isArray(choices)) return choices[0]
  if (own['type'] === 'string') return textOf(own)
  if (own['type'] === 'boolean') return true
  if (own['type'] === 'integer' || own['type'] === 'number')
    return minimum ?? (exclusiveMinimum === undefined ? 1 : Number(exclusiveMinimum) + 1)
  if (own['type'] === 'array') {
    const items = elementOf(schema, 'items')
    return Array.from({ length: Number(own['minItems'] ?? 0) }, () => items && sampleOf(items))
  }
  const properties = propertiesOf(schema)
  return Object.fromEntries(requiredOf(schema).map((name) => [name, sampleOf(properties.get(name) ?? {})]))
}

/** The least value that a schema takes, with this value at a path; `*` is the one element of a list. */
export function sampleWith(schema: JsonSchema, path: readonly string[], value: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  const items = elementOf(schema, 'items')
  if (step === '*' && items) return [sampleWith(items, rest, value)]
  const property = propertiesOf(schema).get(step)
  if (!property) throw new Error(`no property ${step}`)
  return { ...Object(sampleOf(schema)), [step]: sampleWith(property, rest, value) }
}
