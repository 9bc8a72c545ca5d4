import { describe, expect, test } from 'vitest'
import current from '../../packages/contract/src/gen/openapi.json' with { type: 'json' }
import { breaksBetween, type Document, mayBreak, withoutWords } from '../compatibility.ts'
import released from '../released.json' with { type: 'json' }

// Both are what the contract lint holds to be an OpenAPI document.
const now = current as unknown as Document
const then = released as unknown as Document

test('the contract breaks no client of the released one, unless its version says so', () => {
  const breaks = mayBreak(released.info.version, current.info.version) ? [] : breaksBetween(then, now)
  expect(breaks).toEqual([])
})

const small = {
  paths: {
    '/stations': {
      get: {
        operationId: 'listStations',
        'x-sdk': { resource: 'stations', method: 'list' },
        'x-callers': ['READ', 'ENT'],
        parameters: [{ name: 'page', in: 'query', schema: { type: 'integer', maximum: 100 } }],
        responses: {
          '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Station' } } } },
        },
      },
      post: {
        operationId: 'createStation',
        'x-callers': ['ENT'],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Draft' } } } },
        responses: {
          '201': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Station' } } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Draft: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', title: '名称', minLength: 1, maxLength: 50 },
          kind: { type: 'string', enum: ['1', '2'] },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Draft' } },
        },
      },
      Station: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'integer' }, name: { type: 'string' } },
      },
    },
  },
  'x-caller-groups': { READ: ['NAT', 'PRV'] },
}

/** The small document after a change at a place, given by its keys. */
function changed(place: readonly string[], value: unknown): Document {
  const copy = structuredClone(small)
  const last = place.at(-1) ?? ''
  const holder = place.slice(0, -1).reduce<Record<string, unknown>>(
    (found, key) => found[key] as Record<string, unknown>, // the places below are those of the document above
    copy as unknown as Record<string, unknown>,
  )
  if (value === undefined) delete holder[last]
  else holder[last] = value
  return copy as unknown as Document
}

const LIST = ['paths', '/stations', 'get']
const CREATE = ['paths', '/stations', 'post']
const DRAFT = ['components', 'schemas', 'Draft']
const STATION = ['components', 'schemas', 'Station']

describe('a change that breaks clients is found', () => {
  test.each<[string, string[], unknown, string]>([
    ['a call is removed', CREATE, undefined, 'POST /stations: removed'],
    ['a path is removed', ['paths', '/stations'], undefined, 'GET /stations: removed'],
    ['a call gets another id', [...LIST, 'operationId'], 'getStations', 'operationId changed'],
    ['a method of the SDK is renamed', [...LIST, 'x-sdk'], { resource: 'stations', method: 'all' }, 'SDK'],
    ['a caller loses a call', [...LIST, 'x-callers'], ['PRV', 'ENT'], 'NAT may no longer call it'],
    ['a parameter is removed', [...LIST, 'parameters'], [], 'query page removed'],
    [
      'a parameter becomes required',
      [...LIST, 'parameters', '0', 'required'],
      true,
      'query page became required',
    ],
    [
      'a required parameter is added',
      [...LIST, 'parameters', '1'],
      { name: 'year', in: 'query', required: true, schema: { type: 'integer' } },
      'new required query year',
    ],
    [
      'a bound of a parameter is lowered',
      [...LIST, 'parameters', '0', 'schema', 'maximum'],
      50,
      'maximum lowered',
    ],
    ['a body becomes required', [...CREATE, 'requestBody', 'required'], true, 'body became required'],
    ['a content type is no longer taken', [...CREATE, 'requestBody', 'content'], {}, 'no longer taken'],
    ['a property of a request is removed', [...DRAFT, 'properties', 'kind'], undefined, 'kind: removed'],
    ['a property becomes required', [...DRAFT, 'required'], ['name', 'kind'], 'kind: became required'],
    [
      'a property has another type',
      [...DRAFT, 'properties', 'name', 'type'],
      'number',
      'type string became number',
    ],
    ['a value is removed', [...DRAFT, 'properties', 'kind', 'enum'], ['1'], 'value 2 removed'],
    ['values are restricted', [...DRAFT, 'properties', 'name', 'enum'], ['a'], 'values were restricted'],
    ['a text must be shorter', [...DRAFT, 'properties', 'name', 'maxLength'], 40, 'maxLength lowered to 40'],
    ['a text must be longer', [...DRAFT, 'properties', 'name', 'minLength'], 2, 'minLength raised to 2'],
    ['a list is bounded', [...DRAFT, 'properties', 'parts', 'maxItems'], 5, 'maxItems lowered to 5'],
    ['a pattern is added', [...DRAFT, 'properties', 'name', 'pattern'], '^a', 'another pattern'],
    ['a condition is added', [...DRAFT, 'then'], { required: ['kind'] }, 'another condition (then)'],
    ['a status of success changes', [...CREATE, 'responses'], { '200': {} }, 'no longer answers 201'],
    ['a reply loses a property', [...STATION, 'properties', 'name'], undefined, 'name: removed'],
    ['a property may be missing from a reply', [...STATION, 'required'], [], 'id: no longer always present'],
  ])('%s', (_what, place, value, found) => {
    expect(breaksBetween(small as unknown as Document, changed(place, value)).join('\n')).toContain(found)
  })
})

describe('a change that only adds is none', () => {
  test.each<[string, string[], unknown]>([
    ['a call is added', ['paths', '/stations', 'put'], { operationId: 'saveStation', responses: {} }],
    ['a caller is added', [...LIST, 'x-callers'], ['ANY']],
    ['an optional parameter is added', [...LIST, 'parameters', '1'], { name: 'q', in: 'query', schema: {} }],
    ['an optional property is added', [...DRAFT, 'properties', 'remark'], { type: 'string' }],
    ['a property is no longer required', [...DRAFT, 'required'], []],
    ['a bound is raised', [...DRAFT, 'properties', 'name', 'maxLength'], 60],
    ['a value is added', [...DRAFT, 'properties', 'kind', 'enum'], ['1', '2', '3']],
    ['a property of a reply becomes certain', [...STATION, 'required'], ['id', 'name']],
    ['a caption changes', [...DRAFT, 'properties', 'name', 'title'], '电站名称'],
  ])('%s', (_what, place, value) => {
    expect(breaksBetween(small as unknown as Document, changed(place, value))).toEqual([])
  })
})

test('prose is left out of the released document, and properties that are called like it are not', () => {
  const schema = { title: '站', properties: { title: { type: 'string', description: '标题' } } }
  expect(withoutWords(schema)).toEqual({ properties: { title: { type: 'string' } } })
})

test.each([
  ['0.1.0', '0.1.1', false],
  ['0.1.0', '0.2.0', true],
  ['1.4.0', '1.5.0', false],
  ['1.4.0', '2.0.0', true],
])('from version %s to %s clients may break: %s', (before, after, may) => {
  expect(mayBreak(before, after)).toBe(may)
})
