import { Condition, KindConditions } from './condition.tsx'
import { METRIC_NAMES, METRICS } from './figure-columns.ts'
import { PageHead } from './page-head.tsx'
import { textOf, type UsageState } from './use-usage.ts'

/** Filters of the page, stored in the URL. */
export function UsageFilters({ state }: { state: UsageState }) {
  const { area, filter, periods, period, metric } = state
  return (
    <PageHead title="使用情况统计" area={area}>
      <Condition
        label="统计季度"
        value={textOf(period)}
        onValue={(value) => area.set('quarter', value)}
        options={periods.map((each) => ({
          value: textOf(each),
          label: `${each.year}年第${each.quarter}季度`,
        }))}
      />
      <KindConditions filter={filter} area={area} />
      <Condition
        label="对比指标"
        value={metric}
        onValue={(value) => area.set('metric', value)}
        options={METRIC_NAMES.map((name) => ({ value: name, label: METRICS[name].label }))}
      />
    </PageHead>
  )
}
