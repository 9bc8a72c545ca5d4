import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { clients, generate } from '../../openapi/clients/generators.ts'
import { PASSWORD } from '../support/browser.ts'

// Not a static import: its types are those of a generated client.
const script = new URL('../../openapi/clients/log-in-and-list.ts', import.meta.url)

test('a client that another generator made logs in and lists projects', async () => {
  // Apart from the clients that another file makes at the same time.
  const out = join(clients, '../running-client')
  generate('hey-api', out)
  const [{ logInAndList }, transport, calls] = await Promise.all([
    import(script.href),
    import(join(out, 'client.gen.ts')),
    import(join(out, 'sdk.gen.ts')),
  ])
  const listed = await logInAndList({ ...transport, ...calls }, inject('demonstration'), 'nation', PASSWORD)
  expect(listed).toBeGreaterThan(0)
})
