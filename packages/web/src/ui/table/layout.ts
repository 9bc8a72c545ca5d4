import { useEffect, useEffectEvent, useState } from 'react'
import { isRecord, readStored, writeStored } from '../../lib/stored.ts'
import { notify } from '../notice.tsx'
import { usePorts } from '../ports.ts'

/** A user's layout of one table. */
export interface TableLayout {
  /** Columns shown (true) or hidden (false), differing from their default. */
  visibility: Readonly<Record<string, boolean>>
  order: readonly string[]
  /** Widths in px. */
  widths: Readonly<Record<string, number>>
  /** Key of the last frozen column; by default only the first is frozen. */
  frozen?: string | undefined
  /** The preset that the layout was made for. */
  preset?: string | undefined
}

/** Columns and ranks that a table has for a reader. A layout that was made for another preset does not fit. */
export interface Preset {
  /** Key of the saved layout. */
  key: string
  name: string
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
    ...(typeof raw['frozen'] === 'string' && { frozen: raw['frozen'] }),
    ...(typeof raw['preset'] === 'string' && { preset: raw['preset'] }),
  }
}

const KEPT_MS = 10_000

/** Drops a layout that was made for another preset, and offers it once more. */
function useDropped(
  key: string,
  old: string,
  preset: Preset | undefined,
  restore: (old: TableLayout) => void,
) {
  const onRestore = useEffectEvent(restore)
  const name = preset?.name
  useEffect(() => {
    if (name === undefined) return
    const [own, before] = [readStored(key), readStored(old)]
    if (before !== undefined) writeStored(old, undefined)
    const stored = own ?? before
    const layout = readLayout(stored)
    if (stored === undefined || layout.preset === name) return
    writeStored(key, undefined)
    notify('列已按新的默认排列', 'success', {
      action: { label: '恢复我的', forMs: KEPT_MS, onPress: () => onRestore(layout) },
    })
  }, [key, old, name])
}

/** This user's layout of a table, stored in the browser. Setting undefined restores the default. */
export function useTableLayout(
  id: string,
  preset?: Preset,
): readonly [TableLayout, (change: Partial<TableLayout> | undefined) => void] {
  const user = `xinchu:table:${usePorts().userKey()}`
  const key = `${user}:${preset?.key ?? id}`
  const [layout, setLayout] = useState(() => {
    const stored = readLayout(readStored(key))
    return preset === undefined || stored.preset === preset.name ? stored : NONE
  })
  const change = (part: Partial<TableLayout> | undefined) => {
    const next = part ? { ...layout, ...part, ...(preset && { preset: preset.name }) } : NONE
    setLayout(next)
    writeStored(key, part ? next : undefined)
  }
  useDropped(key, `${user}:${id}`, preset, change)
  return [layout, change]
}

/**
 * Left offsets of the frozen columns in px: up to the one that the user froze, in at most half of the room. The first is
 * always frozen.
 */
export function frozenOffsets(
  columns: readonly { key: string }[],
  widths: Widths,
  frozen: string | undefined,
  start: number,
  room: number,
): readonly number[] {
  const last = Math.max(
    0,
    columns.findIndex(({ key }) => key === frozen),
  )
  const offsets: number[] = []
  let left = start
  for (const { key } of columns.slice(0, last + 1)) {
    const width = widths[key] ?? 0
    if (offsets.length > 0 && left + width > room / 2) break
    offsets.push(left)
    left += width
  }
  return offsets
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

const sumOf = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0)

interface Ranked {
  key: string
  /** Least width, px. */
  least: number
  rank: number
  /** Shown by the user's own choice; it never leaves. */
  isChosen: boolean
}

/** The columns that have room: those of the highest rank leave first, from the right. Before it is measured all have it. */
export function keptKeys(columns: readonly Ranked[], room: number): ReadonlySet<string> {
  const kept = new Map(columns.map((column) => [column.key, column]))
  const leaving = columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ rank, isChosen }) => rank > 1 && !isChosen)
    .sort((a, b) => b.rank - a.rank || b.at - a.at)
  for (const { key } of leaving) {
    if (room <= 0 || sumOf([...kept.values()].map(({ least }) => least)) <= room) break
    kept.delete(key)
  }
  return new Set(kept.keys())
}

interface Fitting {
  key: string
  width: number
  /** Width that its content needs; the column gives up the rest when there is too little room. */
  least?: number
  /** May take leftover space. */
  isElastic: boolean
}

// A long text may be cut by this much if the table then needs no scrolling; its tooltip has the rest.
const LONG = 160
const CUT = 0.75

type Widths = Readonly<Record<string, number>>

/** Takes `over` px from columns, in proportion to what each can give. */
function shrink(from: readonly number[], to: readonly number[], over: number): number[] {
  const part = over / Math.max(sumOf(from) - sumOf(to), 1)
  return from.map((width, at) => width - Math.ceil((width - (to[at] ?? width)) * Math.min(part, 1)))
}

/** Takes from the columns what their content does not need, so that the table fits if it can. */
function narrowed(columns: readonly Fitting[], room: number): Widths {
  const full = columns.map(({ width }) => width)
  const least = columns.map(({ width, least = width }) => Math.min(least, width))
  const cut = least.map((width) => (width >= LONG ? Math.round(width * CUT) : width))
  const fit = () => {
    if (sumOf(least) <= room) return shrink(full, least, sumOf(full) - room)
    return sumOf(cut) <= room ? shrink(least, cut, sumOf(least) - room) : least
  }
  const widths = fit()
  return Object.fromEntries(columns.map(({ key, width }, at) => [key, widths[at] ?? width]))
}

/** Distributes leftover width to the elastic columns proportionally, or narrows the columns where it is missing. */
export function fitWidths(columns: readonly Fitting[], room: number): Widths {
  const total = sumOf(columns.map(({ width }) => width))
  if (room > 0 && total > room) return narrowed(columns, Math.floor(room))
  const elastic = columns.filter(({ isElastic }) => isElastic)
  const elasticTotal = sumOf(elastic.map(({ width }) => width))
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
