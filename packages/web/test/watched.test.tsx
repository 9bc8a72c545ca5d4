import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
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

/** Counts how often the review of records is read again. */
function refreshes(of: QueryClient): () => number {
  const spy = vi.spyOn(of, 'invalidateQueries')
  return () => spy.mock.calls.filter(([filters]) => filters?.queryKey === queryKeys.review).length
}

test('records that were shown before a connection are read again once it is there', async () => {
  const asked = on('streamRecords', stream)
  const leaving = new AbortController()
  const count = refreshes(client)
  shownRecords(client).set(['PROJECT:4'])
  followPage(client, leaving.signal, () => undefined)
  await waitFor(() => expect(count()).toBe(1))
  // Of these, the one that is shown now has just been read.
  shownRecords(client).set(['PROJECT:4', 'PROJECT:5'])
  await waitFor(() => expect(count()).toBe(2))
  expect(asked.map(({ query }) => query)).toEqual([
    { watch: ['PROJECT:4'] },
    { watch: ['PROJECT:4', 'PROJECT:5'] },
  ])
  leaving.abort()
})
