import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { useStoredForm } from '../src/features/pilot-reports/use-stored-form.ts'
import { takeStep, useWatch } from '../src/records/watched.ts'
import { clientOfFile } from './support/client.ts'
import { onNetwork } from './support/network.ts'

onNetwork()
const client = clientOfFile()
afterEach(cleanup)

const within = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)

interface Report {
  id: number
  version: number
  text: string
  other: string
  isOpen: boolean
}
const stored = (version: number, text: string, isOpen = true, other = ''): Report => ({
  ...{ id: 9, version, text },
  ...{ isOpen, other },
})
const formOf = ({ text, other }: Report) => ({ text, other })

/** The form of a report on an open page, and what is read of the report. */
function shown(isBusy = false) {
  const { result, rerender } = renderHook(
    ({ report }) => {
      useWatch('ANNUAL', report.id)
      return useStoredForm({
        entity: 'ANNUAL',
        stored: report,
        formOf,
        isOpenIn: ({ isOpen }) => isOpen,
        isBusy,
      })
    },
    { wrapper: within, initialProps: { report: stored(1, '甲') } },
  )
  return {
    now: () => [result.current.form.text, result.current.kept.report.version, result.current.isHeld],
    other: () => result.current.form.other,
    type: (text: string) => act(() => result.current.setForm((now) => ({ ...now, text }))),
    save: (report: Report) => act(() => result.current.keep({ form: formOf(report), report })),
    clash: () => result.current.clash,
    choose: (which: 'mine' | 'theirs') => act(() => result.current.clash?.choose(which)),
    read: (report: Report) => rerender({ report }),
    step: () => act(() => takeStep(client, 'ANNUAL:9')),
    isLeftBehind: () => result.current.isLeftBehind,
    isOpen: () => result.current.isOpen,
    isSaved: () => result.current.form === result.current.kept.form,
  }
}

test('a page on which nothing is typed shows what others have stored', () => {
  const page = shown()
  page.read(stored(2, '乙', false))
  expect(page.now()).toEqual(['乙', 2, false])
})

test('a read that is older than the own save changes nothing', () => {
  const page = shown()
  page.type('丙')
  page.save(stored(3, '丙'))
  page.read(stored(2, '乙'))
  expect(page.now()).toEqual(['丙', 3, false])
})

test('what is read during a write waits for its answer', () => {
  const page = shown(true)
  page.read(stored(2, '乙'))
  expect(page.now()).toEqual(['甲', 1, false])
})

test('what is typed stays after a step of others, and is not saved before it is changed again', async () => {
  const page = shown()
  page.type('我的')
  await page.step()
  page.read(stored(2, '甲', true, '同事的'))
  expect(page.now()).toEqual(['我的', 2, true])
  expect(page.other()).toBe('同事的')
  expect(page.isSaved()).toBe(true)
  page.read(stored(3, '甲', true, '同事再改的'))
  expect(page.now()).toEqual(['我的', 3, true])
  expect(page.other()).toBe('同事再改的')
  page.type('核对后的')
  expect(page.isSaved()).toBe(false)
  page.save(stored(4, '核对后的', true, '同事再改的'))
  expect(page.now()).toEqual(['核对后的', 4, false])
})

describe('a field that others changed while it was typed', () => {
  async function clashed() {
    const page = shown()
    page.type('我的')
    await page.step()
    page.read(stored(2, '乙', true, '同事的'))
    return page
  }

  test('is asked about, and nothing is saved until then', async () => {
    const page = await clashed()
    expect(page.clash()?.names).toEqual(['text'])
    expect(page.now()).toEqual(['我的', 1, true])
    expect(page.isLeftBehind()).toBe(true)
  })

  test.each([
    ['mine', '我的'],
    ['theirs', '乙'],
  ] as const)('has the value that the author chooses: %s', async (which, text) => {
    const page = await clashed()
    page.choose(which)
    expect(page.now()).toEqual([text, 2, false])
    expect(page.other()).toBe('同事的')
    expect([page.clash(), page.isLeftBehind()]).toEqual([undefined, false])
    expect(page.isSaved()).toBe(false)
  })

  test('is asked about no more once it is as it was', async () => {
    const page = await clashed()
    page.type('甲')
    expect(page.now()).toEqual(['乙', 2, true])
  })
})

test.each([
  ['the report is no longer with its author', true, false],
  ['the page has told of no step', false, true],
])('what is typed is saved over no newer version while %s', async (_why, isTold, isOpen) => {
  const page = shown()
  page.type('我的')
  if (isTold) await page.step()
  page.read(stored(2, '乙', isOpen))
  expect(page.now()).toEqual(['我的', 1, true])
  expect([page.isLeftBehind(), page.isOpen()]).toEqual([true, isOpen])
})
