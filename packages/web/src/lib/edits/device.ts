import { isRecord, readStored, writeStored } from '../stored.ts'
import type { Entry, Place, Typed } from './model.ts'
import type { Seal } from './seal.ts'

/** A sealed copy in this browser. */
export interface Copy {
  place: Place
  /** The page load that types it; undefined once that has ended. */
  page: string | undefined
}

/** The copies of one account in this browser. */
export interface Device {
  copies(): readonly Copy[]
  read(place: Place): Promise<Entry | undefined>
  /**
   * @param holder asked when the copy is sealed: the page that types it, or false if the copy is not wanted any more
   * @returns false if the browser keeps nothing
   */
  write(entry: Entry, holder: () => string | undefined | false): Promise<boolean>
  /** Leaves a copy to the next page. Must not wait: the page is ending. */
  release(place: Place): void
  remove(place: Place): void
}

const asObject = (map: ReadonlyMap<string, unknown>) => Object.fromEntries(map)

const textOf = ({ place: _place, values, kept, sent, theirs, ...rest }: Entry): string =>
  JSON.stringify({
    ...rest,
    values: asObject(values),
    kept: asObject(kept),
    sent: asObject(sent),
    theirs: asObject(theirs),
  })

type Stored = Pick<Entry, 'title' | 'version' | 'at' | 'seq'> & {
  values: Record<string, Typed>
  kept: Record<string, string>
  sent: Record<string, (string | null)[]>
  theirs: Record<string, Typed>
}

function entryOf(place: Place, text: string): Entry {
  // The seal proves that `textOf` of the same account has written it.
  const { title, version, at, seq, values, kept, sent, theirs } = JSON.parse(text) as Stored
  const map = <T>(of: Record<string, T>): ReadonlyMap<string, T> => new Map(Object.entries(of))
  return {
    ...{ place, title, version, at, seq },
    ...{ values: map(values), kept: map(kept), sent: map(sent), theirs: map(theirs) },
  }
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return [] // storage is forbidden
  }
}

/** @param seal resolves to undefined while the key of the account is unknown */
export function deviceOf(user: string, seal: () => Promise<Seal | undefined>): Device {
  const prefix = `xinchu:unsaved:${user}:`
  const nameOf = ({ kind, target }: Place) => `${prefix}${kind}:${target}`
  return {
    copies: () =>
      storedKeys().flatMap((name) => {
        const stored = name.startsWith(prefix) ? readStored(name) : undefined
        if (!isRecord(stored)) return []
        const [kind = '', ...target] = name.slice(prefix.length).split(':')
        const page = typeof stored['page'] === 'string' ? stored['page'] : undefined
        // Only this module writes below the prefix.
        return [{ place: { kind, target: target.join(':') } as Place, page }]
      }),
    async read(place) {
      const text = await (await seal())?.open(readStored(nameOf(place)), nameOf(place))
      return text === undefined ? undefined : entryOf(place, text)
    },
    async write(entry, holder) {
      const sealed = await (await seal())?.close(textOf(entry), nameOf(entry.place))
      const page = holder()
      return sealed !== undefined && page !== false && writeStored(nameOf(entry.place), { ...sealed, page })
    },
    release(place) {
      const stored = readStored(nameOf(place))
      if (isRecord(stored)) writeStored(nameOf(place), { ...stored, page: undefined })
    },
    remove: (place) => void writeStored(nameOf(place), undefined),
  }
}
