import { useMutation } from '@tanstack/react-query'
import { sdk } from '../../app/sdk.ts'
import { thisYear } from '../../lib/beijing.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Condition, KindConditions } from './condition.tsx'
import { PageHead } from './page-head.tsx'
import type { ScaleState } from './use-scale.ts'

const YEARS_BACK = 6

/** Filters of the page, stored in the URL, and the export. */
export function ScaleFilters({ state: { area, filter, unit } }: { state: ScaleState }) {
  const years = Array.from({ length: YEARS_BACK }, (_, back) => String(thisYear() - 1 - back))
  const save = useMutation({
    mutationFn: () =>
      sdk.statistics.exportMapData({
        ...filter,
        year: filter.year ?? thisYear(),
        dimensions: ['region', 'statTechGroup'],
      }),
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName ?? '规模布局统计.xlsx'),
  })
  return (
    <PageHead title="规模布局统计" area={area}>
      <Condition
        label="统计时点"
        placeholder="截至当前"
        value={filter.year ? String(filter.year) : ''}
        onValue={(value) => area.set('year', value)}
        options={years.map((year) => ({ value: year, label: `截至${year}年末` }))}
      />
      <KindConditions filter={filter} area={area} />
      <Condition
        label="取数口径"
        className="w-27"
        value={filter.source ?? 'work'}
        onValue={(value) => area.set('source', value)}
        options={[
          { value: 'warehouse', label: '入库数据' },
          { value: 'work', label: '在办数据' },
        ]}
      />
      <Condition
        label="计量单位"
        className="w-26"
        value={unit.factor === 1 ? 'mw' : 'wan'}
        onValue={(value) => area.set('unit', value === 'wan' ? value : '')}
        options={[
          { value: 'mw', label: 'MW' },
          { value: 'wan', label: '万千瓦' },
        ]}
      />
      <Button icon="download" busy={save.isPending} onClick={() => save.mutate()}>
        导出
      </Button>
    </PageHead>
  )
}
