import type { QuarterDays } from '@xinchu/validators'
import type { ReactNode } from 'react'
import { DateInput } from '../../ui/date-input.tsx'
import { NumberInput } from '../../ui/inputs.tsx'
import { Wide } from '../../ui/wide.tsx'
import { type GanttMilestone, layOut } from './gantt-model.ts'
import { GanttBars, GanttLegend, GanttYears } from './milestone-gantt.tsx'
import './progress.css'
import { deviationOf, isSettled, type MilestoneEntry, type ProgressForm, stateOf } from './progress-model.ts'
import type { Milestone, Progress } from './progress-queries.ts'

interface MilestoneTableProps {
  plan: readonly Milestone[]
  form: ProgressForm
  previous: Progress | undefined
  days: QuarterDays
  isOpen: boolean
  onEntry: (id: number, entry: MilestoneEntry) => void
}

const EMPTY: MilestoneEntry = { date: '', pct: '' }

/** Places of the milestones that can still be filled in, as in 4、5、6. */
const openPlaces = (plan: readonly Milestone[], previous: Progress | undefined) =>
  plan.flatMap(({ id }, at) => (isSettled(id, previous) ? [] : [at + 1])).join('、')

interface EntryProps {
  id: number
  name: string
  entry: MilestoneEntry
  onEntry: MilestoneTableProps['onEntry']
}

function Entry({ id, name, entry, onEntry }: EntryProps) {
  return (
    <>
      <td className="px-2 py-1">
        <div className="w-36">
          <DateInput
            aria-label={`${name}，实际或预计完成日期`}
            value={entry.date}
            onValue={(date) => onEntry(id, { ...entry, date })}
          />
        </div>
      </td>
      <td className="px-2 py-1">
        <div className="ml-auto w-18">
          <NumberInput
            aria-label={`${name}，完成比例`}
            unit="%"
            className="text-right"
            value={entry.pct}
            onValue={(pct) => onEntry(id, { ...entry, pct })}
          />
        </div>
      </td>
    </>
  )
}

interface RowProps {
  place: number
  milestone: Milestone
  state: GanttMilestone | undefined
  entry: MilestoneEntry
  days: QuarterDays
  isFilled: boolean
  bars: ReactNode
  onEntry: MilestoneTableProps['onEntry']
}

function MilestoneRow({ place, milestone, state, entry, days, isFilled, bars, onEntry }: RowProps) {
  const { id = 0, name, planDate } = milestone
  const deviation = state && deviationOf(state, days)
  return (
    <tr className={`border-line border-b last:border-b-0 ${isFilled ? 'bg-brand-soft' : ''}`}>
      <td className="py-2 text-center text-ink-faint tabular-nums max-sm:hidden">{place}</td>
      <th scope="row" className="px-2 py-2 text-left font-normal max-sm:pl-4 sm:whitespace-nowrap">
        {name}
      </th>
      <td className="whitespace-nowrap px-2 text-ink-soft tabular-nums">{planDate ?? '—'}</td>
      {isFilled ? (
        <Entry id={id} name={name} entry={entry} onEntry={onEntry} />
      ) : (
        <>
          <td className="whitespace-nowrap px-2 tabular-nums">
            {entry.date || '—'}
            {state?.expectedDate && <span className="ml-1 text-ink-faint">预计</span>}
          </td>
          <td className="px-2 text-right tabular-nums">{entry.pct || '—'}</td>
        </>
      )}
      <td className={`whitespace-nowrap px-2 ${deviation?.isLate ? 'text-danger' : 'text-ink-soft'}`}>
        {deviation?.words}
      </td>
      <td className="relative h-9 px-3 max-sm:hidden">
        <div className="absolute inset-x-3 inset-y-0">{bars}</div>
      </td>
    </tr>
  )
}

/** The milestones of the approved plan: planned, actual or expected, and as bars over time. */
export function MilestoneTable({ plan, form, previous, days, isOpen, onEntry }: MilestoneTableProps) {
  const states = stateOf(plan, form)
  const gantt = layOut(states, days.last)
  const open = openPlaces(plan, previous)
  return (
    <section aria-label="里程碑" className="card min-w-0">
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-1.5">
        <h2 className="font-medium">里程碑：计划与实际</h2>
        <p className="text-ink-faint text-s">
          计划取自已批准的实施方案，不可改{open && isOpen ? `；本季只填 ${open}` : ''}
        </p>
        <div className="ml-auto max-sm:hidden">
          <GanttLegend />
        </div>
      </header>
      <Wide label="里程碑">
        <table className="w-full text-s sm:min-w-[700px]">
          <thead>
            <tr className="border-line border-b bg-sunken text-ink-soft">
              <th className="w-10 py-2 font-normal max-sm:hidden">
                <span className="sr-only">序号</span>
              </th>
              <th className="px-2 py-2 text-left font-normal max-sm:pl-4">里程碑</th>
              <th className="px-2 text-left font-normal">计划完成</th>
              <th className="px-2 text-left font-normal">实际或预计</th>
              <th className="whitespace-nowrap px-2 text-right font-normal">完成 %</th>
              <th className="px-2 text-left font-normal">偏差</th>
              <th className="w-[40%] px-3 text-left font-normal text-xs max-sm:hidden">
                <span className="sr-only">进度图</span>
                <GanttYears years={gantt.years} />
              </th>
            </tr>
          </thead>
          <tbody>
            {plan.map((milestone, at) => (
              <MilestoneRow
                key={milestone.id}
                place={at + 1}
                milestone={milestone}
                state={states[at]}
                entry={form.milestones[milestone.id ?? 0] ?? EMPTY}
                days={days}
                isFilled={isOpen && !isSettled(milestone.id ?? 0, previous)}
                bars={<GanttBars row={gantt.rows[at]} mark={gantt.mark} />}
                onEntry={onEntry}
              />
            ))}
          </tbody>
        </table>
      </Wide>
    </section>
  )
}
