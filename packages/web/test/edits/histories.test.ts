import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { budget, randomOf, TEST_SEED } from '../../../../scripts/lib/test-seed.mjs'
import { SamplePlatform } from '../support/unsaved.ts'
import { type Fault, onPlatform, rest, SampleBrowser, SamplePage } from './support.ts'

const NAMES = ['a', 'b', 'c']
const random = randomOf('form drafts')
const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T // the list is not empty

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
})

/** Two browsers with a page each, and the typed values that must not be lost. */
class History {
  readonly platform = new SamplePlatform()
  readonly browsers = [new SampleBrowser(), new SampleBrowser()]
  readonly pages = this.browsers.map((browser) => this.open(browser))
  readonly alive = new Set<string>()
  #typed = 0

  open(browser: SampleBrowser): SamplePage {
    return new SamplePage(this.platform, browser, NAMES)
  }

  /** These values are replaced, saved or discarded by their author. */
  retire(values: Iterable<unknown>): void {
    for (const value of values) this.alive.delete(String(value))
  }

  type(page: SamplePage): void {
    const name = pick(NAMES)
    this.#typed += 1
    const value = random() < 0.15 ? '' : `v${this.#typed}`
    this.retire([page.form.state().values[name]])
    if (value) this.alive.add(value)
    page.form.set({ [name]: value })
  }

  async reopen(page: SamplePage, isCrash: boolean): Promise<void> {
    await rest(10)
    // The form said so: 有未保存的修改, kept nowhere.
    const { keptIn } = page.keeper.state.get().slot
    if (keptIn === 'page' || keptIn === 'nothing') this.retire(Object.values(page.form.state().values))
    page.end(isCrash)
    sessionStorage.clear()
    const index = this.pages.indexOf(page)
    const browser = this.browsers[index]
    if (browser) this.pages[index] = this.open(browser)
    if (random() < 0.7) await rest(2_000)
  }

  save(page: SamplePage): void {
    this.retire(Object.values(page.form.state().values))
    page.form.settle()
    page.keeper.forget()
  }

  take(page: SamplePage): void {
    const [left] = page.keeper.state.get().left
    if (left) void page.keeper.take(left).catch(() => undefined)
  }

  choose(page: SamplePage): void {
    const which = pick(['mine', 'theirs'] as const)
    for (const [key, { value }] of page.keeper.state.get().slot.theirs)
      this.retire([which === 'mine' ? JSON.parse(value) : page.form.state().values[key]])
    page.keeper.choose(which)
  }

  /** Everything that is somewhere. */
  held(): ReadonlySet<unknown> {
    const copies = this.browsers.flatMap((browser) => [...browser.copies.values()])
    const texts = copies.flatMap(({ entry }) => [...entry.values.values()].map(({ value }) => value))
    return new Set([
      ...[...onPlatform(this.platform), ...texts].map((text) => JSON.parse(text)),
      ...this.pages.flatMap(({ form }) => Object.values(form.state().values)),
    ])
  }
}

type Event = (history: History, page: SamplePage) => unknown

const EVENTS: Readonly<Record<string, Event>> = {
  type: (history, page) => history.type(page),
  'type more': (history, page) => history.type(page),
  'type again': (history, page) => history.type(page),
  rest: () => rest(pick([10, 60, 500, 900, 3_000])),
  'rest more': () => rest(pick([10, 60, 500, 900, 3_000])),
  fault: (_history, page) => {
    page.fault = pick<Fault>(['none', 'none', 'offline', 'lost'])
  },
  reload: (history, page) => history.reopen(page, false),
  crash: (history, page) => history.reopen(page, true),
  save: (history, page) => history.save(page),
  undo: (_history, page) => page.keeper.undo(),
  take: (history, page) => history.take(page),
  choose: (history, page) => history.choose(page),
}

test('histories of two browsers: no typed value is lost or replaced without its author', async () => {
  for (let at = 0; at < budget(60, 400); at += 1) {
    const history = new History()
    const did: string[] = []
    for (let step = 0; step < 40; step += 1) {
      const index = pick([0, 1])
      const page = history.pages[index]
      const name = pick(Object.keys(EVENTS))
      did.push(`${index} ${name}`)
      if (page) await EVENTS[name]?.(history, page)
    }
    for (const page of history.pages) page.fault = 'none'
    await rest(40_000)
    const held = history.held()
    const lost = [...history.alive].filter((value) => !held.has(value))
    expect(lost, `seed ${TEST_SEED}, history ${at}: ${did.join(', ')}`).toEqual([])
    for (const page of history.pages) page.end(false)
  }
})
