import type { UnsavedEntry } from '@xinchu/sdk'
import { oncePer } from '../once-per.ts'
import { type Copy, type Device, deviceOf } from './device.ts'
import { type Adopted, chosen, type Entry, emptyEntry, isKept, merged, type Place, typedIn } from './model.ts'
import { beKnown, livePages, PAGE } from './pages.ts'
import type { Platform } from './platform.ts'
import { type Seal, sealOf } from './seal.ts'
import { type Input, Slot } from './slot.ts'

export interface Found {
  /** Input that no page holds, the latest first. */
  free: readonly Entry[]
  /** Input of pages that ended without a word, such as by a crash. They are known a second later. */
  left: Promise<readonly Entry[]>
}

/** Input that its author has discarded, and may want back. */
export interface Discarded extends Input {
  place: Place
}

interface EngineOptions {
  user: string
  /** This page load. */
  page?: string
  makeDevice?: typeof deviceOf
  platform: Platform
  /** Milliseconds since 1970 of a time of the platform. */
  timeOf: (text: string) => number
}

const samePlace = (one: Place, other: Place) => one.kind === other.kind && one.target === other.target

/** Reads and merges the copies of places. */
function createReader({ platform, timeOf }: EngineOptions, device: Device) {
  async function one(place: Place, listed: UnsavedEntry | undefined): Promise<Entry | undefined> {
    const own = await device.read(place)
    const content = listed ? await platform.values(place) : { seq: 0, values: [] }
    const at = listed ? timeOf(listed.savedAt) : 0
    const found = merged(place, own, { ...content, at, title: listed?.title ?? '' })
    if (!found) device.remove(place)
    return found?.entry
  }
  return async (places: readonly Place[], listed: readonly UnsavedEntry[]): Promise<readonly Entry[]> => {
    const read = await Promise.all(
      places.map((place) =>
        one(
          place,
          listed.find((each) => samePlace(each, place)),
        ),
      ),
    )
    return read.flatMap((entry) => entry ?? []).sort((first, second) => second.at - first.at)
  }
}

/** Lists the account's input. The first list brings the key of the copies in this browser. */
function createLister({ user, platform, makeDevice = deviceOf }: EngineOptions) {
  const sealOfKey = oncePer(({ deviceKey }: { deviceKey: string }) => sealOf(deviceKey))
  let key: { deviceKey: string } | undefined
  const device = makeDevice(user, async (): Promise<Seal | undefined> => key && sealOfKey(key))
  return {
    device,
    async list(): Promise<readonly UnsavedEntry[]> {
      const { deviceKey, entries } = await platform.list()
      key ??= { deviceKey }
      return entries
    },
  }
}

const isIn = (copies: readonly { place: Place }[], place: Place) =>
  copies.some((copy) => samePlace(copy.place, place))

/** The unsaved input of an account: on the platform, and sealed in this browser. */
export class Engine {
  readonly #platform: Platform
  readonly #device: Device
  readonly #page: string
  readonly #listed: () => Promise<readonly UnsavedEntry[]>
  readonly #read: ReturnType<typeof createReader>
  readonly #slots = new Set<Slot>()
  readonly #end = new AbortController()

