import { vi } from 'vitest'
import type { Device } from '../../src/lib/edits/device.ts'
import { Engine } from '../../src/lib/edits/engine.ts'
import type { Entry } from '../../src/lib/edits/model.ts'
import { Keeper } from '../../src/ui/form/keeper.ts'
import { placesOf } from '../../src/ui/form/places.ts'
import { createFormStore, type FormStore } from '../../src/ui/form/store.ts'
import { nameOf, type SamplePlatform } from '../support/unsaved.ts'

/** The storage of one browser, without a cipher. */
export class SampleBrowser {
  readonly copies = new Map<string, { entry: Entry; page: string | undefined }>()

  readonly makeDevice = (): Device => ({
    copies: () => [...this.copies.values()].map(({ entry: { place }, page }) => ({ place, page })),
    read: async (place) => this.copies.get(nameOf(place))?.entry,
    write: async (entry, holder) => {
      await Promise.resolve()
      const page = holder()
      if (page === false) return false
      this.copies.set(nameOf(entry.place), { entry, page })
      return true
    },
    release: (place) => {
      const copy = this.copies.get(nameOf(place))
      if (copy) this.copies.set(nameOf(place), { ...copy, page: undefined })
    },
    remove: (place) => void this.copies.delete(nameOf(place)),
  })
}

export type Fault = 'none' | 'offline' | 'lost'

let pages = 0

/** One page of a browser with the form of a new project. */
export class SamplePage {
  fault: Fault = 'none'
  readonly engine: Engine
  readonly form: FormStore
  readonly keeper: Keeper
  private readonly unfollow: () => void
  private isCrashed = false

  constructor(platform: SamplePlatform, browser: SampleBrowser, names: readonly string[]) {
    pages += 1
    const call =
      <In extends unknown[], Out>(act: (...given: In) => Out) =>
      async (...given: In): Promise<Out> => {
        await new Promise((resolve) => setTimeout(resolve, 50))
        if (this.fault === 'offline') throw new Error('offline')
        const reply = act(...given)
        if (this.fault === 'lost') throw new Error('lost')
        return reply
      }
    this.engine = new Engine({
      user: '7',
      page: `page${pages}`,
      makeDevice: () => {
        const device = browser.makeDevice()
        return {
          ...device,
          release: (place) => this.isCrashed || device.release(place),
          write: async (entry, holder) => !this.isCrashed && device.write(entry, holder),
          remove: (place) => this.isCrashed || device.remove(place),
        }
      },
      timeOf: () => 0,
      platform: {
        list: call(() => ({ deviceKey: '', entries: [...platform.list()] })),
        values: call((place) => platform.values(place)),
        save: call((change) => platform.save(change)),
        remove: call((place) => platform.remove(place)),
        failureOf: () => ({ failure: 'busy' }),
      },
    })
    this.form = createFormStore({
      specs: names.map((name) => ({ name, caption: name, kind: 'string' })),
      initial: {},
    })
    this.keeper = new Keeper({
      store: this.form,
      places: placesOf('es-project', undefined),
      version: undefined,
      engine: async () => this.engine,
      asked: undefined,
      old: () => [],
    })
    this.unfollow = this.keeper.follow()
  }

  /** Ends the page: by a reload, or without a word. */
  end(isCrash: boolean): void {
    this.unfollow()
    this.isCrashed = isCrash
    if (isCrash) this.fault = 'offline'
    this.engine.close()
  }
}

/** Lets simulated time pass. */
export const rest = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

/** All values that the platform has, as JSON texts. */
export const onPlatform = (platform: SamplePlatform): string[] =>
  [...platform.entries.values()].flatMap(({ rows }) => [...rows.values()].map(({ value }) => value))
