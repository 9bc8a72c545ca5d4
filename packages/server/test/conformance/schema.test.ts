import document from '@xinchu/contract/openapi.json' with { type: 'json' }
import { ruleBook } from '@xinchu/validators/book'
import { describe, expect, test } from 'vitest'
import { blockers, warnings } from '../../../conformance/src/checks/examples.ts'
import { judgeBy } from '../../../conformance/src/schema.ts'

const judge = judgeBy(document)

/** Kinds of what is told of a property and of what is in it. */
const kindsAt = (schema: string, value: unknown, key: string): string[] =>
  judge(schema, value)
    .filter(({ path }) => path === key || path.startsWith(`${key}.`) || path.startsWith(`${key}[`))
    .map(({ kind }) => kind)

const schemas: Readonly<Record<string, object>> = document.components.schemas

/** Whether a schema allows no property that it does not name. */
const isClosed = (ref: string): boolean => {
  const schema = schemas[ref.split('/').at(-1) ?? ''] ?? {}
  return ['additionalProperties', 'unevaluatedProperties'].some(
    (word) => Object.entries(schema).find(([name]) => name === word)?.[1] === false,
  )
}

describe('the checker of replies', () => {
  test('passes the examples of the contract, and tells by its property what was changed in one', () => {
    let count = 0
    for (const item of Object.values(document.paths))
      for (const operation of Object.values(item) as { responses: Record<string, Reply> }[]) // of the contract
        for (const { content } of Object.values(operation.responses)) {
          const { schema, example } = content?.['application/json'] ?? {}
          if (!schema?.$ref || typeof example !== 'object' || example === null) continue
          count += 1
          expect([schema.$ref, judge(schema.$ref, example)]).toEqual([schema.$ref, []])
          // The compiler takes seconds for all of them.
          if (count % 8 > 0) continue
          for (const key of Array.isArray(example) ? [] : Object.keys(example)) {
            expect(kindsAt(schema.$ref, { ...example, [key]: null }, key)).toEqual(['null'])
            expect(kindsAt(schema.$ref, { ...example, [key]: () => key }, key)).toEqual(['type'])
            // An error may say more, a map has any key, and others are parts of larger ones.
            if (!isClosed(schema.$ref)) continue
            expect(kindsAt(schema.$ref, { ...example, odd: 1 }, 'odd')).toEqual(['unknown'])
          }
        }
    expect(count).toBeGreaterThan(50)
  })

  const parts = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', maxLength: 5, enum: ['a', 'b', 'abcdef'] } },
  }
  const schema = {
    unevaluatedProperties: false,
    allOf: [parts],
    properties: {
      id: { type: 'integer', minimum: 1, maximum: 9 },
      on: { type: 'string', format: 'date', pattern: '^2026' },
      at: { type: 'string', 'x-format': 'yyyy-MM-dd HH:mm:ss' },
      power: { type: 'number', 'x-decimals': 4 },
      list: {
        type: 'array',
        maxItems: 1,
        items: { type: 'object', properties: { id: { type: 'integer' } } },
      },
      tags: { type: 'object', propertyNames: { type: 'string', maxLength: 2 } },
    },
  }
  const judgeThing = judgeBy({ components: { schemas: { Thing: schema } } })

  test.each([
    ['missing', { id: 1 }, 'name', '缺少此属性'],
    ['unknown', { name: 'a', odd: 1 }, 'odd', '约定中没有此属性'],
    ['type', { name: 1 }, 'name', '应为 string，实为 number'],
    ['null', { name: 'a', on: null }, 'on', '应为 string，实为 null'],
    ['date', { name: 'a', on: '2026-02-30' }, 'on', '"2026-02-30" 不是 yyyy-MM-dd'],
    ['date', { name: 'a', on: '2027-02-30' }, 'on', '"2027-02-30" 不是 yyyy-MM-dd'],
    ['date', { name: 'a', at: '3 月 1 日' }, 'at', '"3 月 1 日" 不是 yyyy-MM-dd HH:mm:ss'],
    ['decimals', { name: 'a', power: 1.23456 }, 'power', '1.23456 超过 4 位小数'],
    ['value', { name: 'c' }, 'name', '"c" 不是所列取值之一'],
    ['value', { name: 'abcdef' }, 'name', '长度 6 不在 0 至 5 之间'],
    ['value', { name: 'a', id: 0 }, 'id', '0 不在 1 至 9 之间'],
    ['value', { name: 'a', list: [{ id: 1 }, {}] }, 'list', '项数 2 不在 0 至 1 之间'],
    ['type', { name: 'a', list: [{ id: 1.5 }] }, 'list[0].id', '应为 integer，实为 number'],
    ['value', { name: 'a', tags: { abc: 1 } }, 'tags.abc', '长度 3 不在 0 至 2 之间'],
  ])('tells what is %s in %j by its path and in words', (kind, value, path, message) => {
    expect(judgeThing('#/components/schemas/Thing', value)).toEqual([{ kind, path, message }])
  })
})

interface Reply {
  content?: Record<string, Media>
}

interface Media {
  schema?: { $ref?: string }
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
