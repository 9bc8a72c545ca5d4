import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createClient, fetchTransport, followUnread, type ServerEvent, serverEvents } from '../src/index.ts'
import { json, refusal, startServer } from './support/server.ts'

async function eventsOf(chunks: readonly string[]) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
  const events: ServerEvent[] = []
  for await (const event of serverEvents(new Response(body))) events.push(event)
  return events
}

test.each([
  ['an event', ['event: unread\ndata: {"count":1}\n\n'], [{ event: 'unread', data: '{"count":1}' }]],
  ['an event in pieces', ['eve', 'nt: a\nda', 'ta:b', '\n', '\n'], [{ event: 'a', data: 'b' }]],
  ['lines that end in CR LF, torn apart', ['data: 甲\r', '\n\r', '\n'], [{ event: 'message', data: '甲' }]],
  ['data of several lines', ['data: a\ndata:  b\n\n'], [{ event: 'message', data: 'a\n b' }]],
  ['a comment', [': alive\n\n'], [{ event: 'comment', data: 'alive' }]],
  ['fields that mean nothing here', ['id: 1\nretry: 5\n\n'], []],
  ['an event that was cut off', ['data: a\n'], []],
])('%s is read as it was meant', async (_title, chunks, events) => {
  expect(await eventsOf(chunks)).toEqual(events)
})

type Answer = (response: ServerResponse) => void

const open = (response: ServerResponse, ...counts: number[]) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  for (const count of counts) response.write(`event: unread\ndata: {"count":${count}}\n\n`)
  return response
}

/** What a follower hears from a server that answers each connection in its own way, the last way for ever. */
async function followed(answers: readonly Answer[], until: number | undefined) {
  let connections = 0
  const server = await startServer((_seen, response) => {
    answers[Math.min(connections, answers.length - 1)]?.(response)
    connections += 1
  })
  const client = createClient({ baseUrl: server.url, transport: fetchTransport(), retry: { times: 0 } })
  const end = new AbortController()
  const heard: (number | boolean)[] = []
  await followUnread(client.messages, {
    signal: end.signal,
    baseDelay: 1,
    maxDelay: 20,
    silence: 200,
    onLive: (isLive) => heard.push(isLive),
    onCount: (count) => {
      heard.push(count)
      if (count === until) end.abort()
    },
  })
  await server.close()
  return { heard, connections }
}

test('the count is followed from one connection to the next, and what is lost is said', async () => {
  const { heard } = await followed(
    [
      (response) => open(response, 1, 2).end(),
      (response) => response.destroy(),
      (response) => open(response, 3),
    ],
    3,
  )
  expect(heard).toEqual([true, 1, true, 2, false, false, true, 3, false])
})

test('a connection on which nothing comes is given up for another', async () => {
  const { heard } = await followed([(response) => void open(response, 1), (response) => open(response, 2)], 2)
  expect(heard).toEqual([true, 1, false, true, 2, false])
})

test('a server that is busy is asked again', async () => {
  const busy: Answer = (response) =>
    json(response, 429, refusal(429, '打开的页面过多'), { 'Retry-After': '0' })
  const { heard, connections } = await followed([busy, busy, (response) => open(response, 5)], 5)
  expect([heard.at(-2), connections]).toEqual([5, 3])
})

test.each([401, 403, 404, 501])('a server that answers %i is not asked again', async (status) => {
  const { heard, connections } = await followed(
    [(response) => json(response, status, refusal(status, '无'))],
    undefined,
  )
  expect([heard, connections]).toEqual([[false], 1])
})

test('steps on watched records come on the connection of the count', async () => {
  const asked: string[] = []
  const server = await startServer((seen, response) => {
    asked.push(seen.path)
    open(response, 1).write('event: record\ndata: {"watch":"PROJECT:7"}\n\n')
  })
  const client = createClient({ baseUrl: server.url, transport: fetchTransport(), retry: { times: 0 } })
  const end = new AbortController()
  const heard: (number | string)[] = []
  await followUnread(client.messages, {
    signal: end.signal,
    watch: ['PROJECT:7', 'USAGE:8'],
    onCount: (count) => heard.push(count),
    onRecord(watch) {
      heard.push(watch)
      end.abort()
    },
  })
  await server.close()
  expect(heard).toEqual([1, 'PROJECT:7'])
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain('/api/messagePush/stream/records?')
  expect(decodeURIComponent(asked[0] ?? '')).toMatch(/PROJECT:7.*USAGE:8/)
})
