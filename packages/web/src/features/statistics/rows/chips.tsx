import type { ProjectRow } from '@xinchu/sdk'
import { asOfWords, quarterName } from '@xinchu/validators'
import { pathOf } from '../../../ui/form/regions.ts'
import { usePorts } from '../../../ui/ports.ts'
import { useKindTexts } from '../filters/kind-texts.ts'
import type { ScaleFilter } from '../use-scale.ts'
import type { Conditions } from './use-figure.ts'

interface ChipsProps {
  conditions: Conditions
  /** Name of the figure's group. */
  label: string | undefined
  /** A row, which names its snapshot. */
  row: ProjectRow | undefined
}

const SCOPES: Readonly<Record<Conditions['kind'], string>> = {
  scale: '在运项目',
  use: '须报送的项目',
  stage: '各阶段的项目',
}

/** The time of a figure in words. Records of today have none. */
function timeOf({ year, quarter }: Pick<ScaleFilter, 'year' | 'quarter'>): string {
  if (year === undefined) return '截至当前'
  return quarter ? quarterName({ year, quarter }) : `截至${year}年末`
}

/** Conditions of a figure in words. */
function useConditions({ conditions, label, row }: ChipsProps) {
  const ports = usePorts()
  const { filter } = conditions
  const { provinceCode = '', cityCode = '', countyCode = '' } = filter
  const kinds = useKindTexts(filter)
  const [group] = filter.regionGroup ?? []
  const groups = ports.useDict(group === undefined ? undefined : 'region_group')
  const regions = ports.useRegions(provinceCode !== '')
  const places = pathOf(regions, { provinceCode, cityCode, countyCode }).map((each) => each.label)
  const { snapshot } = row ?? {}
  return [
    ['时期', timeOf(conditions.kind === 'use' ? conditions.period : conditions.filter)],
    ['取数口径', filter.source === 'warehouse' ? '入库数据' : '在办数据'],
    ['回看', filter.asOf && asOfWords(filter.asOf)],
    ['时期快照', snapshot && quarterName(snapshot)],
    ['项目范围', SCOPES[conditions.kind]],
    ['区域', group && (groups.find(({ value }) => value === group)?.label ?? group)],
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
