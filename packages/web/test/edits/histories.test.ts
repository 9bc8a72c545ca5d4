import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { budget, randomOf, TEST_SEED } from '../../../../scripts/lib/test-seed.mjs'
import { SamplePlatform } from '../support/unsaved.ts'
import { type Fault, SampleBrowser, SamplePage } from './support.ts'

const NAMES = ['a', 'b', 'c']

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
})

const rest = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const onPlatform = (platform: SamplePlatform) =>
  [...platform.entries.values()].flatMap(({ rows }) => [...rows.values()].map(({ value }) => value))

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

test('histories of two browsers: no typed value is lost or replaced without its author', async () => {
  const random = randomOf('form drafts')
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T // the list is not empty
  for (let at = 0; at < budget(60, 400); at += 1) {
    const platform = new SamplePlatform()
    const browsers = [new SampleBrowser(), new SampleBrowser()]
    const open = (index: number) => new SamplePage(platform, browsers[index] ?? new SampleBrowser(), NAMES)
    const pages = [open(0), open(1)]
    const alive = new Set<string>()
    const retire = (values: Iterable<unknown>) => {
      for (const value of values) alive.delete(String(value))
    }
    const did: string[] = []
    for (let step = 0; step < 40; step += 1) {
      const index = pick([0, 1])
      const page = pages[index] as SamplePage // both are open
      const { values } = page.form.state()
      const event = pick([
        'type',
        'type',
        'type',
        'rest',
        'rest',
        'fault',
        'reload',
        'crash',
        'save',
        'undo',
        'take',
        'choose',
      ])
      did.push(`${index} ${event}`)
      if (event === 'type') {
        const name = pick(NAMES)
        const value = random() < 0.15 ? '' : `v${at}.${step}`
        retire([values[name]])
        if (value) alive.add(value)
        page.form.set({ [name]: value })
      } else if (event === 'rest') await rest(pick([10, 60, 500, 900, 3_000]))
      else if (event === 'fault') page.fault = pick<Fault>(['none', 'none', 'offline', 'lost'])
      else if (event === 'reload' || event === 'crash') {
        await rest(10)
        // The form said so: 有未保存的修改, kept nowhere.
        const { keptIn } = page.keeper.state.get().slot
        if (keptIn === 'page' || keptIn === 'nothing') retire(Object.values(page.form.state().values))
        page.end(event === 'crash')
        sessionStorage.clear()
        pages[index] = open(index)
        if (random() < 0.7) await rest(2_000)
      } else if (event === 'save') {
        retire(Object.values(values))
        page.form.settle()
        page.keeper.forget()
      } else if (event === 'undo') page.keeper.undo()
      else if (event === 'take') {
        const [left] = page.keeper.state.get().left
        if (left) void page.keeper.take(left).catch(() => undefined)
      } else {
        const which = pick(['mine', 'theirs'] as const)
        const { theirs } = page.keeper.state.get().slot
        for (const [key, { value }] of theirs) retire([which === 'mine' ? JSON.parse(value) : values[key]])
        page.keeper.choose(which)
      }
    }
    for (const page of pages) page.fault = 'none'
    await rest(40_000)
    const held = new Set([
      ...onPlatform(platform).map((text) => JSON.parse(text)),
      ...pages.flatMap(({ form }) => Object.values(form.state().values)),
      ...browsers.flatMap(({ copies }) =>
        [...copies.values()].flatMap(({ entry }) =>
          [...entry.values.values()].map(({ value }) => JSON.parse(value)),
        ),
      ),
    ])
    const lost = [...alive].filter((value) => !held.has(value))
    expect(lost, `seed ${TEST_SEED}, history ${at}: ${did.join(', ')}`).toEqual([])
    for (const page of pages) page.end(false)
  }
})
