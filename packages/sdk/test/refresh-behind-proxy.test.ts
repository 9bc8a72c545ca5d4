import { afterEach, expect, test, vi } from 'vitest'
import { createClient, memoryStore } from '../src/index.ts'
import { firstTokens, startPlatform, wait } from './support/server.ts'

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function platform(options: Parameters<typeof startPlatform>[0] = {}) {
  const server = await startPlatform(options)
  closing.push(server.close)
  return server
}

const clientOf = (url: string, extra: Partial<Parameters<typeof createClient>[0]> = {}) =>
  createClient({ baseUrl: url, session: memoryStore(firstTokens), retry: { times: 0 }, ...extra })

const asHtml = (status: number) => ({ page: true, refreshStatus: status, refreshDelay: 1 })
test.each([404, 409, 422, 405, 403, 401, 400, 200])(
  'a page of a proxy with status %d is no refusal: the session goes on when the platform answers again',
  async (status) => {
    const server = await platform(asHtml(status))
    server.expire()
    const onExpired = vi.fn()
    const client = clientOf(server.url, { retry: { times: 0, baseDelay: 5 }, hooks: { onExpired } })
    const call = client.messages.getUnreadCount()
    while (server.count('/auth/refresh') < 2) await wait(2)
    server.options.page = false
    server.options.refreshStatus = undefined
    expect(await call).toEqual({ count: 3 })
    expect(onExpired).not.toHaveBeenCalled()
  },
)

test.each([404, 409, 422, 405, 200])(
  "a page of a proxy with status %d that stays is nobody's own error, and the session stays",
  async (status) => {
    const server = await platform(asHtml(status))
    server.expire()
    const session = memoryStore(firstTokens)
    const client = clientOf(server.url, { session, retry: { baseDelay: 5 }, timeout: { refresh: 1_000 } })
    const settled = await Promise.allSettled(Array.from({ length: 20 }, () => client.projects.get(7)))
    for (const result of settled)
      expect(result).toMatchObject({
        reason: { kind: 'session-unavailable', cause: { kind: 'malformed', status } },
      })
    expect(session.read()).toEqual(firstTokens)
  },
)

test('a call whose own time is over during a failing refresh says so', async () => {
  const server = await platform({ refreshStatus: 502, refreshDelay: 1 })
  server.expire()
  const client = clientOf(server.url, { retry: { baseDelay: 5 } })
  await expect(client.messages.getUnreadCount({ timeout: 1_000 })).rejects.toMatchObject({
    kind: 'session-unavailable',
    cause: { kind: 'server', status: 502 },
  })
})
