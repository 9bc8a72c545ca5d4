import type { Engine } from '../../lib/edits/engine.ts'
import { type Entry, emptyEntry, type Typed } from '../../lib/edits/model.ts'
import { EMPTY_STATE, type Input, type Slot, type SlotState } from '../../lib/edits/slot.ts'
import { createStore, type Store } from '../../lib/store.ts'
import { notify } from '../notice.tsx'
import type { Made } from './context.ts'
import { adopt, titleIn, typedIn, valuesWith } from './kept-values.ts'
import type { OldDraft } from './old-drafts.ts'
import type { FormPlaces } from './places.ts'
import type { FormStore } from './store.ts'
import { tellDiscarded } from './tell-discarded.ts'
import { isSame } from './values.ts'

/** Input of another visit, which can be restored or discarded. */
export interface Left {
  entry: Entry
  discard: () => Promise<void>
}

export interface KeeperState {
  slot: SlotState
  /** The latest first. */
  left: readonly Left[]
  /** What the form restored by itself. */
  restored: Entry | undefined
  made: Made | undefined
}

interface KeeperOptions {
  store: FormStore
  places: FormPlaces
  version: number | undefined
  engine: () => Promise<Engine>
  /** Target that the address names. */
  asked: string | undefined
  /** What an earlier version left in this browser. */
  old: () => readonly OldDraft[]
}

/** The target that this tab typed into before a reload. */
function ownTarget(places: FormPlaces) {
  const name = `slot:${places.kind}`
  return {
    read(): string | undefined {
      try {
        return sessionStorage.getItem(name) ?? undefined
      } catch {
        return undefined // storage is forbidden
      }
    },
    write(target: string): void {
      try {
        sessionStorage.setItem(name, target)
      } catch {
        // Storage is forbidden. A single input is restored all the same.
      }
    },
  }
}

const leftOf = (engine: Engine, entries: readonly Entry[]): Left[] =>
  entries.map((entry) => ({
    entry,
    // What another device has of the same fields was not shown, and stays.
    discard: () =>
      entry.theirs.size > 0
        ? engine.open(entry, () => undefined).drop()
        : engine.discard(entry.place, entry.seq),
  }))

/** The input that a new record restores: that of the address, of this tab before a reload, or the only one. */
function toRestore(found: readonly Entry[], places: FormPlaces, asked: string | undefined) {
  if (!places.isNew) return undefined
  const named = [asked, ownTarget(places).read()].flatMap(
    (target) => found.find(({ place }) => place.target === target) ?? [],
  )
  const ready = found.filter(({ place }) => !places.isAside(place.target))
  return named[0] ?? (ready.length === 1 ? ready[0] : undefined)
}

/** Keeps the unsaved input of one form. */
export class Keeper {
  readonly state: Store<KeeperState> = createStore<KeeperState>({
    slot: EMPTY_STATE,
    left: [],
    restored: undefined,
    made: undefined,
  })
  readonly #options: KeeperOptions
  #started = false
  /** Undefined until earlier input was looked for. */
  #opened: { engine: Engine; slot: Slot } | undefined
  /** The input that a new record comes from, if not the form's own: what was taken over may be open elsewhere. */
  #origin: string | undefined

  constructor(options: KeeperOptions) {
    this.#options = options
  }

