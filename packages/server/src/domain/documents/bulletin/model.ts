import type { Issue } from '../official/model.ts'

/**
 * A piece of text. A figure has the number of its source, which is raised behind it. A line break stands in cells only. A
 * piece without text adds its source to the one before.
 */
export interface Piece {
  text: string
  source?: number
  /** The text leads to this address. */
  address?: string
  /** Links of this source's number lead here. */
  target?: number
}
export type Words = readonly Piece[]

export interface GridColumn {
  caption: Words
  share: number
  align: 'left' | 'center' | 'right'
}

export interface Grid {
  kind: 'grid'
  caption: string
  /** Sources of its figures, except where the head of a column has its own. */
  sources?: readonly number[]
  columns: readonly GridColumn[]
  rows: readonly (readonly Words[])[]
  isSmall?: boolean
}

/** A year of the chart, in 万千瓦. */
export interface Bar {
  name: string
  /** What stood at the end of the year before. */
  stock: number
  added: number
  label: string
}

export interface Chart {
  kind: 'chart'
  caption: string
  sources: readonly number[]
  bars: readonly Bar[]
  goal?: { caption: string; value: number }
}

export type BulletinBlock = { kind: 'text'; words: Words } | Grid | Chart

export interface Section {
  title: string
  blocks: readonly BulletinBlock[]
}

/** A bulletin of a quarter. Plain data, from which alone its bytes follow. */
export interface Bulletin {
  title: string
  platform: string
  /** Issue, platform and date, below the title. */
  issue: readonly [string, string, string]
  isDraft: boolean
  /** The mark of sample data, at the head of each page. */
  mark: string
  sections: readonly Section[]
  /** Large tables, behind the sections. */
  annexes: readonly Grid[]
  /** The last page: where each figure comes from. */
  sources: Grid
  notes: readonly string[]
  foot: readonly string[]
  /** SHA-256 of the content. */
  digest: string
  /** The moment of the batch. Nothing else depends on time. */
  date: Date
  /** The code that it is issued with, and the address where that is verified. */
  proof?: Issue
}

export const DRAFT = '征求意见稿'

/** Leaves the number of a source to the last of its figures in a sentence. */
export const raised = (words: Words): Words =>
  words.map((piece, at) => {
    if (piece.source === undefined) return piece
    for (const next of words.slice(at + 1)) {
      if (next.source !== undefined) return next.source === piece.source ? { text: piece.text } : piece
      if (/[。；]/.test(next.text)) return piece
    }
    return piece
  })

/** A number of a source, raised behind its text. Brackets keep it apart from the figure. */
export const raisedNumber = ({ source }: Piece): string => `[${source ?? ''}]`

/** A text with the numbers of several sources. */
export const withSources = (text: string, [first, ...more]: readonly number[] = []): Words => [
  { text, ...(first === undefined ? {} : { source: first }) },
  ...more.map((source) => ({ text: '', source })),
]

export const annexName = (at: number): string => `附表 ${at + 1}`

/** Captions of all tables and charts, each kind numbered by itself, without the numbers of their sources. */
export function captions({
  sections,
  annexes,
}: Pick<Bulletin, 'sections' | 'annexes'>): ReadonlyMap<BulletinBlock, string> {
  const counts = { grid: 0, chart: 0 }
  const named = new Map<BulletinBlock, string>()
  for (const block of sections.flatMap(({ blocks }) => blocks)) {
    if (block.kind === 'text') continue
    counts[block.kind] += 1
    named.set(block, `${block.kind === 'grid' ? '表' : '图'} ${counts[block.kind]}　${block.caption}`)
  }
  annexes.forEach((grid, at) => {
    named.set(grid, `${annexName(at)}　${grid.caption}`)
  })
  return named
}
