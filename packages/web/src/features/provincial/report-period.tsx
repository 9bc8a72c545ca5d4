import { WorkReportType } from '@xinchu/contract/codes'
import type { ReactNode } from 'react'
import { today } from '../../lib/beijing.ts'
import { WindowStatus } from '../../records/window-status.tsx'
import { Button } from '../../ui/button.tsx'
import { DictText } from '../../ui/dict-text.tsx'
import { Select } from '../../ui/inputs.tsx'
import { usePorts } from '../../ui/ports.ts'
import type { ReportKey } from './queries.ts'

const EARLIER_YEARS = 2
const TYPES = Object.values(WorkReportType)

const thisYear = () => Number(today().slice(0, 4))

/** A year's own report is written after it has ended; until then it is the half-year's. */
const typeDuring = (year: number) => (year < thisYear() ? WorkReportType.year : WorkReportType.halfYear)

/** The period in the address; by default the given year, or this one. */
export function useReportPeriod(year: number = thisYear()): ReportKey {
  const [search] = usePorts().useSearch()
  const chosen = Number(search['year']) || year
  return {
    year: chosen,
    reportType: TYPES.find((each) => each === String(search['reportType'])) ?? typeDuring(chosen),
  }
}

/** Heading with the choice of year and type. */
export function PeriodHead({ period, children }: { period: ReportKey; children?: ReactNode }) {
  const [search, setSearch] = usePorts().useSearch()
  const years = new Set(Array.from({ length: EARLIER_YEARS + 1 }, (_, index) => thisYear() - index))
  const change = (next: Partial<ReportKey>) => setSearch({ ...search, ...period, page: undefined, ...next })
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h1 className="font-semibold text-lg">省级工作报告</h1>
      <div className="w-28">
        <Select
          aria-label="年度"
          placeholder=""
          value={String(period.year)}
          options={[...years.add(period.year)].map((each) => ({ value: String(each), label: `${each} 年` }))}
          onValue={(chosen) => change({ year: Number(chosen) })}
        />
      </div>
      <fieldset className="flex gap-1.5">
        <legend className="sr-only">报告类型</legend>
        {TYPES.map((each) => (
          <Button
            key={each}
            look={each === period.reportType ? 'primary' : 'plain'}
            aria-pressed={each === period.reportType}
            onClick={() => change({ reportType: each })}
          >
            <DictText dict="work_report_type" value={each} />
          </Button>
        ))}
      </fieldset>
      <WindowStatus query={{ fillType: 'PROV_REPORT', year: period.year }} />
      {children}
    </header>
  )
}
