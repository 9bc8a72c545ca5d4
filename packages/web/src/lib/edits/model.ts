import type { UnsavedChange, UnsavedContent, UnsavedKind, UnsavedValue } from '@xinchu/sdk'

/** One form of one record or new record. */
export interface Place {
  kind: UnsavedKind
  target: string
}

/** What was typed, and what the record had, as JSON texts. */
export interface Typed {
  value: string
  base?: string
}

/** The unsaved input of one form: all keys that differ from the record, and what the platform has of them. */
export interface Entry {
  place: Place
  title: string
  version: number | undefined
  /** Milliseconds since 1970 of the last change. */
  at: number
  values: ReadonlyMap<string, Typed>
  /** The values that the platform has, as far as this page was told. */
  kept: ReadonlyMap<string, string>
  /** What calls without an answer gave these keys; null removed it. The platform may have it or not. */
  sent: ReadonlyMap<string, readonly (string | null)[]>
  /** Number of the platform's last change that this page was told. */
  seq: number
  /** Keys that another window or device changed to other values than this page. They are not sent until one is chosen. */
  theirs: ReadonlyMap<string, Typed>
}

export type Change = Pick<UnsavedChange, 'set' | 'drop'>

/** Values to put into the form, as JSON texts; undefined puts the record's value back. */
export type Adopted = ReadonlyMap<string, string | undefined>

const NOTHING: Adopted = new Map()

export const emptyEntry = (place: Place): Entry => ({
  place,
  title: '',
  version: undefined,
  at: 0,
  values: new Map(),
  kept: new Map(),
  sent: new Map(),
  seq: 0,
  theirs: new Map(),
})

/** The keys that the platform does not have yet, or may not have. */
export function pendingOf({ values, kept, sent, theirs }: Entry): Change {
  const set = [...values].flatMap(([key, typed]) =>
    (typed.value === kept.get(key) && !sent.has(key)) || theirs.has(key) ? [] : [{ key, ...typed }],
  )
  const known = new Set([...kept.keys(), ...sent.keys()])
  return { set, drop: [...known].filter((key) => !values.has(key) && !theirs.has(key)) }
}

/** Notes a change whose answer is awaited. */
export function sending(entry: Entry, { set, drop }: Change): Entry {
  const sent = new Map(entry.sent)
  const note = (key: string, value: string | null) =>
    sent.set(key, [...new Set([...(sent.get(key) ?? []), value])])
  for (const { key, value } of set) note(key, value)
  for (const key of drop) note(key, null)
  return { ...entry, sent }
}

/** Whether the platform has everything that was typed. */
export function isKept(entry: Entry): boolean {
  const { set, drop } = pendingOf(entry)
  return set.length === 0 && drop.length === 0 && entry.theirs.size === 0
}

const typedOf = ({ value, base }: UnsavedValue): Typed => (base === undefined ? { value } : { value, base })

export const typedIn = (values: readonly UnsavedValue[]): ReadonlyMap<string, Typed> =>
  new Map(values.map((each) => [each.key, typedOf(each)]))

/** Takes over what another window or device changed. A key that this page changed too is kept apart. */
function withOthers(
  entry: Entry,
  others: ReadonlyMap<string, Typed | undefined>,
  seq: number,
): { entry: Entry; adopted: Adopted } {
  const values = new Map(entry.values)
  const kept = new Map(entry.kept)
  const sent = new Map(entry.sent)
  const theirs = new Map(entry.theirs)
  const adopted = new Map<string, string | undefined>()
  for (const [key, other] of others) {
    const mine = entry.values.get(key)?.value
    const isMine = mine !== entry.kept.get(key) || entry.sent.has(key)
    const wasSent = entry.sent.get(key)?.includes(other?.value ?? null)
    theirs.delete(key)
    sent.delete(key)
    if (other) kept.set(key, other.value)
    else kept.delete(key)
    if (mine === other?.value || wasSent) continue
    if (isMine) {
      // Removal never wins over input.
      if (other) theirs.set(key, other)
      continue
    }
    adopted.set(key, other?.value)
    if (other) values.set(key, other)
    else values.delete(key)
  }
  return { entry: { ...entry, values, kept, sent, theirs, seq }, adopted }
}

/** Counts a change as kept, except for the keys that another window or device changed before it. */
export function confirmed(
  entry: Entry,
  { set, drop }: Change,
  { seq, others }: { seq: number; others: readonly UnsavedValue[] },
): { entry: Entry; adopted: Adopted } {
  const refused = new Map(others.map((other) => [other.key, typedOf(other)]))
  const kept = new Map(entry.kept)
  const sent = new Map(entry.sent)
  for (const { key, value } of set) if (!refused.has(key)) kept.set(key, value)
  for (const key of drop) if (!refused.has(key)) kept.delete(key)
  for (const key of [...set.map((each) => each.key), ...drop]) if (!refused.has(key)) sent.delete(key)
  return withOthers({ ...entry, kept, sent }, refused, seq)
}

/**
 * Merges what this browser and what the platform have of one place.
 * @returns undefined if nothing is unsaved: the input was saved or discarded elsewhere
 */
export function merged(
  place: Place,
  own: Entry | undefined,
  platform: UnsavedContent & { at: number; title: string },
): { entry: Entry; adopted: Adopted } | undefined {
  const { seq, version, at, title } = platform
  const values = new Map(platform.values.map((each) => [each.key, typedOf(each)]))
  if (seq === 0) {
    if (!own || (isKept(own) && own.seq > 0)) return undefined
    return {
      entry: { ...own, kept: new Map(), sent: new Map(), theirs: new Map(), seq: 0 },
      adopted: NOTHING,
    }
  }
  if (!own) {
    const kept = new Map([...values].map(([key, { value }]) => [key, value]))
    return { entry: { ...emptyEntry(place), title, version, at, values, kept, seq }, adopted: NOTHING }
  }
  if (own.seq >= seq) return { entry: own, adopted: NOTHING }
  const keys = new Set([...values.keys(), ...own.kept.keys()])
  const others = new Map(
    [...keys].flatMap((key): [string, Typed | undefined][] =>
      values.get(key)?.value === own.kept.get(key) ? [] : [[key, values.get(key)]],
    ),
  )
  return withOthers(own, others, seq)
}

/** Settles the keys that were changed in two places: with what this page has, or with what the other one has. */
export function chosen(entry: Entry, which: 'mine' | 'theirs'): { entry: Entry; adopted: Adopted } {
  const theirs = new Map()
  if (which === 'mine') return { entry: { ...entry, theirs }, adopted: NOTHING }
  return {
    entry: { ...entry, theirs, values: new Map([...entry.values, ...entry.theirs]) },
    adopted: new Map([...entry.theirs].map(([key, { value }]) => [key, value])),
  }
}
