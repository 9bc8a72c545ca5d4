import fc from 'fast-check'
import { document, type JsonSchema, type Operation } from '../../src/operations.ts'

export type Random = () => number

/** Values that break what takes them without care. */
const ODD: readonly unknown[] = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    '9'.repeat(30),
    '1e400',
    'NaN',
    'null',
    '%',
    '_',
    "';--",
    '\u0000',
    '\ud800',
    '储'.repeat(300),
  ],
  ...['8923884f13dd016ba03b74af25782d79438b', 'x:', ':', '{}', '2026-02-30', '0000-00-00 99:99:99'],
  ...[-1, 0, 0.5, 2 ** 31, 2 ** 53, 1e308, true, null, [], {}, [[]]],
]
const ODD_SHARE = 0.06

const schemas = document.components.schemas as unknown as Readonly<Record<string, JsonSchema>> // held by its lint

const pick = <T>(all: readonly T[], random: Random): T | undefined => all[Math.floor(random() * all.length)]
const between = (least: number, most: number, random: Random) =>
  least + Math.floor(random() * (most - least + 1))

function resolved(schema: JsonSchema): JsonSchema {
  const ref = schema['$ref']
  return typeof ref === 'string' ? resolved(schemas[ref.split('/').at(-1) ?? ''] ?? {}) : schema
}

const listOf = (schema: JsonSchema, keyword: string): readonly JsonSchema[] =>
  (schema[keyword] as readonly JsonSchema[] | undefined) ?? [] // lists of schemas in every document

function textOf(schema: JsonSchema, random: Random): string {
  const { pattern, format } = schema
  if (typeof pattern === 'string') {
    const [text = ''] = fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), {
      seed: Math.floor(random() * 2 ** 31),
      numRuns: 1,
    })
    return text
  }
  if (format === 'date')
    return `20${between(20, 30, random)}-0${between(1, 9, random)}-${between(10, 28, random)}`
  if (format === 'uuid') return crypto.randomUUID()
  const most = Math.min(Number(schema['maxLength'] ?? 12), 40)
  return '储能a1 '
    .repeat(10)
    .slice(0, between(Math.min(Number(schema['minLength'] ?? 0), most), most, random))
}

function numberOf(schema: JsonSchema, random: Random): number {
  const least = Number(schema['minimum'] ?? 0)
  const most = Number(schema['maximum'] ?? Math.max(least, 3_000))
  return pick([least, most, between(Math.ceil(least), Math.min(most, least + 30), random)], random) ?? least
}

function objectOf(schema: JsonSchema, random: Random, depth: number): Record<string, unknown> {
  const required = new Set((schema['required'] as readonly string[] | undefined) ?? [])
  const properties = Object.entries((schema['properties'] as Record<string, JsonSchema> | undefined) ?? {})
  return Object.fromEntries(
    properties
      .filter(([name]) => required.has(name) || (depth < 4 && random() < 0.4))
      .map(([name, each]) => [name, randomValue(each, random, depth + 1)]),
  )
}

/** A value that the schema allows, as far as its keywords are simple, or now and then an odd one. */
export function randomValue(given: JsonSchema, random: Random, depth = 0): unknown {
  if (random() < ODD_SHARE) return pick(ODD, random)
  const schema = resolved(given)
  const parts = listOf(schema, 'allOf')
  if (parts.length > 0)
    return Object.assign(
      {},
      ...[...parts, { ...schema, allOf: [] }].map((part) => objectOf(resolved(part), random, depth)),
    )
  const choice = pick([...listOf(schema, 'oneOf'), ...listOf(schema, 'anyOf')], random)
  if (choice) return randomValue(choice, random, depth)
  const values =
    (schema['enum'] as readonly unknown[] | undefined) ?? ('const' in schema ? [schema['const']] : [])
  if (values.length > 0) return pick(values, random)
  const type = Array.isArray(schema['type']) ? pick(schema['type'], random) : schema['type']
  if (type === 'array') {
    const length = between(Number(schema['minItems'] ?? 0), Number(schema['minItems'] ?? 0) + 2, random)
    return Array.from({ length }, () => randomValue(schema['items'] as JsonSchema, random, depth + 1))
  }
  if (type === 'integer' || type === 'number') return numberOf(schema, random)
  if (type === 'boolean') return random() < 0.5
  if (type === 'string') return textOf(schema, random)
  return type === 'null' ? null : objectOf(schema, random, depth)
}

export interface RandomCall {
  method: string
  path: string
  body: string | undefined
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const encoded = (value: unknown): string => encodeURIComponent(asText(value).replace(/[\ud800-\udfff]/g, '?'))

/** A call of an operation with random parameters and body. */
export function randomCall({ method, path, parameters, body }: Operation, random: Random): RandomCall {
  const filled = path.replace(/\{\w+\}/g, () =>
    encoded(random() < 0.7 ? between(1, 60, random) : pick(ODD, random)),
  )
  const query = parameters
    .filter(({ in: where, required }) => where === 'query' && (required || random() < 0.5))
    .flatMap(({ name, schema }) => {
      const value = randomValue(schema, random)
      return (Array.isArray(value) ? value : [value]).map((each) => `${name}=${encoded(each)}`)
    })
  const suffix = query.length > 0 ? `?${query.join('&')}` : ''
  return {
    method,
    path: `${filled}${suffix}`,
    body: body?.json ? JSON.stringify(randomValue(body.json, random)) : undefined,
  }
}
