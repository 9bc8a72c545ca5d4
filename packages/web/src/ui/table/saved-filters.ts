import { useState } from 'react'
import { isRecord, readStored, writeStored } from '../../lib/stored.ts'
import { usePorts } from '../ports.ts'

/** Conditions, and the order, that a user has given a name. */
export interface SavedFilter {
  name: string
  /** As the address holds them. */
  texts: Readonly<Record<string, string>>
}

/** More would not be found again. */
export const MOST_SAVED = 20
export const LONGEST_NAME = 20

const isTexts = (raw: unknown): raw is Readonly<Record<string, string>> =>
  isRecord(raw) && Object.values(raw).every((value) => typeof value === 'string')

/** Reads what was remembered; what an older build or another hand left there is ignored. */
export function readSaved(raw: unknown): SavedFilter[] {
  if (!Array.isArray(raw)) return []
  return raw
    .flatMap((each): SavedFilter[] => {
      if (!isRecord(each)) return []
      const { name, texts } = each
      return typeof name === 'string' && name !== '' && isTexts(texts) ? [{ name, texts }] : []
    })
    .slice(0, MOST_SAVED)
}

/** Puts conditions under a name; those that had it before are replaced in their place, new ones come first. */
export function withSaved(all: readonly SavedFilter[], saved: SavedFilter): SavedFilter[] {
  if (all.some(({ name }) => name === saved.name))
    return all.map((each) => (each.name === saved.name ? saved : each))
  return [saved, ...all].slice(0, MOST_SAVED)
}

/** Gives conditions another name; one that is taken already is refused by leaving all as it is. */
export const renamed = (all: readonly SavedFilter[], from: string, to: string): readonly SavedFilter[] =>
  all.some(({ name }) => name === to)
    ? all
    : all.map((each) => (each.name === from ? { ...each, name: to } : each))

/** The named conditions of a table for this user, remembered by this browser. */
export function useSavedFilters(
  id: string,
): readonly [readonly SavedFilter[], (next: readonly SavedFilter[]) => boolean] {
  const key = `xinchu:filters:${usePorts().userKey()}:${id}`
  const [saved, setSaved] = useState(() => readSaved(readStored(key)))
  const change = (next: readonly SavedFilter[]) => {
    setSaved([...next])
    return writeStored(key, next.length > 0 ? next : undefined)
  }
  return [saved, change]
}
