import { createClient } from '@xinchu/sdk'
import { nodeTransport } from '@xinchu/sdk/node'
import { setupServer } from 'msw/node'
import { expect, test } from 'vitest'
import { operation } from '../src/index.ts'

test('msw answers the calls of a client that sends by node:http', async () => {
  const server = setupServer(operation('getUnreadCount', { count: 9 }))
  server.listen({ onUnhandledRequest: 'error' })
  const client = createClient({ baseUrl: 'http://platform.test', transport: nodeTransport() })
  expect(await client.messages.getUnreadCount()).toEqual({ count: 9 })
  server.close()
})
