import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import document from '../../packages/contract/src/gen/openapi.json' with { type: 'json' }
import { creditCode } from '../../packages/validators/src/index.ts'

type Operation = {
  operationId: string
  tags: string[]
  summary: string
  security?: unknown[]
  responses: Record<string, unknown>
  'x-callers'?: string[]
  'x-extension'?: boolean
  'x-sdk'?: { resource: string; method: string }
}

const METHODS = ['get', 'post', 'put', 'delete', 'patch']

const operations = Object.entries(document.paths as Record<string, Record<string, unknown>>).flatMap(
  ([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      // The document is checked by the contract lint; this names what the tests below read of it.
      .map(([method, operation]) => ({
        call: `${method.toUpperCase()} ${path}`,
        ...(operation as Operation),
      })),
)

const specified = readFileSync(new URL('specified-calls.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.replace('\t', ' '))

// The specification says that these two calls are made and shows no path for them.
const UNSHOWN = ['GET /api/messagePush/unreadCount', 'GET /api/users/downloadManual']

test('the specification lists 135 calls', () => {
  expect(new Set(specified).size).toBe(135)
})

test('[4.project.1] every call of the specification is in the contract, in its exact spelling', () => {
  const calls = operations.map(({ call }) => call)
  expect(specified.filter((call) => !calls.includes(call))).toEqual([])
  expect(UNSHOWN.filter((call) => !calls.includes(call))).toEqual([])
})

test('every other call is marked as an extension, and no specified call is', () => {
  const marked = operations.filter((operation) => operation['x-extension']).map(({ call }) => call)
  const unlisted = operations.map(({ call }) => call).filter((call) => !specified.includes(call))
  expect(marked.sort()).toEqual(unlisted.sort())
})

test('[6.roles.8] every operation names who may call it, in codes that the contract defines', () => {
  const known = [
    'PUB',
    'ANY',
    ...Object.keys(document['x-caller-codes']),
    ...Object.keys(document['x-caller-groups']),
  ]
  const wrong = operations.filter(
    ({ 'x-callers': callers }) => !callers?.length || callers.some((code) => !known.includes(code)),
  )
  expect(wrong.map(({ call }) => call)).toEqual([])
})

test('an operation needs no token exactly when everyone may call it', () => {
  const wrong = operations.filter(
    ({ security, 'x-callers': callers }) => (security?.length === 0) !== (callers?.includes('PUB') ?? false),
  )
  expect(wrong.map(({ call }) => call)).toEqual([])
})

test('every operation has a Chinese summary and says what any other error looks like', () => {
  const wrong = operations.filter(
    ({ summary, responses }) => !/\p{Script=Han}/u.test(summary) || responses['default'] === undefined,
  )
  expect(wrong.map(({ call }) => call)).toEqual([])
})

test('operation ids are a verb and a noun', () => {
  const wrong = operations.filter(
    ({ operationId }) => !/^[a-z]+[A-Z][A-Za-z]+$|^(login|logout)$/.test(operationId),
  )
  expect(wrong.map(({ operationId }) => operationId)).toEqual([])
})

test('every operation has a name of its own in the SDK, safe as an identifier', () => {
  const names = operations.map(({ 'x-sdk': sdk }) => `${sdk?.resource}.${sdk?.method}`)
  expect(names.filter((name) => !/^[a-z][A-Za-z]+\.[a-z][A-Za-z]+$/.test(name))).toEqual([])
  expect(twice(names)).toEqual([])
})

type Schema = { [key: string]: unknown }

function* schemasWithin(value: unknown, path: string): Generator<[string, Schema]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [path, value as Schema]
  for (const [key, inner] of Object.entries(value)) {
    if (key !== 'example' && key !== 'examples' && key !== 'enum')
      yield* schemasWithin(inner, `${path}/${key}`)
  }
}

test('no schema is left open for want of a decision', () => {
  const open = [...schemasWithin(document.components.schemas, '')].filter(
    ([, schema]) =>
      schema['additionalProperties'] === true ||
      (schema['type'] === 'object' &&
        !schema['properties'] &&
        !schema['additionalProperties'] &&
        !schema['allOf'] &&
        !schema['oneOf']),
  )
  expect(open.map(([path]) => path)).toEqual([])
})

const dictionaries = readFileSync(new URL('../dictionaries.yaml', import.meta.url), 'utf8')

test('every dictionary that a schema names exists', () => {
  const named = new Set(
    [...schemasWithin(document, '')]
      .map(([, schema]) => schema['x-dict'])
      .filter((name) => typeof name === 'string'),
  )
  const missing = [...named].filter((name) => !new RegExp(`^${name}:`, 'm').test(dictionaries))
  expect(missing).toEqual([])
})

/** Every value that stands under a name anywhere in a value. */
function valuesUnder(name: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === name && typeof inner === 'string' ? [inner] : valuesUnder(name, inner),
  )
}

test('the examples of credit codes pass the check that the server makes', () => {
  const codes = valuesUnder('creditCode', document.paths)
  expect(codes.length).toBeGreaterThan(0)
  expect(codes.filter((code) => creditCode(code) !== null)).toEqual([])
})

const twice = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index)

// Code generators name types by title, and by the names of components of several kinds.
test('each schema has a title of its own, safe as an identifier', () => {
  const titles = Object.values(document.components.schemas as Record<string, Schema>).map(({ title }) =>
    String(title),
  )
  expect(titles.filter((title) => !/^\p{ID_Start}\p{ID_Continue}*$/u.test(title))).toEqual([])
  expect(twice(titles)).toEqual([])
})

test('no name stands for components of two kinds, examples aside', () => {
  const { examples: _, ...kinds } = document.components
  expect(twice(Object.values(kinds).flatMap((components) => Object.keys(components)))).toEqual([])
})

test('numbers with decimals say so by x-decimals, and where zero is a value no rule refuses it', () => {
  const wrong = [...schemasWithin(document, '')].filter(
    ([, schema]) =>
      schema['multipleOf'] !== undefined ||
      (String(schema['x-rule']).startsWith('decimal4') && schema['x-decimals'] !== 4) ||
      (schema['x-rule'] === 'decimal4' && schema['exclusiveMinimum'] !== 0),
  )
  expect(wrong.map(([path]) => path)).toEqual([])
})

interface Body {
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown; examples?: unknown }> }
}

