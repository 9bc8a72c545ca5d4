import { createStore, type Store } from '../store.ts'
import type { Device } from './device.ts'
import {
  type Adopted,
  chosen,
  confirmed,
  type Entry,
  isKept,
  type Place,
  pendingOf,
  sending,
  type Typed,
} from './model.ts'
import type { Platform } from './platform.ts'
import { createSender, type Failure, type Sender } from './sender.ts'

export interface SlotState {
  /** The farthest place that has all of it. */
  keptIn: 'nothing' | 'page' | 'device' | 'platform'
  /** Milliseconds since 1970 of the last change. */
  at: number
  failure: Failure | undefined
  /** What another window or device has of keys that were changed in both. */
  theirs: ReadonlyMap<string, Typed>
}

export type Input = Pick<Entry, 'values' | 'title' | 'version'>

interface SlotOptions {
  /** The page load that types. */
  page: string
  platform: Platform
  device: Device
  /** Puts what another window or device typed into the form. */
  onAdopt: (adopted: Adopted) => void
}

export const EMPTY_STATE: SlotState = { keptIn: 'nothing', at: 0, failure: undefined, theirs: new Map() }

/** Leaves to the platform what another window or device added to input that is dropped here. */
const withoutTheirs = (entry: Entry): Entry => ({
  ...entry,
  values: new Map(),
  theirs: new Map(),
  kept: new Map([...entry.kept].filter(([key]) => !entry.theirs.has(key) && !entry.values.has(key))),
})

/** The input of one opened form: kept in this browser with each change, and on the platform after a rest. */
export class Slot {
  readonly place: Place
  readonly state: Store<SlotState> = createStore(EMPTY_STATE)
  readonly #options: SlotOptions
  readonly #sender: Sender
  #entry: Entry
  #onDevice: Entry | undefined
  #life: 'open' | 'dropped' | 'released' | 'stopped' = 'open'
  #isWriting = false

  constructor(opened: Entry, options: SlotOptions) {
    this.place = opened.place
    this.#entry = opened
    this.#options = options
    this.#sender = createSender({
      isPending: () => {
        const { set, drop } = pendingOf(this.#entry)
        return set.length + drop.length > 0
      },
      send: () => this.#send(),
      failureOf: options.platform.failureOf,
      onFailure: (failure) => this.#tell({ failure }),
    })
    this.#tell()
  }

  /** What is kept now. */
  get entry(): Entry {
    return this.#entry
  }

  /** The form has this input now. */
  put(input: Input): void {
    this.#life = 'open'
    this.#entry = { ...this.#entry, ...input, at: Date.now() }
    void this.#keepOnDevice()
    this.#tell()
    // What was typed back must not come back on the next page.
    if (input.values.size === 0) void this.#sender.flush()
    else this.#sender.changed()
  }

  /** Settles the keys that were changed in two places. */
  choose(which: 'mine' | 'theirs'): void {
    this.#take(chosen(this.#entry, which))
    this.#sender.changed()
  }

  /** Deletes the input: it is saved, or its author discards it. */
  drop = async (): Promise<void> => {
    this.#life = 'dropped'
    this.#entry = withoutTheirs({ ...this.#entry, values: new Map() })
    this.#options.device.remove(this.place)
    void this.#keepOnDevice()
    this.#tell({ failure: undefined })
    // The platform deletes what has lost its last key. A call that is under way may still write.
    await this.#sender.flush()
  }

  flush(): Promise<void> {
    return this.#sender.flush()
  }

  /** Leaves the input to the next form. */
  release(): void {
    if (this.#life === 'open') this.#life = 'released'
    this.#options.device.release(this.place)
  }

  stop(): void {
    this.#life = 'stopped'
    this.#sender.stop()
  }

  async #send(): Promise<void> {
    const change = pendingOf(this.#entry)
    this.#entry = sending(this.#entry, change)
    void this.#keepOnDevice()
    const { title, version, seq: seen } = this.#entry
    const reply = await this.#options.platform.save({
      ...this.place,
      ...(title === '' ? {} : { title }),
      ...(version === undefined ? {} : { version }),
      ...{ seen, ...change },
    })
    this.#take(confirmed(this.#entry, change, reply))
  }

  #take({ entry, adopted }: { entry: Entry; adopted: Adopted }): void {
    if (this.#life === 'dropped') {
      // What is left there was not shown: if something is typed again, the platform tells it again.
      const isOthers = adopted.size > 0 || entry.theirs.size > 0
      this.#entry = { ...withoutTheirs(entry), seq: isOthers ? this.#entry.seq : entry.seq }
      this.#tell()
      return
    }
    this.#entry = entry
    if (adopted.size > 0) this.#options.onAdopt(adopted)
    void this.#keepOnDevice()
    this.#tell()
  }

  get #isNothing(): boolean {
    const { values, kept, sent } = this.#entry
    return values.size + kept.size + sent.size === 0
  }

  #keptIn(): SlotState['keptIn'] {
    if (this.#isNothing) return 'nothing'
    if (isKept(this.#entry)) return 'platform'
    return this.#onDevice === this.#entry ? 'device' : 'page'
  }

  #tell(change: Partial<SlotState> = {}): void {
    const { at, theirs } = this.#entry
    this.state.set({ ...this.state.get(), ...change, keptIn: this.#keptIn(), at, theirs })
  }

  #holder = (): string | undefined | false => {
    if (this.#life === 'dropped' || this.#life === 'stopped') return false
    return this.#life === 'released' ? undefined : this.#options.page
  }

  /** Writes one copy after another, the latest last. */
  async #keepOnDevice(): Promise<void> {
    if (this.#isWriting) return
    const { device } = this.#options
    this.#isWriting = true
    while (this.#onDevice !== this.#entry) {
      const written = this.#entry
      if (this.#life === 'dropped' || this.#isNothing) device.remove(this.place)
      // A drop in between removes the copy in the next round.
      else if (!(await device.write(written, this.#holder)) && written === this.#entry) break
      this.#onDevice = written
    }
    this.#isWriting = false
    this.#tell()
  }
}