  /** Follows the form until the returned function is called. The first call looks for earlier input. */
  follow(): () => void {
    if (!this.#started) void this.#start()
    this.#started = true
    const { store } = this.#options
    let last = store.state().values
    return store.subscribe(() => {
      const { values } = store.state()
      if (values === last) return
      last = values
      this.keep()
    })
  }

  /** Target of the input that a new record comes from. */
  get target(): string | undefined {
    return this.#origin ?? this.#opened?.slot.place.target
  }

  /** See `RecordForm.goOn`. A record that is gone is made once more, by the author's next press. */
  goOn = (values: Made['values']): void => {
    if (!values) this.#origin = this.#options.places.next().target
    this.#tell({ made: { values } })
  }

  /** Keeps what is in the form and not saved. */
  keep(): void {
    const { store, places } = this.#options
    const { slot } = this.#opened ?? {}
    const isAny = store.state().isDirty
    if (!slot || (!isAny && slot.entry.values.size === 0)) return
    slot.put(this.#input())
    if (isAny) ownTarget(places).write(slot.place.target)
  }

  /** Puts other input in place of the form's, which is set aside. */
  async take(left: Left): Promise<void> {
    if (!this.#opened) return
    const { slot } = this.#opened
    this.#tell({ left: this.#without(left) })
    this.#replace(left.entry.values)
    this.#origin = left.entry.place.target
    // Nothing is deleted before it is kept in its new place.
    await slot.flush()
    if (slot.state.get().keptIn === 'platform') await left.discard()
  }

  async discard(left: Left): Promise<void> {
    await left.discard()
    this.#tell({ left: this.#without(left) })
    const { engine } = this.#opened ?? {}
    if (!engine) return
    tellDiscarded(left.entry, async () => {
      const again = leftOf(engine, [await engine.putBack(left.entry)])
      this.#tell({ left: [...again, ...this.state.get().left] })
    })
  }

  /** Deletes the form's own input, which its author may have back: it is listed as that of an earlier visit. */
  abandon(): void {
    const { engine, slot } = this.#opened ?? {}
    const { entry } = slot ?? {}
    this.forget()
    if (!engine || !entry || entry.values.size === 0) return
    tellDiscarded(entry, async () => {
      await engine.putBack(entry)
      notify('已恢复，可从“未提交的填写”接着填', 'success')
    })
  }

  /** Sets aside what was restored by itself. */
  undo = (): void => {
    this.#replace(new Map())
    // What is typed from now on is another record.
    this.#origin = this.#options.places.next().target
  }

  /** Settles the fields that were changed in two places. */
  choose = (which: 'mine' | 'theirs'): void => this.#opened?.slot.choose(which)

  /** Deletes the form's own input: it is saved. */
  forget(): void {
    this.#tell({ restored: undefined, made: undefined })
    void this.#opened?.slot.drop()
  }

  #tell(change: Partial<KeeperState>): void {
    this.state.set({ ...this.state.get(), ...change })
  }

  #input(): Input {
    const { store, version } = this.#options
    return { values: typedIn(store), title: titleIn(store.state().values), version }
  }

  #without(gone: Left): readonly Left[] {
    return this.state.get().left.filter((each) => each.entry.place !== gone.entry.place)
  }

  async #start(): Promise<void> {
    const { store, places, engine: load, asked } = this.#options
    const engine = await load()
    const found = await engine
      .find(places.kind, places.isOf)
      .catch(() => ({ free: [], left: Promise.resolve([]) })) // offline: what is typed now is kept all the same
    const free = this.#withoutSaved(engine, found.free)
    const mine = store.state().isDirty ? undefined : toRestore(free, places, asked)
    const slot = engine.open(mine ?? emptyEntry(places.next()), (adopted) => adopt(store, adopted))
    slot.state.subscribe(() => this.#tell({ slot: slot.state.get() }))
    this.#opened = { engine, slot }
    if (mine) store.set(valuesWith(store, mine.values))
    // Also what was typed before the slot was open.
    this.keep()
    const others = free.filter((entry) => entry !== mine)
    this.#tell({ slot: slot.state.get(), restored: mine, left: leftOf(engine, others) })
    await this.#adoptOld(engine)
    const later = await found.left.catch(() => [])
    this.#tell({ left: [...this.state.get().left, ...leftOf(engine, this.#withoutSaved(engine, later))] })
  }

  /** Keeps the drafts of an earlier version as input of earlier visits. */
  async #adoptOld(engine: Engine): Promise<void> {
    const { store, places, old } = this.#options
    for (const { values, version, remove } of old()) {
      const aside = engine.open(emptyEntry(places.aside()), () => undefined)
      aside.put({ values: typedIn(store, values), title: titleIn(values), version })
      this.#tell({ left: [{ entry: aside.entry, discard: aside.drop }, ...this.state.get().left] })
      await aside.flush()
      if (aside.state.get().keptIn === 'platform' || aside.entry.values.size === 0) remove()
    }
  }

  /** Discards what the record has by now, such as after a save whose page closed at once. */
  #withoutSaved(engine: Engine, entries: readonly Entry[]): readonly Entry[] {
    const { store } = this.#options
    const isSaved = ({ values }: Entry) =>
      isSame(store.options.specs, valuesWith(store, values), store.saved())
    for (const { place, seq } of entries.filter(isSaved))
      void engine.discard(place, seq).catch(() => undefined) // found and discarded by the next form
    return entries.filter((entry) => !isSaved(entry))
  }

  #replace(values: ReadonlyMap<string, Typed>): void {
    if (!this.#opened) return
    const { store, places } = this.#options
    this.#tell({ restored: undefined, made: undefined })
    if (store.state().isDirty) {
      const aside = this.#opened.engine.open(emptyEntry(places.aside()), () => undefined)
      aside.put(this.#input())
      this.#tell({ left: [{ entry: aside.entry, discard: aside.drop }, ...this.state.get().left] })
    }
    store.set(valuesWith(store, values))
  }
}