const bodies = operations.flatMap((operation) =>
  Object.entries((operation as Body).requestBody?.content ?? {}).map(([type, body]) => ({
    name: `${operation.operationId} ${type}`,
    ...body,
  })),
)

test('every request body has an example, forms too', () => {
  expect(bodies.some(({ name }) => name.endsWith('multipart/form-data'))).toBe(true)
  const without = bodies.filter(({ example, examples }) => example === undefined && examples === undefined)
  expect(without.map(({ name }) => name)).toEqual([])
})

test('the uses of a file that an upload takes are listed in the contract', () => {
  const { FileBizType, FileUpload } = document.components.schemas
  expect(FileUpload.properties.bizType.$ref).toMatch(/\/FileBizType$/)
  expect(FileBizType.enum).toContain('PROJECT_RECORD')
})

interface RightOfContract {
  title: string
  callers: readonly string[]
}

const rights = Object.entries(document['x-rights'] as Record<string, RightOfContract>)

const expanded = (callers: readonly string[]) => {
  const groups: Readonly<Record<string, readonly string[]>> = document['x-caller-groups']
  return callers.flatMap((name) => groups[name] ?? [name]).sort()
}

test.each(rights)('the right %s is described and names known caller codes', (_name, { title, callers }) => {
  expect(title).toMatch(/\p{Script=Han}/u)
  expect(expanded(callers).filter((code) => !(code in document['x-caller-codes']))).toEqual([])
})

test('every department kind of the dictionary has a name for rules', () => {
  const [, kinds = ''] = /^dept_kind:[\s\S]*?values:\n([\s\S]*?)\n(?=\S)/m.exec(dictionaries) ?? []
  const values = [...kinds.matchAll(/^ +'?(\d+)'?:/gm)].map(([, value]) => Number(value))
  expect(values.length).toBeGreaterThan(0)
  expect(Object.values(document['x-dept-kinds']).sort((a, b) => a - b)).toEqual(values.sort((a, b) => a - b))
})

// Calls that are open to exactly those who have a right.
test.each([
  ['createMessage', 'messages.send'],
  ['listMessageReaders', 'messages.send'],
  ['listCountryMessages', 'messages.list'],
  ['listProvinceImports', 'imports.oversee'],
  ['importProjects', 'imports.make'],
  ['correctImportRows', 'imports.make'],
  ['listImportQuestions', 'imports.make'],
  ['getImportPlan', 'imports.make'],
  ['commitImportBatch', 'imports.make'],
  ['cancelImportBatch', 'imports.make'],
  ['getImportReading', 'imports.make'],
  ['confirmImportReading', 'imports.make'],
  ['deleteImportReading', 'imports.make'],
  ['downloadImportErrors', 'imports.make'],
  ['revealProjectContact', 'contacts.reveal'],
])('%s is open to those with the right %s', (operationId, right) => {
  const callers = operations.find((operation) => operation.operationId === operationId)?.['x-callers']
  expect(expanded(callers ?? [])).toEqual(expanded(Object.fromEntries(rights)[right]?.callers ?? []))
})
