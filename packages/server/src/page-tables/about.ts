import {
  AT_PRESENT,
  type FileFacts,
  fileLine,
  periodWords,
  type SourcePart,
  totalWords,
} from '@xinchu/validators'
import { SAMPLE_MARK } from '../domain/platform/sample.ts'
import type { PageTable } from './table.ts'

const textsOf = (parts: readonly SourcePart[]) =>
  Object.fromEntries(parts.map(({ name, text }) => [name, text]))

/** What a file is of, besides its rows. */
export interface Occasion {
  isSample: boolean
  /** When the rows were read, yyyy-MM-dd HH:mm:ss. */
  moment: string
}

const totalOf = ({ rows, total = 0 }: PageTable) => (Array.isArray(rows) ? rows.length : total)

const factsOf = (table: PageTable, { moment }: Occasion): FileFacts => {
  const { status, basis = '' } = textsOf(table.source)
  return {
    period: table.period === undefined ? AT_PRESENT : periodWords(table.period),
    status,
    total: totalWords(totalOf(table), '行'),
    source: basis,
    moment,
  }
}

/** The first line of a file: period, status, total, source and moment of its rows. */
export const lineOf = (table: PageTable, occasion: Occasion): string =>
  [fileLine(factsOf(table, occasion)), ...(occasion.isSample ? [SAMPLE_MARK] : [])].join(' · ')

/** Describes the rows of a table: conditions, period, origin, and units of the columns. */
export function aboutOf(table: PageTable, occasion: Occasion) {
  const { title, period, source, baseSource, conditions, columns } = table
  return {
    title,
    ...(occasion.isSample ? { notice: SAMPLE_MARK } : {}),
    ...(period === undefined ? {} : { period }),
    meta: factsOf(table, occasion),
    source: textsOf(source),
    ...(baseSource ? { baseSource: textsOf(baseSource) } : {}),
    conditions,
    columns: columns.map(({ name, caption, unit, labels }) => ({
      ...{ name, caption },
      ...(unit ? { unit } : {}),
      ...(labels ? { labels } : {}),
    })),
  }
}
