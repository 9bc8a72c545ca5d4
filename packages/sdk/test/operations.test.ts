import { expect, test } from 'vitest'
import document from '../src/gen/openapi.json' with { type: 'json' }
import { createClient } from '../src/index.ts'

const METHODS = ['get', 'post', 'put', 'delete']

test('each call of the contract is one function of the client', async () => {
  const sent: string[] = []
  const client = createClient({
    baseUrl: 'http://platform.test',
    fetch: async (input, init) => {
      sent.push(`${init?.method} ${new URL(String(input)).pathname.replace(/\/1(?=\/|$)/, '/{id}')}`)
      return new Response(null, { status: 204 })
    },
  })
  const resources = Object.values(client).filter((value) => typeof value === 'object')
  for (const resource of resources) {
    for (const [name, call] of Object.entries(resource)) {
      if (/^[A-Z]+$/.test(name) || typeof call !== 'function' || ['request', 'use', 'eject'].includes(name))
        continue
      // Every function begins with a path parameter or takes none; the number fits either.
      await Promise.resolve(Reflect.apply(call, resource, [1])).catch(() => undefined)
    }
  }
  const expected = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((key) => METHODS.includes(key))
      .map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/, '{id}')}`),
  )
  expect(sent.sort()).toEqual(expected.sort())
})
