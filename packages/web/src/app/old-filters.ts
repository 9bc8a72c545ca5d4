import type { QueryClient } from '@tanstack/react-query'
import type { SavedQuery } from '@xinchu/sdk'
import { isRecord, readStored, writeStored } from '../lib/stored.ts'
import type { SavedFilter } from '../ui/ports.ts'
import { sdkOf } from './sdk.ts'

const isTexts = (raw: unknown): raw is Readonly<Record<string, string>> =>
  isRecord(raw) && Object.values(raw).every((value) => typeof value === 'string')

/** Saved filters of an earlier build in this browser, newest first. Invalid entries are ignored. */
function readOld(raw: unknown): Omit<SavedFilter, 'id'>[] {
  if (!Array.isArray(raw)) return []
  return raw.flatMap((each) => {
    if (!isRecord(each)) return []
    const { name, texts } = each
    return typeof name === 'string' && name !== '' && isTexts(texts) ? [{ name, texts }] : []
  })
}

/** Moves this browser's saved filters to the platform once. An existing name keeps its conditions. */
export async function moveOver(
  client: QueryClient,
  key: string,
  list: SavedQuery['listName'],
  known: readonly SavedQuery[],
): Promise<boolean> {
  const old = readOld(readStored(key))
  if (old.length === 0) return false
  // Deleted first, because what the platform refuses now it would refuse again.
  writeStored(key, undefined)
  const { savedQueries } = sdkOf(client)
  const names = new Set(known.map(({ name }) => name))
  for (const { name, texts } of old.toReversed())
    if (!names.has(name))
      await savedQueries.save({ listName: list, name, conditions: { ...texts } }).catch(() => undefined)
  return true
}
