import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { generate, generators, typecheck } from '../../openapi/clients/generators.ts'

const script = fileURLToPath(new URL('../../openapi/clients/log-in-and-list.ts', import.meta.url))

const names = Object.keys(generators)

test.each(names)('%s makes a client', (name) => {
  generate(name)
})

test('these clients, and a script that uses one, compile strictly', () => {
  expect(() => typecheck(names, [script])).not.toThrow()
})
