import type { SourcePart } from '@xinchu/validators'
import { DEMONSTRATION_MARK } from '../domain/platform/demonstration.ts'
import type { PageTable } from './table.ts'

const textsOf = (parts: readonly SourcePart[]) =>
  Object.fromEntries(parts.map(({ name, text }) => [name, text]))

/** Describes the rows of a table: conditions, period, origin, and units of the columns. */
export function aboutOf(
  { title, period, source, baseSource, conditions, columns }: Omit<PageTable, 'rows'>,
  isDemonstration: boolean,
) {
  return {
    title,
    ...(isDemonstration ? { notice: DEMONSTRATION_MARK } : {}),
    ...(period === undefined ? {} : { period }),
    source: textsOf(source),
    ...(baseSource ? { baseSource: textsOf(baseSource) } : {}),
    conditions,
    columns: columns.map(({ name, caption, unit }) => ({ name, caption, ...(unit ? { unit } : {}) })),
  }
}
