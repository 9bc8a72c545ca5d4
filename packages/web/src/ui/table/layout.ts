import { useState } from 'react'
import { isRecord, readStored, writeStored } from '../../lib/stored.ts'
import { usePorts } from '../ports.ts'

/** A user's layout of one table. */
export interface TableLayout {
  /** Columns shown (true) or hidden (false), differing from their default. */
  visibility: Readonly<Record<string, boolean>>
  order: readonly string[]
  /** Widths in px. */
  widths: Readonly<Record<string, number>>
}

const NONE: TableLayout = { visibility: {}, order: [], widths: {} }

const recordOf = <T extends 'boolean' | 'number'>(raw: unknown, type: T) =>
  Object.fromEntries(Object.entries(isRecord(raw) ? raw : {}).filter(([, value]) => typeof value === type))

/** Reads a saved layout. Invalid parts are ignored. */
export function readLayout(raw: unknown): TableLayout {
  if (!isRecord(raw)) return NONE
  return {
    visibility: recordOf(raw['visibility'], 'boolean') as TableLayout['visibility'], // just filtered so
    order: Array.isArray(raw['order']) ? raw['order'].filter((key) => typeof key === 'string') : [],
    widths: recordOf(raw['widths'], 'number') as TableLayout['widths'], // just filtered so
  }
}

/** This user's layout of a table, stored in the browser. Setting undefined restores the default. */
export function useTableLayout(
  id: string,
): readonly [TableLayout, (change: Partial<TableLayout> | undefined) => void] {
  const key = `xinchu:table:${usePorts().userKey()}:${id}`
  const [layout, setLayout] = useState(() => readLayout(readStored(key)))
  const change = (part: Partial<TableLayout> | undefined) => {
    const next = part ? { ...layout, ...part } : NONE
    setLayout(next)
    writeStored(key, part ? next : undefined)
  }
  return [layout, change]
}

/** Keys in the user's order. Columns never moved stay after their predecessor. */
export function orderedKeys(keys: readonly string[], order: readonly string[]): string[] {
  const known = order.filter((key) => keys.includes(key))
  if (known.length === 0) return [...keys]
  const result = [...known]
  for (const [index, key] of keys.entries()) {
    if (result.includes(key)) continue
    const before = keys[index - 1]
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, key)
  }
  return result
}

interface Fitting {
  key: string
  width: number
  /** May take leftover space. */
  isElastic: boolean
}

/** Distributes leftover width to the elastic columns proportionally. The sum is at least `room` if any is elastic. */
export function fitWidths(columns: readonly Fitting[], room: number): Readonly<Record<string, number>> {
  const total = columns.reduce((sum, { width }) => sum + width, 0)
  const elastic = columns.filter(({ isElastic }) => isElastic)
  const elasticTotal = elastic.reduce((sum, { width }) => sum + width, 0)
  let left = Math.max(0, Math.floor(room) - total)
  const last = elastic.at(-1)
  return Object.fromEntries(
    columns.map(({ key, width, isElastic }) => {
      if (!isElastic || left === 0) return [key, width]
      const share =
        key === last?.key
          ? left
          : Math.min(left, Math.floor(((room - total) * width) / Math.max(elasticTotal, 1)))
      left -= share
      return [key, width + share]
    }),
  )
}
