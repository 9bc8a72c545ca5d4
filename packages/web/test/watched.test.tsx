import { QueryClientProvider, QueryObserver, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { queryKeys } from '../src/app/query-keys.ts'
import { dismissArrivals } from '../src/records/arrivals.ts'
import { followPage } from '../src/records/follow-page.ts'
import { shownRecords, takeStep, useChanged, useWatch } from '../src/records/watched.ts'
import { clientOfFile } from './support/client.ts'
import { on, onNetwork } from './support/network.ts'

onNetwork()
const client = clientOfFile()
afterEach(cleanup)

const within = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)

/** A page that shows a project. */
function shown(id: number) {
  const show = () => {
    useWatch('PROJECT', id)
    return useChanged('PROJECT', id).isChanged
  }
  return renderHook(show, { wrapper: within })
}

test('a page that is opened later does not tell of a step that an earlier page told of', async () => {
  const page = shown(1)
  await act(() => takeStep(client, 'PROJECT:1'))
  expect(page.result.current).toBe(true)
  page.unmount()
  expect(shown(1).result.current).toBe(false)
})

test('a step stays told while another page shows the record', async () => {
  const [one, other] = [shown(2), shown(2)]
  await act(() => takeStep(client, 'PROJECT:2'))
  one.unmount()
  expect(other.result.current).toBe(true)
})

function Told({ id }: { id: number }) {
  const { isChanged } = useChanged('PROJECT', id)
  return isChanged ? '已告知' : '未告知'
}

function Page({ id, read }: { id: number; read: () => Promise<string> }) {
  useWatch('PROJECT', id)
  const { data } = useQuery({ queryKey: [...queryKeys.projects, id], queryFn: read })
  return (
    <p>
      {data}，<Told id={id} />
    </p>
  )
}

/** Takes a step on a project while a page shows it, and returns what the page says since. */
async function saidAfterStep(id: number, readAgain: () => Promise<string>): Promise<(string | null)[]> {
  const reads = [async () => '已提交', readAgain]
  const read = () => reads.shift()?.() ?? Promise.reject(new Error('read too often'))
  const { container } = render(<Page id={id} read={read} />, { wrapper: within })
  await waitFor(() => expect(container.textContent).toBe('已提交，未告知'))
  const said = [container.textContent]
  const listener = new MutationObserver(() => said.push(container.textContent))
  listener.observe(container, { characterData: true, childList: true, subtree: true })
  await takeStep(client, `PROJECT:${id}`)
  await waitFor(() => expect(reads).toEqual([]))
  await new Promise((resolve) => setTimeout(resolve, 50))
  listener.disconnect()
  return said
}

test('a step is told once the page shows it, and not beside what was before', async () => {
  const said = await saidAfterStep(6, async () => '已退回')
  expect(said.at(-1)).toBe('已退回，已告知')
  expect(said).not.toContain('已提交，已告知')
})

test('a step that could not be read is not told', async () => {
  expect(await saidAfterStep(8, () => Promise.reject(new Error('no answer')))).toEqual(['已提交，未告知'])
})

test('a step makes what no page shows stale, and reads it when it is shown', async () => {
  shown(7)
  const hidden = [...queryKeys.projects, 'hidden']
  let count = 0
  await client.fetchQuery({ queryKey: hidden, queryFn: () => (count += 1) })
  await act(() => takeStep(client, 'PROJECT:7'))
  expect(client.getQueryState(hidden)?.isInvalidated).toBe(true)
  expect(count).toBe(1)
})

test('whoever has seen the message about a step is not told of the step again', async () => {
  const page = shown(3)
  await act(() => takeStep(client, 'PROJECT:3'))
  act(() => dismissArrivals(client, 'PROJECT', 3))
  expect(page.result.current).toBe(false)
})

const LIVE = 'event: unread\ndata: {"count":0}\n\n'

/** A stream that stays open, live from its start. */
const stream = () =>
  new Response(
    new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(LIVE)),
    }),
    { headers: { 'Content-Type': 'text/event-stream' } },
  )

/** Shows a read on a page, and returns how often it was read. */
async function shownRead(queryKey: readonly string[]): Promise<() => number> {
  let count = 0
  const read = new QueryObserver(client, { queryKey: [...queryKey, 'shown'], queryFn: () => (count += 1) })
  const hide = read.subscribe(() => undefined)
  onTestFinished(hide)
  await waitFor(() => expect(count).toBe(1))
  return () => count
}

test('what pages show of records is read again once a connection follows them, even if it was just read', async () => {
  const asked = on('streamRecords', stream)
  const left = new AbortController()
  onTestFinished(() => left.abort())
  const project = await shownRead(queryKeys.projects)
  shownRecords(client).set(['PROJECT:4'])
  followPage(client, left.signal, () => undefined)
  await waitFor(() => expect(project()).toBe(2))
  const pilot = await shownRead(queryKeys.demos)
  const next = [...queryKeys.demos, 'next']
  client.setQueryData(next, 1)
  shownRecords(client).set(['PROJECT:4', 'DEMO:5'])
  await waitFor(() => expect([project(), pilot()]).toEqual([3, 2]))
  expect(asked.map(({ query }) => query)).toEqual([
    { watch: ['PROJECT:4'] },
    { watch: ['PROJECT:4', 'DEMO:5'] },
  ])
  // No page shows it yet. The connection of the page that will show it reads it again.
  expect(client.getQueryState(next)?.isInvalidated).toBe(false)
})
