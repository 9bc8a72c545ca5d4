import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import { generate, generators, typecheck } from '../../openapi/clients/generators.ts'
import { PASSWORD } from '../support/browser.ts'

const script = new URL('../../openapi/clients/log-in-and-list.ts', import.meta.url)

test.each(Object.keys(generators))('%s makes a client that compiles strictly', (name) => {
  generate(name)
  typecheck(name)
})

test('a client that another generator made logs in and lists projects', async () => {
  generate('hey-api')
  typecheck('script', [fileURLToPath(script)])
  const { logInAndList } = await import(script.href)
  expect(await logInAndList(inject('demonstration'), 'nation', PASSWORD)).toBeGreaterThan(0)
})
