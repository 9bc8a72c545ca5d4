import { type Chapter, type ChapterState, percentOf, showChapter } from './annual-chapters.ts'
import { figuresOf } from './annual-model.ts'
import type { Annual } from './use-annual.ts'

const SIGNS: Readonly<Record<ChapterState, { sign: string; word: string; tone: string }>> = {
  done: { sign: '✓', word: '已完成', tone: 'border-success-line bg-success-soft text-success' },
  changed: { sign: '改', word: '有修改', tone: 'border-warning-line bg-warning-soft text-warning' },
  short: { sign: '◐', word: '未填完', tone: 'border-warning-line bg-warning-soft text-warning' },
  empty: { sign: '!', word: '未填写', tone: 'border-danger-line bg-danger-soft text-danger' },
  optional: { sign: '', word: '选填', tone: 'border-line-control' },
}

/** The chapters of a report, with how far each is written. */
export function AnnualOutline({ annual, chapters }: { annual: Annual; chapters: readonly Chapter[] }) {
  const percent = percentOf(chapters)
  const figures = figuresOf(annual.form, annual.report)
  const prefilled = figures.filter(({ sum }) => sum !== undefined).length
  return (
    <nav
      aria-label="年度报告目录"
      className="card min-w-0 self-start xl:sticky xl:top-[calc(var(--frame-top,0px)+12px)]"
    >
      <div className="border-line border-b px-4 py-3">
        <p className="font-semibold text-lg tabular-nums">{percent}%</p>
        <div className="my-1.5 h-1.5 overflow-hidden rounded bg-sunken">
          <div className="h-full bg-brand" style={{ width: `${percent}%` }} />
        </div>
        <p className="text-ink-soft text-xs">
          预填 {prefilled} 项，修改 {figures.filter(({ isChanged }) => isChanged).length} 项
        </p>
      </div>
      <ul className="grid gap-0.5 p-2 text-s max-xl:grid-cols-3 max-md:grid-cols-2 max-sm:grid-cols-1">
        {chapters.map(({ id, no, title, state, note }) => {
          const { sign, word, tone } = SIGNS[state]
          return (
            <li key={id} className="min-w-0">
              <button
                type="button"
                onClick={() => showChapter(id)}
                className="flex min-h-8 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover max-xl:min-h-10"
              >
                <span
                  aria-hidden="true"
                  className={`grid size-4.5 shrink-0 place-items-center rounded-full border text-[10px] leading-none ${tone}`}
                >
                  {sign}
                </span>
                <span className="shrink-0 text-ink-faint">{no}</span>
                <span className="min-w-0 flex-1 truncate">{title}</span>
                <span className="sr-only">，{word}，</span>
                <span className="shrink-0 text-ink-faint text-xs tabular-nums">{note}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
