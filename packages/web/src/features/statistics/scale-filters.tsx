import { useMutation } from '@tanstack/react-query'
import { NOW, periodText } from '@xinchu/validators'
import { sdk } from '../../app/sdk.ts'
import { thisYear } from '../../lib/beijing.ts'
import { saveFile } from '../../lib/save-file.ts'
import { UNIT_CHOICES, unitChoice } from '../../lib/unit-choices.ts'
import { Button } from '../../ui/button.tsx'
import { Condition, FoldedConditions, KindConditions, kindCount } from './condition.tsx'
import { BulletinButton } from './files/bulletin-button.tsx'
import { PeriodCondition } from './period-condition.tsx'
import type { ScaleState } from './use-scale.ts'

/** Filters of the page, stored in the URL, and the export. */
export function ScaleFilters({ state }: { state: ScaleState }) {
  const { area, filter, unit, period, periods } = state
  const side = filter.source ?? 'work'
  const save = useMutation({
    mutationFn: () =>
      sdk.statistics.exportMapData({
        ...filter,
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
      <FoldedConditions count={kindCount(filter)}>
        <KindConditions filter={filter} area={area} />
        <Condition
          label="取数口径"
          className="w-27"
          value={side}
          onValue={(value) => area.set('source', value)}
          options={[
            { value: 'warehouse', label: '入库数据' },
            { value: 'work', label: '在办数据' },
          ]}
        />
        <Condition
          label="计量单位"
          className="w-26"
          value={unitChoice(unit)}
          onValue={(value) => area.set('unit', value === 'wan' ? value : '')}
          options={UNIT_CHOICES}
        />
      </FoldedConditions>
      <Button onClick={() => area.set('compare', 'periods')}>比较</Button>
      <Button icon="download" busy={save.isPending} onClick={() => save.mutate()}>
        导出
      </Button>
      <BulletinButton period={period} provinceCode={filter.provinceCode} />
    </>
  )
}
