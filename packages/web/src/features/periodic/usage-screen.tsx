import { useQuery } from '@tanstack/react-query'
import { WindowStatus } from '../../records/window-status.tsx'
import type { GridStep } from '../../ui/sheet/grid-model.ts'
import { useSteps } from '../../ui/sheet/use-steps.ts'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { PeriodPicker, periodName, usePeriod } from './period.tsx'
import { periodicQueries } from './queries.ts'
import { UsageSheet } from './usage-sheet.tsx'
import { useTypedQuarters } from './use-typed-quarters.ts'

/** 季度报送: all stations of the enterprise that have to report for a quarter, as one sheet. */
export function UsageScreen() {
  const [period, choose] = usePeriod()
  const query = { ...period, fillType: 'QUARTER' as const }
  const due = useQuery(periodicQueries.dueStations(period))
  const windows = useQuery(periodicQueries.windows(query))
  const isWindowOpen = windows.data?.some(({ open }) => open) ?? false
  const { state, elsewhere } = useTypedQuarters(period)
  const steps = useSteps<GridStep>(periodName(period))
  const head = (
    <>
      <h1 className="font-semibold text-lg">季度报送</h1>
      <PeriodPicker period={period} onPeriod={choose} />
      <WindowStatus query={query} />
      {elsewhere.map(({ name, count }) => (
        <p key={name} className="text-s text-warning">
          {name}有 {count} 个项目未保存
        </p>
      ))}
    </>
  )
  const hasRows = due.data && due.data.length > 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {!hasRows && <header className="flex flex-wrap items-center gap-x-4 gap-y-2">{head}</header>}
      {due.error && <Failed error={due.error} onRetry={() => void due.refetch()} />}
      {due.isPending && <Loading rows={8} />}
      {due.data?.length === 0 && <Empty>本期没有需要填报的项目</Empty>}
      {hasRows && (
        <UsageSheet
          key={periodName(period)}
          items={due.data}
          period={period}
          isWindowOpen={isWindowOpen}
          edits={state}
          steps={steps}
          head={head}
        />
      )}
    </div>
  )
}
