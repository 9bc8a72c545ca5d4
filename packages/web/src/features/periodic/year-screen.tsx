import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { WindowStatus } from '../../records/window-status.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { periodicQueries } from './queries.ts'
import { LimitButton } from './windows/limit-button.tsx'
import { YearForm } from './year-form.tsx'
import { useYear, YearPicker } from './year-picker.tsx'
import { lineOfItem, lowerLines, YearTable } from './year-table.tsx'

// More calculations than any office has below it.
const MOST = 2000

/** 年度测算: the office's own calculation, followed by those it reviews. */
export function YearScreen() {
  const [year, choose] = useYear()
  // Each new value remounts the form with the stored values.
  const [turn, setTurn] = useState(0)
  const query = { fillType: 'YEARCALC' as const, year }
  const due = useQuery(periodicQueries.due({ itemType: 'YEARCALC', year }))
  const items = useQuery(periodicQueries.items({ itemType: 'YEARCALC', year, size: MOST }))
  const windows = useQuery(periodicQueries.windows(query))
  const own = due.data?.content[0]
  const isWindowOpen = windows.data?.some(({ open }) => open) ?? false
  const lower = own?.lower ?? []
  const enterprises = (items.data?.content ?? []).filter(
    ({ id, yearCalc }) => yearCalc?.scopeType === 'ENTERPRISE' && id !== own?.item?.id,
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="font-semibold text-lg">年度测算</h1>
        <YearPicker year={year} onYear={choose} />
        <WindowStatus query={query} />
        <LimitButton query={query} />
      </header>
      {due.error && <Failed error={due.error} onRetry={() => void due.refetch()} />}
      {due.isPending && <Loading rows={8} />}
      {due.data && !own && <Empty>本单位不填报年度测算</Empty>}
      {own && (
        <YearForm
          key={`${year} ${turn}`}
          due={own}
          isWindowOpen={isWindowOpen}
          onReopen={() => setTurn(turn + 1)}
        />
      )}
      {(lower.length > 0 || enterprises.length > 0) && (
        <YearTable
          id="year-lower"
          title="下级年度测算"
          isPart
          lines={items.data && [...lowerLines(lower, items.data.content), ...enterprises.map(lineOfItem)]}
          empty="没有下级地区"
          isFetching={items.isFetching}
          error={items.error}
          onRetry={() => void items.refetch()}
        />
      )}
    </div>
  )
}
