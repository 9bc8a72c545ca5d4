import type { DemoProjectRow } from '@xinchu/sdk'
import { waitedText } from '../../../lib/due.ts'

interface QueueProps {
  rows: readonly DemoProjectRow[]
  current: number
  onCurrent: (id: number) => void
}

/** Projects that wait for the formal check, the longest first. */
export function Queue({ rows, current, onCurrent }: QueueProps) {
  const at = rows.findIndex(({ id }) => id === current) + 1
  return (
    <nav aria-label="待形审" className="card max-h-[70vh] overflow-y-auto">
      <p className="flex items-center gap-2 border-line border-b px-4 py-2.5">
        <span className="font-medium">待形审</span>
        <span className="text-ink-soft text-s">按等待时间</span>
        <span className="ml-auto text-brand-ink text-s">
          {at} / {rows.length}
        </span>
      </p>
      <ul>
        {rows.map(({ id, projectName, companyName, waitingSince, recommendOrgName, repeats }) => (
          <li key={id} className="border-line not-first:border-t">
            <button
              type="button"
              aria-current={id === current ? 'true' : undefined}
              onClick={() => onCurrent(id)}
              className={`block w-full border-l-3 px-3.5 py-2 text-left ${id === current ? 'border-l-brand bg-brand-soft' : 'border-l-transparent hover:bg-hover'}`}
            >
              <span className="block truncate">{projectName}</span>
              <span className="flex justify-between gap-2 text-ink-soft text-s">
                <span className="truncate">{companyName}</span>
                <span className="whitespace-nowrap">{waitingSince && waitedText(waitingSince)}</span>
              </span>
              <span className="block truncate text-ink-soft text-xs">{recommendOrgName}</span>
              {repeats?.[0] && (
                <span className="block text-danger text-xs">疑似重复 {repeats[0].score} 分</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
