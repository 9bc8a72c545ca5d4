import type { ProjectRow } from '@xinchu/sdk'
import { pathOf } from '../../../ui/form/regions.ts'
import { usePorts } from '../../../ui/ports.ts'
import { useKindTexts } from '../filters/kind-texts.ts'
import type { Conditions } from './use-figure.ts'

interface ChipsProps {
  conditions: Conditions
  /** Name of the figure's group. */
  label: string | undefined
  /** A row, which names its snapshot. */
  row: ProjectRow | undefined
}

/** Conditions of a figure in words. */
function useConditions({ conditions, label, row }: ChipsProps) {
  const ports = usePorts()
  const { filter } = conditions
  const { provinceCode = '', cityCode = '', countyCode = '' } = filter
  const kinds = useKindTexts(filter)
  const regions = ports.useRegions(provinceCode !== '')
  const places = pathOf(regions, { provinceCode, cityCode, countyCode }).map((each) => each.label)
  const isScale = conditions.kind === 'scale'
  const { year, quarter }: { year?: number; quarter?: number } = isScale
    ? conditions.filter
    : conditions.period
  const time = year === undefined ? '截至当前' : quarter ? `${year}年第${quarter}季度` : `截至${year}年末`
  const source = isScale && conditions.filter.source === 'warehouse' ? '入库数据' : '在办数据'
  const { snapshot } = row ?? {}
  return [
    ['时期', time],
    ['取数口径', source],
    ['时期快照', snapshot && `${snapshot.year}年第${snapshot.quarter}季度`],
    ['项目范围', isScale ? '在运项目' : '须报送的项目'],
    ['地区', places.join(' ') || undefined],
    ...kinds.map(({ label: kind, text }) => [kind, text] as const),
    ['分组', label],
  ] as const
}

/** The figure's conditions as chips. */
export function Chips(props: ChipsProps) {
  return (
    <ul aria-label="条件" className="flex flex-wrap gap-1.5 text-xs">
      {useConditions(props).map(
        ([name, value]) =>
          value && (
            <li
              key={name}
              className="rounded border border-brand-line bg-brand-soft px-2 py-0.5 text-brand-ink"
            >
              {name} = {value}
            </li>
          ),
      )}
    </ul>
  )
}
