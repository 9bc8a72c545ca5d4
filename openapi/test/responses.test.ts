import { expect, test } from 'vitest'
import document from '../../packages/contract/src/gen/openapi.json' with { type: 'json' }

interface Operation {
  requestBody?: object
  parameters?: { $ref?: string; name?: string; in?: string }[]
  responses: Record<string, object>
  'x-callers': string[]
  'x-window'?: string
}

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  // The contract lint holds each item to this shape.
  Object.entries(item as unknown as Record<string, Operation>).map(
    ([method, operation]) => [`${method.toUpperCase()} ${path}`, method, operation] as const,
  ),
)

function missing(status: string, applies: (operation: Operation, method: string, call: string) => boolean) {
  return operations
    .filter(
      ([call, method, operation]) => applies(operation, method, call) && !(status in operation.responses),
    )
    .map(([call]) => call)
}

const takesKey = ({ parameters = [] }: Operation) =>
  parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'))

test.each(['400', '408', '429', '431', '500', '503'])('every operation lists %s', (status) => {
  expect(missing(status, () => true)).toEqual([])
})

test.each(['413', '415'])('every operation with a body lists %s', (status) => {
  expect(missing(status, ({ requestBody }) => Boolean(requestBody))).toEqual([])
})

test('every operation that changes something lists 507', () => {
  expect(missing('507', (_, method) => method !== 'get')).toEqual([])
})

test('every operation that needs a session lists 401 and 403', () => {
  const isClosed = (operation: Operation) => !operation['x-callers'].includes('PUB')
  expect(missing('401', isClosed)).toEqual([])
  expect(missing('403', isClosed)).toEqual([])
})

test('every operation on one record by its key lists 404', () => {
  expect(missing('404', (_operation, _method, call) => call.includes('{id}'))).toEqual([])
})

test('every operation with an idempotency key lists 409 and 422', () => {
  expect(missing('409', takesKey)).toEqual([])
  expect(missing('422', takesKey)).toEqual([])
})

test('every operation within a fill window lists 423', () => {
  expect(missing('423', (operation) => operation['x-window'] !== undefined)).toEqual([])
})
