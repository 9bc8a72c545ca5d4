import { expect, test } from 'vitest'
import document from '../../packages/contract/src/gen/openapi.json' with { type: 'json' }

type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null
const at = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((found, key) => (isJson(found) ? resolved(found[key]) : undefined), value)

/** The part of the document that a reference leads to. */
function resolved(value: unknown): unknown {
  const ref = isJson(value) ? value['$ref'] : undefined
  return typeof ref === 'string' ? at(document, ...ref.split('/').slice(1)) : value
}

/** Whether objects of a schema have an id, which one of its parts may state. */
function hasId(schema: unknown): boolean {
  const parts = at(schema, 'allOf')
  const own = at(schema, 'properties')
  return (isJson(own) && 'id' in own) || (Array.isArray(parts) && parts.some((part) => hasId(resolved(part))))
}

const namesOf = (operation: unknown): unknown[] => {
  const parameters = at(operation, 'parameters')
  return Array.isArray(parameters) ? parameters.map((each) => at(resolved(each), 'name')) : []
}

/** Paged lists, with whether their rows have an id. */
const lists = Object.values(document.paths)
  .flatMap((item): unknown[] => Object.values(item))
  .filter((operation) => ['page', 'size'].every((name) => namesOf(operation).includes(name)))
  .map((operation) => {
    const reply = at(operation, 'responses', '200', 'content', 'application/json', 'schema', 'properties')
    const id = String(at(operation, 'operationId'))
    return { id, hasId: hasId(at(reply, 'content', 'items')), names: namesOf(operation) }
  })

// A province that has reported nothing is a row without an id.
const NOT_EVERY_ROW = ['listWorkReports']

test('a list is read by id exactly if each of its rows has one', () => {
  const byId = lists.filter(({ names }) => names.includes('afterId')).map(({ id }) => id)
  const withId = lists.filter((list) => list.hasId && !NOT_EVERY_ROW.includes(list.id))
  expect(byId.length).toBeGreaterThan(20)
  expect(byId.sort()).toEqual(withId.map(({ id }) => id).sort())
})
