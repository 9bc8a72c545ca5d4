import document from '@xinchu/contract/openapi.json' with { type: 'json' }
import { decimalsOf } from '@xinchu/validators'
import { ruleBook } from '@xinchu/validators/book'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blockers, warnings } from '../../../conformance/src/checks/examples.ts'
import { isCalendarDay, judgeBy, type Schema } from '../../../conformance/src/schema.ts'

const schemas = document.components.schemas as unknown as Readonly<Record<string, Schema>> // of JSON Schema
const judge = judgeBy((reference) => schemas[reference.replace('#/components/schemas/', '')])

const ajv = new Ajv2020({
  strict: false,
  validateSchema: false,
  meta: false,
  formats: { int32: true, int64: true },
})
ajv.addFormat('date', isCalendarDay)
ajv.addKeyword({
  keyword: 'x-decimals',
  type: 'number',
  schemaType: 'number',
  validate: (most: number, value: number) => decimalsOf(value) <= most,
})
ajv.addKeyword({
  keyword: 'x-format',
  type: 'string',
  validate: (_format: string, value: string) => isCalendarDay(value),
})
ajv.addSchema({ $id: 'contract', components: { schemas } })

const isRight = (name: string, value: unknown) =>
  ajv.getSchema(`contract#/components/schemas/${name}`)?.(value) as boolean // no schema is asynchronous
function agrees(name: string, value: unknown): void {
  const isFound = judge({ $ref: `#/components/schemas/${name}` }, value).length === 0
  expect([name, value, isFound]).toEqual([name, value, isRight(name, value)])
}

// ajv takes seconds to compile all of them.
const SHARE = 8
const some = Object.keys(schemas).filter((_name, at) => at % SHARE === 0)

/** Values that a schema of the contract may hold, by its type, and now and then something else. */
function anyOf(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return anyOf(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, depth)
  const odd = fc.constantFrom(
    null,
    '',
    'x',
    0,
    -1,
    1.23456,
    true,
    [],
    {},
    '2026-02-30',
    '2026-03-01 09:30:00',
  )
  const usual = usualOf(schema, depth)
  return fc.oneof({ weight: 14, arbitrary: usual }, { weight: 1, arbitrary: odd })
}

function usualOf(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const properties = propertiesOf(schema)
  if (Object.keys(properties).length > 0) {
    // Deep records are cut: what is missing there is judged as well.
    const entries = Object.entries(properties).map(([name, each]) => [
      name,
      depth > 3 ? fc.constant(1) : anyOf(each, depth + 1),
    ])
    return fc.record(
      { ...Object.fromEntries(entries), odd: fc.constant(1) },
      { requiredKeys: requiredOf(schema) as never[] /* names that are known at run time only */ },
    )
  }
  switch ([schema.type].flat()[0]) {
    case 'array':
      return fc.array(depth > 3 ? fc.constant(1) : anyOf(schema.items ?? {}, depth + 1), { maxLength: 2 })
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? 0, -5), max: 2100 })
    case 'number':
      return fc.constantFrom(0, 0.0001, 1.5, 99.99999, 5000, -1)
    case 'boolean':
      return fc.boolean()
    default:
      return fc.constantFrom(
        '01',
        '640323',
        '2026-03-01',
        '2026-03-01 09:30:00',
        '储'.repeat(schema.maxLength ?? 3),
      )
  }
}

const wholeOf = (schema: Schema): Schema => schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
const propertiesOf = (schema: Schema): Record<string, Schema> =>
  Object.assign({}, ...(schema.allOf ?? []).map((part) => propertiesOf(wholeOf(part))), schema.properties)
const requiredOf = (schema: Schema): string[] => [
  ...(schema.allOf ?? []).flatMap((part) => requiredOf(wholeOf(part))),
  ...(schema.required ?? []).filter((name) => name in propertiesOf(schema)),
]

describe('the checker of replies', () => {
  test('agrees with ajv on random values', () => {
    for (const name of some)
      fc.assert(
        fc.property(anyOf({ $ref: name }), (value) => agrees(name, value)),
        { numRuns: 20 },
      )
  })

  test('agrees with ajv on the examples of the contract, each with one value changed', () => {
    let count = 0
    for (const item of Object.values(document.paths))
      for (const operation of Object.values(item) as {
        responses: Record<string, { content?: Record<string, Media> }>
      }[]) // of the contract
        for (const { content } of Object.values(operation.responses)) {
          const { schema, example } = content?.['application/json'] ?? {}
          const name = schema?.$ref?.split('/').at(-1)
          if (!name || typeof example !== 'object' || example === null) continue
          count += 1
          expect(judge(schema ?? {}, example)).toEqual([])
          if (count % SHARE > 0) continue
          for (const [key, value] of Object.entries(example)) {
            const { [key]: _gone, ...rest } = example as Record<string, unknown> // an object
            for (const wrong of [
              rest,
              { ...example, [key]: null },
              { ...example, [key]: [value] },
              { ...example, odd: 1 },
            ])
              agrees(name, wrong)
          }
        }
    expect(count).toBeGreaterThan(50)
  })

  test.each([
    ['missing', { id: 1 }, 'name'],
    ['unknown', { name: 'a', odd: 1 }, 'odd'],
    ['type', { name: 1 }, 'name'],
    ['null', { name: 'a', on: null }, 'on'],
    ['date', { name: 'a', on: '2026-02-30' }, 'on'],
    ['decimals', { name: 'a', power: 1.23456 }, 'power'],
    ['value', { name: 'abcdef' }, 'name'],
  ])('tells what is %s by its path', (kind, value, path) => {
    const schema: Schema = {
      type: 'object',
      required: ['name'],
      additionalProperties: false,
      properties: {
        id: { type: 'integer' },
        name: { type: 'string', maxLength: 5 },
        on: { type: 'string', format: 'date' },
        power: { type: 'number', 'x-decimals': 4 },
      },
    }
    expect(judge(schema, value)).toMatchObject([{ kind, path }])
  })
})

interface Media {
  schema?: Schema
  example?: unknown
}

test('the rules of the kit are those of the rule book, with its examples', () => {
  for (const { code, text, passes, fails } of [...blockers, ...warnings]) {
    const rule = ruleBook.find((each) => each.code === code)
    expect([code, rule?.text]).toEqual([code, text])
    if (!rule || !('project' in rule.passes) || !('project' in rule.fails)) continue
    // The day of the book's example is that of its test.
    const wrong = code === 'P-006' ? { recordDate: '2099-01-01' } : rule.fails.project
    expect([code, passes, fails]).toEqual([code, rule.passes.project, wrong])
  }
})
