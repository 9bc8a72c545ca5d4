import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { createClient } from '../src/index.ts'
import { exportedNames } from './support/exported-names.ts'

/** Every method of the client as `resource.method`. */
function* methods(): Generator<string> {
  const client = createClient({ baseUrl: 'http://platform.test' })
  for (const [resource, value] of Object.entries(client)) {
    if (typeof value !== 'object' || value === null) continue
    for (const [name, method] of Object.entries(value))
      if (typeof method === 'function') yield `client.${resource}.${name}`
  }
}

// A name that disappears from the list breaks someone's script. Run with --update to add new names.
test('the public names are those of the list', async () => {
  const names = [...methods(), ...exportedNames(manifest, new URL('..', import.meta.url))]
  await expect(`${names.sort().join('\n')}\n`).toMatchFileSnapshot('public-names.txt')
})

test('no type takes the name of a global, such as Date, away from whoever imports it', () => {
  const names = exportedNames(manifest, new URL('..', import.meta.url))
  const types = names.flatMap((name) => /^@xinchu\/sdk type (\w+)$/.exec(name)?.[1] ?? [])
  expect(types).toEqual(expect.arrayContaining(['DateText', 'ErrorBody']))
  expect(types.filter((name) => name in globalThis)).toEqual([])
})
