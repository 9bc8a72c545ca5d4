import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SamplePlatform } from '../support/unsaved.ts'
import { onPlatform, rest, SampleBrowser, SamplePage } from './support.ts'

const NAMES = ['a', 'b', 'c']

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
})

/** A platform, a browser, and a page that has started. */
async function start() {
  const platform = new SamplePlatform()
  const browser = new SampleBrowser()
  const open = async (where = browser) => {
    const page = new SamplePage(platform, where, NAMES)
    await rest(200)
    return page
  }
  return { platform, browser, open, page: await open() }
}

describe('one form', () => {
  test('is on the platform a second after the last key, by one call', async () => {
    const { platform, page } = await start()
    page.form.set({ a: '1' })
    page.form.set({ a: '12' })
    await rest(1_000)
    expect(onPlatform(platform)).toEqual(['"12"'])
    expect(platform.calls).toBe(1)
    expect(page.keeper.state.get().slot.keptIn).toBe('platform')
    page.end(false)
  })

  test('leaves nothing behind when everything is typed back, or is saved', async () => {
    const { platform, browser, page } = await start()
    page.form.set({ a: '1' })
    await rest(1_000)
    page.form.set({ a: '' })
    await rest(1_000)
    expect([platform.entries.size, browser.copies.size]).toEqual([0, 0])
    page.form.set({ a: '1', b: '2' })
    await rest(820)
    page.form.settle()
    page.keeper.forget()
    await rest(1_000)
    expect([platform.entries.size, browser.copies.size]).toEqual([0, 0])
    page.end(false)
  })

  test('does not come back when it was typed back just before the page ended', async () => {
    const { platform, browser, page, open } = await start()
    page.form.set({ a: '1' })
    await rest(1_000)
    page.fault = 'offline'
    page.form.set({ a: '' })
    await rest(10)
    page.end(false)
    const next = await open()
    expect(next.form.state().isDirty).toBe(false)
    await rest(1_000)
    expect([platform.entries.size, browser.copies.size]).toEqual([0, 0])
    next.end(false)
  })

  test('restores itself after a reload, and keeps what is set aside', async () => {
    const { platform, page, open } = await start()
    page.form.set({ a: '1' })
    await rest(10)
    page.end(false)
    const next = await open()
    expect(next.form.state().values['a']).toBe('1')
    next.keeper.undo()
    expect(next.form.state().isDirty).toBe(false)
    next.form.set({ b: '2' })
    await rest(2_000)
    next.end(false)
    expect(onPlatform(platform).sort()).toEqual(['"1"', '"2"'])
    const last = await open()
    expect(last.form.state().values).toMatchObject({ b: '2' })
    const [left] = last.keeper.state.get().left
    if (!left) throw new Error('what was set aside is not offered')
    await Promise.all([last.keeper.take(left), rest(1_000)])
    expect(last.form.state().values).toMatchObject({ a: '1', b: '' })
    last.end(false)
  })

  test('is found on another device, and by a page after a crash', async () => {
    const { page, open } = await start()
    page.form.set({ a: '1' })
    await rest(1_000)
    const phone = await open(new SampleBrowser())
    expect(phone.form.state().values['a']).toBe('1')
    page.form.set({ b: '2' })
    await rest(10)
    page.end(true)
    phone.end(false)
    const after = await open()
    await rest(2_000)
    const { left } = after.keeper.state.get()
    expect(left.map(({ entry: { values } }) => [...values.keys()])).toEqual([['a', 'b']])
    after.end(false)
  })

  test('is sent once the network is back, without a timer while it is away', async () => {
    const { platform, page } = await start()
    page.fault = 'offline'
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    page.form.set({ a: '1' })
    await rest(60_000)
    expect(page.keeper.state.get().slot).toMatchObject({ keptIn: 'device', failure: 'busy' })
    expect(vi.getTimerCount()).toBe(0)
    page.fault = 'none'
    vi.restoreAllMocks()
    dispatchEvent(new Event('online'))
    await rest(100)
    expect(onPlatform(platform)).toEqual(['"1"'])
    page.end(false)
  })

  test('that was emptied in a page that crashed takes nothing from another device', async () => {
    const { platform, page, open } = await start()
    page.form.set({ a: '1' })
    await rest(1_000)
    const phone = await open(new SampleBrowser())
    page.fault = 'offline'
    page.form.set({ a: '' })
    await rest(10)
    page.end(true)
    phone.form.set({ a: '2' })
    await rest(1_000)
    const next = await open()
    await rest(2_000)
    expect(onPlatform(platform)).toEqual(['"2"'])
    phone.end(false)
    next.end(false)
  })

  test('is sent again by itself after a failure that is no lost network', async () => {
    const { platform, page } = await start()
    page.fault = 'offline'
    page.form.set({ a: '1' })
    await rest(20_000)
    page.fault = 'none'
    await rest(16_000)
    expect(onPlatform(platform)).toEqual(['"1"'])
    page.end(false)
  })

  test('shows after a reload what another device changed since', async () => {
    const { page, open } = await start()
    page.form.set({ a: '1' })
    await rest(1_000)
    const phone = await open(new SampleBrowser())
    phone.form.set({ a: '2' })
    await rest(1_000)
    page.end(false)
    const next = await open()
    expect(next.form.state().values['a']).toBe('2')
    phone.end(false)
    next.end(false)
  })

  test('leaves to another device, when it is saved, what that one added', async () => {
    const { platform, page, open } = await start()
    page.form.set({ a: '1' })
    await rest(1_000)
    const phone = await open(new SampleBrowser())
    phone.form.set({ b: '2' })
    await rest(1_000)
    page.form.settle()
    page.keeper.forget()
    await rest(1_000)
    expect(onPlatform(platform)).toEqual(['"2"'])
    phone.end(false)
    page.end(false)
  })

  test('takes what another device typed into other fields, and asks about the same field', async () => {
    const { page, open } = await start()
    page.form.set({ a: '1' })
    await rest(1_000)
    const phone = await open(new SampleBrowser())
    phone.form.set({ a: '2', b: '3' })
    await rest(1_000)
    page.form.set({ a: '4' })
    await rest(1_000)
    expect(page.form.state().values).toMatchObject({ a: '4', b: '3' })
    expect([...page.keeper.state.get().slot.theirs.keys()]).toEqual(['a'])
    page.keeper.choose('theirs')
    expect(page.form.state().values['a']).toBe('2')
    await rest(1_000)
    expect(page.keeper.state.get().slot.keptIn).toBe('platform')
    page.end(false)
    phone.end(false)
  })
})
