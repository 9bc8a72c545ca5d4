import { Icon, type IconName } from '../../ui/icons.tsx'
import { chapterOf, showChapter } from './annual-chapters.ts'
import type { AnnualCheck } from './annual-queries.ts'

type Item = NonNullable<AnnualCheck['items']>[number]

const STATES: Readonly<Record<Item['state'], { icon: IconName; word: string; tone: string }>> = {
  PASSED: { icon: 'check', word: '满足', tone: 'text-success' },
  NOTED: { icon: 'alert', word: '请留意', tone: 'text-warning' },
  LACKING: { icon: 'close', word: '未满足', tone: 'text-danger' },
}

/** Conditions of the submission with their results. */
export function AnnualChecks({ check }: { check: AnnualCheck }) {
  const { items = [], allowed } = check
  const lacking = items.filter(({ state }) => state === 'LACKING').length
  return (
    <section aria-label="提交检查" className="card text-s">
      <h2 className="flex min-h-11 items-center justify-between gap-2 border-line border-b px-4 font-medium text-body">
        提交检查
        <span className={`font-normal text-s ${allowed ? 'text-success' : 'text-danger'}`}>
          {allowed ? '可以提交' : `还差 ${lacking} 项`}
        </span>
      </h2>
      <ul id="annual-checks" className="grid gap-0.5 px-4 py-2.5">
        {items.map(({ state, text, field }) => {
          const { icon, word, tone } = STATES[state]
          return (
            <li key={text} className="flex gap-2 py-1">
              <Icon name={icon} className={`mt-0.5 shrink-0 ${tone}`} />
              <span className="sr-only">{word}：</span>
              {field && state !== 'PASSED' ? (
                <button
                  type="button"
                  className="min-w-0 text-left hover:underline"
                  onClick={() => showChapter(chapterOf(field))}
                >
                  {text}
                </button>
              ) : (
                <span className="min-w-0">{text}</span>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
