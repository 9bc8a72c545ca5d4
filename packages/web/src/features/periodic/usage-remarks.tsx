import { RemarkList } from './remark-list.tsx'
import { useWords } from './usage-conflicts.tsx'
import type { UsageLine } from './use-usage-sheet.ts'

/** The remarks on the current row of the quarterly sheet. */
export function UsageRemarks({ line }: { line: UsageLine }) {
  const words = useWords()
  return (
    <RemarkList
      // Another row or another return opens its own answers.
      key={line.remarks.map(({ item }) => item.remark.id).join()}
      of={line.due.projectName ?? ''}
      remarks={line.remarks}
      nowOf={({ item: { place } }) => place && words(place.name, line.typed[place.name] ?? '')}
    />
  )
}
