import type { Bar, Gantt } from './gantt-model.ts'

const PERCENT = 100

const place = ({ from, to }: Bar) => ({ left: `${from * PERCENT}%`, width: `${(to - from) * PERCENT}%` })

/** The scale of years above the bars. */
export function GanttYears({ years }: Pick<Gantt, 'years'>) {
  return (
    <div className="relative h-5" aria-hidden="true">
      {years.map(({ year, at }) => (
        <span
          key={year}
          className="absolute -translate-x-1/2 font-normal"
          style={{ left: `${at * PERCENT}%` }}
        >
          {year}
        </span>
      ))}
    </div>
  )
}

/** The bars of one milestone. The table beside them has the same content as text. */
export function GanttBars({ row, mark }: { row: Gantt['rows'][number] | undefined; mark: number }) {
  return (
    <div className="absolute inset-0" aria-hidden="true">
      {row?.plan && (
        <span className="absolute top-2 h-1.5 rounded-sm bg-line-strong" style={place(row.plan)} />
      )}
      {row?.actual && (
        <span className="absolute top-[18px] h-[9px] rounded-sm bg-brand" style={place(row.actual)} />
      )}
      {row?.expected && (
        <span className="gantt-expected absolute top-[18px] h-[9px] rounded-sm" style={place(row.expected)} />
      )}
      <span className="absolute inset-y-0 w-0.5 bg-danger" style={{ left: `${mark * PERCENT}%` }} />
    </div>
  )
}

export function GanttLegend() {
  return (
    <ul className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-soft text-s">
      <li className="flex items-center gap-1.5">
        <span className="h-1.5 w-4 rounded-sm bg-line-strong" />
        计划
      </li>
      <li className="flex items-center gap-1.5">
        <span className="h-[9px] w-4 rounded-sm bg-brand" />
        实际
      </li>
      <li className="flex items-center gap-1.5">
        <span className="gantt-expected h-[9px] w-4 rounded-sm" />
        预计
      </li>
      <li className="flex items-center gap-1.5">
        <span className="h-3.5 w-0.5 bg-danger" />
        季末
      </li>
    </ul>
  )
}