  constructor(options: EngineOptions) {
    const { device, list } = createLister(options)
    this.#platform = options.platform
    this.#page = options.page ?? PAGE
    this.#device = device
    this.#listed = list
    this.#read = createReader(options, device)
    beKnown()
    const { signal } = this.#end
    window.addEventListener('online', () => void this.flush(), { signal })
    window.addEventListener('pagehide', () => this.#release(), { signal })
  }

  /** Opens a slot. `onAdopt` puts into the form what another window or device typed. */
  open(entry: Entry, onAdopt: (adopted: Adopted) => void): Slot {
    const slot = new Slot(entry, {
      page: this.#page,
      platform: this.#platform,
      device: this.#device,
      onAdopt,
    })
    this.#slots.add(slot)
    return slot
  }

  /** Finds the input of one form. */
  async find(kind: Place['kind'], isOf: (target: string) => boolean): Promise<Found> {
    const isHere = (place: Place) => place.kind === kind && isOf(place.target)
    const listed = (await this.#listed()).filter(isHere)
    const { held, free } = this.#copiesOf(isHere)
    const elsewhere = listed.filter((place) => !isIn(held, place) && !isIn(free, place))
    const places = [...free.map(({ place }) => place), ...elsewhere.map(({ target }) => ({ kind, target }))]
    return { free: await this.#found(places, listed), left: this.#leftOf(held, listed) }
  }

  /**
   * Deletes input.
   * @param seen the last change that its author was shown; by default all
   * @throws XinchuError if another window or device has added to it
   */
  async discard(place: Place, seen?: number): Promise<void> {
    for (const slot of this.#slots) if (samePlace(slot.place, place)) await slot.drop()
    const last = seen ?? (await this.#platform.values(place)).seq
    await this.#platform.remove({ ...place, seen: last })
    this.#device.remove(place)
  }

  /** Deletes all input of a place, and returns it. */
  async takeAway(place: Place, title: string): Promise<Discarded> {
    await this.flush()
    const content = await this.#platform.values(place)
    await this.discard(place)
    return { place, title, version: content.version, values: typedIn(content.values) }
  }

  /** Keeps input again that was discarded. @returns what is kept now */
  async putBack({ place, title, version, values }: Discarded): Promise<Entry> {
    const slot = this.open(emptyEntry(place), () => undefined)
    // Only what was typed: the platform has nothing of it any more.
    slot.put({ title, version, values })
    await slot.flush()
    slot.release()
    this.#slots.delete(slot)
    return slot.entry
  }

  /** Lists the account's input, the latest first. Sends first what an earlier page could not send. */
  async list(): Promise<readonly UnsavedEntry[]> {
    const listed = await this.#listed()
    const isOpen = (place: Place) => isIn([...this.#slots], place)
    const places = this.#copiesOf((place) => !isOpen(place)).free.map(({ place }) => place)
    const late = (await this.#read(places, listed)).filter((entry) => !isKept(entry))
    if (late.length === 0) return listed
    for (const entry of late) {
      const slot = this.open(entry, () => undefined)
      await slot.flush()
      slot.release()
      this.#slots.delete(slot)
    }
    return this.#listed()
  }

  /** Sends everything that is pending. */
  async flush(): Promise<void> {
    await Promise.all([...this.#slots].map((slot) => slot.flush()))
  }

  close(): void {
    this.#end.abort()
    this.#release()
    for (const slot of this.#slots) slot.stop()
  }

  #release(): void {
    for (const slot of this.#slots) slot.release()
  }

  #copiesOf(isOf: (place: Place) => boolean) {
    const copies = this.#device.copies().filter(({ place }) => isOf(place))
    const isHeld = ({ page }: Copy) => page !== undefined && page !== this.#page
    return { held: copies.filter(isHeld), free: copies.filter((copy) => !isHeld(copy)) }
  }

  async #leftOf(held: readonly Copy[], listed: readonly UnsavedEntry[]): Promise<readonly Entry[]> {
    if (held.length === 0) return []
    const live = await livePages()
    const dead = held.filter(({ page }) => page !== undefined && !live.has(page))
    return this.#found(
      dead.map(({ place }) => place),
      listed,
    )
  }

  /** Reads places. Where everything was typed back or saved, the platform is told in case it was not. */
  async #found(places: readonly Place[], listed: readonly UnsavedEntry[]): Promise<readonly Entry[]> {
    // What was typed back here and changed elsewhere since is input: removal never wins.
    const entries = (await this.#read(places, listed)).map((entry) =>
      entry.values.size === 0 ? chosen(entry, 'theirs').entry : entry,
    )
    for (const entry of entries) if (entry.values.size === 0) void this.open(entry, () => undefined).drop()
    return entries.filter(({ values }) => values.size > 0)
  }
}
