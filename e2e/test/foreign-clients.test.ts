import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import { generate, generators, typecheck } from '../../openapi/clients/generators.ts'
import { PASSWORD } from '../support/browser.ts'

const script = new URL('../../openapi/clients/log-in-and-list.ts', import.meta.url)

const names = Object.keys(generators)

test.each(names)('%s makes a client', generate)

test('these clients, and a script that uses one, compile strictly', () => {
  typecheck(names, [fileURLToPath(script)])
})

test('a client that another generator made logs in and lists projects', async () => {
  const { logInAndList } = await import(script.href)
  expect(await logInAndList(inject('demonstration'), 'nation', PASSWORD)).toBeGreaterThan(0)
})
