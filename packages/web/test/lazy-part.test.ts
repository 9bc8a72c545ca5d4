import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { lazyPart, MissingPart } from '../src/shell/lazy-part.ts'

const Page = () => null
const client = new QueryClient()

test('a screen with nothing to prepare is loaded before it is shown', async () => {
  const part = lazyPart(async () => ({ Page }), 'Page')
  expect(part.loaded()).toBeUndefined()
  await part.preload(client)
  expect(part.loaded()).toBe(Page)
})

test('a screen prepares what it reads first with its own module and the cache of its portal', async () => {
  const prepared: unknown[] = []
  const part = lazyPart(
    async () => ({ Page }),
    'Page',
    (...args) => prepared.push(args),
  )
  await part.preload(client)
  expect(prepared).toEqual([[{ Page }, client]])
})

test('a screen whose module is gone says so before it is shown', async () => {
  const part = lazyPart<{ Page: typeof Page }, 'Page'>(() => Promise.reject(new Error('404')), 'Page')
  await expect(part.preload(client)).rejects.toThrow(MissingPart)
  expect(part.loaded()).toBeUndefined()
})
