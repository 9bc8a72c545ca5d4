import { readFileSync } from 'node:fs'
import document from '@xinchu/contract/openapi.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { createClient } from '../src/index.ts'

const METHODS = ['get', 'post', 'put', 'delete']

test('each call of the contract is one function of the client', async () => {
  const sent: string[] = []
  const client = createClient({
    baseUrl: 'http://platform.test',
    fetch: async (input, init) => {
      sent.push(`${init?.method} ${new URL(String(input)).pathname.replace(/\/1(?=\/|$)/g, '/{id}')}`)
      return new Response(null, { status: 204 })
    },
  })
  const resources = Object.values(client).filter((value) => typeof value === 'object')
  for (const resource of resources) {
    for (const [name, call] of Object.entries(resource)) {
      if (/^[A-Z]+$/.test(name) || typeof call !== 'function' || ['request', 'use', 'eject'].includes(name))
        continue
      // Functions begin with their path parameters, at most two; a number fits whatever comes next.
      await Promise.resolve(Reflect.apply(call, resource, [1, 1])).catch(() => undefined)
    }
  }
  const expected = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((key) => METHODS.includes(key))
      .map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{id}')}`),
  )
  expect(sent.sort()).toEqual(expected.sort())
})

test('the document that the client hands on is that of the contract, byte for byte', () => {
  const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
  expect(textOf('../src/gen/openapi.json') === textOf('../../contract/src/gen/openapi.json')).toBe(true)
})
