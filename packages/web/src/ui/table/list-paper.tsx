import type { ReactNode } from 'react'
import { ConditionWords } from '../print/condition-words.tsx'
import type { Filter } from './filters.ts'
import type { PaperSource } from './use-printed-list.tsx'
import { ALL_PRINTED } from './use-row-window.ts'

/**
 * What the pages of a list say that the server reads.
 * @param read reads so many of its rows
 */
export const listPaper = <Row,>(
  filters: readonly Filter[],
  conditions: Readonly<Record<string, string>>,
  note: ReactNode,
  read: (size: number) => Promise<readonly Row[]>,
): PaperSource<Row> => ({
  read: () => read(ALL_PRINTED),
  note,
  conditions: Object.keys(conditions).length > 0 && <ConditionWords filters={filters} texts={conditions} />,
})
