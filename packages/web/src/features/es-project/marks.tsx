import type { ProjectRow } from '@xinchu/sdk'
import { isReturned } from '../../records/returned-states.ts'

const LOOKS = {
  bad: 'bg-danger-soft text-danger',
  good: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  plain: 'bg-sunken text-ink-soft',
} as const

interface Mark {
  label: string
  look: keyof typeof LOOKS
}

/** Score from which a pair counts as a suspected duplicate. */
export const SUSPECTED = 70
const MOST_SHOWN = 2

/** Remarks of a project. They are the reader's to answer if it was returned to him. */
function remarkOf(row: ProjectRow, isOwn: boolean): Mark | undefined {
  const { remarkCount = 0, answeredCount = 0 } = row
  if (remarkCount === 0) return undefined
  if (answeredCount > 0) return { label: `已答复 ${answeredCount}/${remarkCount}`, look: 'good' }
  return { label: `意见 ${remarkCount}`, look: isOwn && isReturned(row) ? 'bad' : 'plain' }
}

/** What to look at first in a project, the most pressing first. */
export function marksOf(row: ProjectRow, isOwn: boolean): readonly Mark[] {
  const { repeatScore = 0, warningCount = 0 } = row
  const all: readonly (Mark | undefined)[] = [
    repeatScore >= SUSPECTED
      ? { label: `疑似重复 ${Math.min(repeatScore, 100)}`, look: 'bad' }
      : repeatScore > 0
        ? { label: `相似 ${repeatScore}`, look: 'plain' }
        : undefined,
    remarkOf(row, isOwn),
    warningCount > 0 ? { label: `警告 ${warningCount}`, look: 'warning' } : undefined,
  ]
  return all.filter((mark) => mark !== undefined)
}

/** The marks of a project as text. */
export const markWords = (row: ProjectRow, isOwn: boolean): string =>
  marksOf(row, isOwn)
    .map(({ label }) => label)
    .join('；')

/** The marks of a project as chips: two, and the number of the others. */
export function Marks({ row, isOwn }: { row: ProjectRow; isOwn: boolean }) {
  const marks = marksOf(row, isOwn)
  const left = marks.slice(MOST_SHOWN)
  return (
    <span className="flex flex-wrap gap-x-1 gap-y-0.5">
      {marks.slice(0, MOST_SHOWN).map(({ label, look }) => (
        <span
          key={label}
          className={`inline-block whitespace-nowrap rounded px-1.5 text-xs leading-[18px] ${LOOKS[look]}`}
        >
          {label}
        </span>
      ))}
      {left.length > 0 && (
        <span
          className="text-ink-faint text-xs leading-[18px]"
          title={left.map(({ label }) => label).join('；')}
        >
          +{left.length}
        </span>
      )}
    </span>
  )
}
