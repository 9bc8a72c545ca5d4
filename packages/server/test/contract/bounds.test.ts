import { describe, expect, test } from 'vitest'
import { findExcess, shapeOf } from '../../src/contract/body-limits.ts'
import { findRepeated, MOST_PROBLEMS } from '../../src/contract/bounded-ajv.ts'
import { objectOf } from '../../src/contract/call-object.ts'
import { compileRequest } from '../../src/contract/compile.ts'
import { readJson } from '../../src/contract/read-json.ts'
import { JsonSkimmer } from '../../src/contract/skim-json.ts'
import { document, type JsonSchema, operations } from '../../src/operations.ts'

const withBody = operations.flatMap(({ id, body }) => (body?.json ? [[id, body.json] as const] : []))
const schemas = document.components.schemas as unknown as Readonly<Record<string, JsonSchema>>
const shapeNamed = (name: string) => shapeOf(schemas[name] ?? {})

/** A list that counts how often its elements are read. */
function counted(length: number): { list: unknown[]; reads: () => number } {
  let reads = 0
  const list = new Proxy(
    Array.from({ length }, (_, at) => `值${at}`),
    {
      get(target, key, receiver) {
        if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1
        return Reflect.get(target, key, receiver)
      },
    },
  )
  return { list, reads: () => reads }
}

describe('the errors of a body', () => {
  test.each(withBody)('%s stops soon after enough of them', (_id, schema) => {
    const validate = compileRequest(schema)
    const wrong = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`unknown${at}`, {}]))
    for (const body of [wrong, Array.from({ length: 1_000 }, () => wrong)]) {
      expect(validate(body)).toBe(false)
      expect(validate.errors?.length).toBeLessThan(2 * MOST_PROBLEMS)
    }
  })

  test('stay few where the errors are in the elements of a list', () => {
    const validate = compileRequest(schemas['ImportRowsRequest'] ?? {})
    const rows = Array.from({ length: 2_000 }, () => ({ a: 1, b: 2, c: 3 }))
    expect(validate({ clientKey: '12345678', rows })).toBe(false)
    expect(validate.errors?.length).toBeLessThan(2 * MOST_PROBLEMS)
  })

  test('are none after a refusal when the next body is right', () => {
    const validate = compileRequest(schemas['ImportRowsRequest'] ?? {})
    expect(validate({ clientKey: '12345678', rows: [{ a: 'x' }] })).toBe(true)
    expect(validate.errors).toBeNull()
  })
})

describe('repeated elements', () => {
  test.each([
    [['a', 'b', 'a'], { i: 2, j: 0 }],
    [[1, '1', true, null], undefined],
    [[1, 2, 2], { i: 2, j: 1 }],
    [[], undefined],
  ])('of %j are %j', (list, found) => expect(findRepeated(list)).toEqual(found))

  test('are found by looking at each element once', () => {
    const { list, reads } = counted(10_000)
    expect(findRepeated(list)).toBeUndefined()
    expect(reads()).toBe(10_000)
  })

  test('are looked for in lists of scalars only', () => {
    const isScalar = (schema: JsonSchema): boolean =>
      typeof schema['$ref'] === 'string'
        ? isScalar(schemas[schema['$ref'].split('/').at(-1) ?? ''] ?? {})
        : ['string', 'integer', 'number', 'boolean'].includes(String(schema['type']))
    const found: string[] = []
    JSON.stringify(schemas, (key, value) => {
      if (value?.uniqueItems === true && !isScalar(value.items)) found.push(key)
      return value
    })
    expect(found).toEqual([])
  })
})

describe('the scan of a body', () => {
  const visits = (body: unknown, schema: string) => {
    let count = 0
    const excess = findExcess(body, shapeNamed(schema), () => {
      count += 1
    })
    return { count, excess }
  }

  test('looks at nothing in a list that is too long', () => {
    const rows = Array.from({ length: 2_001 }, () => ({}))
    expect(visits({ clientKey: '12345678', rows }, 'ImportRowsRequest')).toMatchObject({
      count: 2,
      excess: { problem: { field: 'rows', message: '至多2000项' } },
    })
  })

  test('looks at each list and object once', () => {
    const rows = Array.from({ length: 2_000 }, () => ({ projectName: '甲' }))
    expect(visits({ clientKey: '12345678', rows }, 'ImportRowsRequest')).toEqual({
      count: 2_002,
      excess: undefined,
    })
  })

  test('does not recurse', () => {
    const body = JSON.parse(`${'{"children":['.repeat(100_000)}${']}'.repeat(100_000)}`)
    const { count, excess } = visits(body, 'MenuNode')
    expect([count, excess?.problem.message]).toEqual([33, '嵌套过深，至多32层'])
  })

  test('speaks of a property by its caption', () => {
    expect(visits({ functionTypes: Array(1_001).fill('1') }, 'EsProjectDraft').excess?.title).toBe('主要功能')
  })

  test('knows recursive schemas', () => {
    expect(shapeNamed('MenuNode').property('children').items().property('children').items()).toBeDefined()
  })
})

describe('the object of a recorded call', () => {
  const object = (body: unknown) => objectOf({ params: {}, query: {}, body })

  test('is the keys of its body', () => {
    expect(object({ id: 7, ids: [7, '8', 'text', {}], name: 9 })).toBe('7,8')
    expect(object([1, 2])).toBe('1,2')
    expect(object({})).toBeNull()
  })

  test('takes no more elements than there is room for', () => {
    const { list, reads } = counted(100_000)
    object(list)
    expect(reads()).toBeLessThan(500)
  })
})

describe('the text of a body', () => {
  const LIMITS = { depth: 3, entries: 4, containers: 5 }
  const skim = (text: string, part = 3) => {
    const skimmer = new JsonSkimmer(Buffer.from(text), LIMITS)
    while (!skimmer.isOver) {
      const excess = skimmer.next(part)
      if (excess) return { excess, looked: skimmer.looked }
    }
    return undefined
  }

  test.each([
    ['[[[]]]', undefined],
    ['[[[[]]]]', { excess: 'depth', looked: 4 }],
    ['[1,2,3,4]', undefined],
    ['[1,2,3,4,5,6]', { excess: 'entries', looked: 9 }],
    ['{"a":1,"b":2,"c":3,"d":4,"e":5}', { excess: 'entries', looked: 25 }],
    ['[[],[],[],[]]', undefined],
    ['[[[],[]],[[],[]]]', { excess: 'containers', looked: 11 }],
    ['{"a":",,,,,[[[[[\\"[[[[,,,,,"}', undefined],
    ['{"a\\\\":[[1]],"b":",,,,,"}', undefined],
    ['"never closed', undefined],
    [']]]]', undefined],
  ])('%s is judged by its brackets and commas, in parts of any size', (text, expected) => {
    for (const part of [1, 3, 1_000]) expect(skim(text, part)).toEqual(expected)
  })

  test('is not looked at beyond what is too much', () => {
    const text = `{"rows":[${'{},'.repeat(1_000_000)}{}]}`
    expect(skim(text)?.looked).toBeLessThan(30)
    expect(() => readJson(Buffer.from(text), schemas['ImportRowsRequest'])).toThrow('至多')
  })
})
