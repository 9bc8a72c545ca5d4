import { useMutation } from '@tanstack/react-query'
import { inLists, NOW, periodText } from '@xinchu/validators'
import { useSdk } from '../../app/sdk.ts'
import { thisYear } from '../../lib/beijing.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { BulletinButton } from './files/bulletin-button.tsx'
import { PeriodCondition } from './period-condition.tsx'
import { ScaleConditions } from './scale-conditions.tsx'
import type { ScaleState } from './use-scale.ts'

/** Filters of the page, stored in the URL, and the export. */
export function ScaleFilters({ state }: { state: ScaleState }) {
  const sdk = useSdk()
  const { area, filter, unit, period, periods } = state
  const side = filter.source ?? 'work'
  const save = useMutation({
    mutationFn: () =>
      sdk.statistics.exportMapData({
        ...inLists(filter),
        year: filter.year ?? thisYear(),
        dimensions: ['region', filter.techType ? 'techType' : 'statTechGroup'],
      }),
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName ?? '规模布局统计.xlsx'),
  })
  return (
    <>
      <PeriodCondition
        label="统计时点"
        periods={periods.periods}
        side={side}
        value={period ? periodText(period) : NOW}
        onValue={(value) => area.set('quarter', value)}
        more={side === 'work' ? [{ value: NOW, label: '截至当前 · 暂行' }] : []}
      />
      <ScaleConditions area={area} filter={filter} unit={unit} set={area.set} />
      <Button onClick={() => area.set('compare', 'periods')}>比较</Button>
      <Button icon="download" busy={save.isPending} onClick={() => save.mutate()}>
        导出
      </Button>
      {!filter.regionGroup && (
        <BulletinButton period={period} provinceCode={filter.provinceCode} asOf={filter.asOf} />
      )}
    </>
  )
}
