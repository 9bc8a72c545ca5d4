import type { UsageStatRow } from '@xinchu/sdk'
import { periodText } from '@xinchu/validators'
import { useCan } from '../../app/use-can.ts'
import { Condition, FoldedConditions, KindConditions } from './condition.tsx'
import { AddressFiles } from './files/address-files.tsx'
import { PageHead } from './page-head.tsx'
import { PeriodCondition } from './period-condition.tsx'
import { SOURCES } from './sources.ts'
import { METRIC_NAMES, METRICS } from './usage-columns.ts'
import type { UsageState } from './use-usage.ts'

/** Filters of the page, stored in the URL. */
export function UsageFilters({ state, coverage }: { state: UsageState; coverage: UsageStatRow | undefined }) {
  const { area, filter, periods, metric } = state
  const { period } = periods
  const side = filter.source ?? 'work'
  const canExport = useCan(['esProject:export'])
  return (
    <PageHead
      title="使用情况统计"
      area={area}
      origin={{ of: 'usage', side, period, coverage, asOf: filter.asOf }}
    >
      <PeriodCondition
        label="统计季度"
        periods={periods.periods}
        side={side}
        value={period ? periodText(period) : ''}
        onValue={(value) => area.set('quarter', value)}
      />
      <KindConditions filter={filter} hasPlaces={area.isWide} />
      <FoldedConditions label="口径与指标">
        <Condition
          label="取数口径"
          className="w-27"
          value={side}
          onValue={(value) => area.set('source', value)}
          options={SOURCES}
        />
        <Condition
          label="对比指标"
          value={metric}
          onValue={(value) => area.set('metric', value)}
          options={METRIC_NAMES.map((name) => ({ value: name, label: METRICS[name].label }))}
        />
      </FoldedConditions>
      {canExport && <AddressFiles title="使用情况统计" text="导出" />}
    </PageHead>
  )
}
