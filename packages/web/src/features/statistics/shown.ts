import type { FigureState } from '@xinchu/validators'
import { createContext, type RefObject, useContext, useEffect, useId, useRef } from 'react'
import type { StripFigure } from '../../ui/figure-strip.tsx'
import type { ChartOption } from './chart.tsx'
import type { FigureColumn } from './figure-columns.ts'

/** A key figure with its changes in words. */
export type ShownFigure = StripFigure & { changes?: readonly string[] }

/** Table of a chart, with full precision. */
export interface ShownTable {
  title: string
  /** Finding in one sentence; by default made from the columns. */
  finding?: string | undefined
  /** Heading of the first column. */
  group: string
  /** Rows follow each other in time. */
  isCourse?: boolean | undefined
  columns: readonly Omit<FigureColumn<never>, 'of'>[]
  rows: readonly {
    name: string
    values: readonly (number | undefined)[]
    cells?: readonly string[] | undefined
    /** State of its figures, where the rows are of several periods. */
    state?: FigureState | undefined
  }[]
  /** Values of the whole, where they are not the sums of the rows. */
  total?: readonly (number | undefined)[] | undefined
  note?: string | undefined
  /** Conditions by which the page's address for programs has these rows, if not the groups of their cells. */
  address?: string | undefined
}

export interface ShownCard extends ShownTable {
  option: ChartOption
  /** Division code of the outlines. */
  map?: string | undefined
  /** Height on the screen in px. */
  height: number
  /** Takes the whole width of a printed page. */
  isWide?: boolean | undefined
}

/** Tells if a table is that of a chart. */
export const isDrawn = (table: ShownCard | ShownTable): table is ShownCard => 'option' in table

export interface ShownRanking {
  by: string
  rows: readonly {
    name: string
    /** Rank where the rows are in another order. */
    rank?: number
    value: number | undefined
    figure: string
    text: string
    /** Change in words, and value at the base. */
    change?: string
    base?: number | undefined
  }[]
  note?: string | undefined
  /** Figure of the whole. */
  total?: string | undefined
}

/** Part of a statistics page, for its print and its files. */
export type ShownPart =
  | { kind: 'title'; title: string; path: string }
  | { kind: 'origin'; text: string; state: FigureState | undefined }
  | { kind: 'condition'; label: string; text: string }
  | { kind: 'figures'; figures: readonly ShownFigure[] }
  | { kind: 'finding'; text: string; support: string }
  | { kind: 'notes'; notes: readonly string[] }
  | { kind: 'card'; card: ShownCard }
  | { kind: 'ranking'; ranking: ShownRanking }
  | { kind: 'table'; table: ShownTable }

export interface ShownEntry {
  host: RefObject<HTMLElement | null>
  part: ShownPart
}

/** Parts by the component that shows them. */
export type ShownPage = Map<string, ShownEntry>

export const ShownContext = createContext<ShownPage | undefined>(undefined)

/** States what a component shows. Its element gives its place on the page. */
export function useShown<Host extends HTMLElement>(part: ShownPart | undefined): RefObject<Host | null> {
  const page = useContext(ShownContext)
  const id = useId()
  const host = useRef<Host>(null)
  useEffect(() => {
    if (!page || !part) return
    page.set(id, { host, part })
    return () => void page.delete(id)
  })
  return host
}
