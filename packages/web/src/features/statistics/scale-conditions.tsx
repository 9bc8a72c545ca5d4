import { UNIT_CHOICES, unitChoice } from '../../lib/unit-choices.ts'
import { Condition, FoldedConditions, KindConditions } from './condition.tsx'
import { SOURCES } from './sources.ts'
import type { ScaleState } from './use-scale.ts'

type ScaleConditionsProps = Pick<ScaleState, 'area' | 'filter' | 'unit'> & {
  set: (name: 'source' | 'unit', value: string) => void
}

/** Kinds of projects, 取数口径 and 计量单位 of scale. */
export const ScaleConditions = ({ area, filter, unit, set }: ScaleConditionsProps) => (
  <>
    <KindConditions filter={filter} hasPlaces={area.isWide} />
    <FoldedConditions label="口径与单位">
      <Condition
        label="取数口径"
        className="w-27"
        value={filter.source ?? 'work'}
        onValue={(value) => set('source', value)}
        options={SOURCES}
      />
      <Condition
        label="计量单位"
        className="w-26"
        value={unitChoice(unit)}
        onValue={(value) => set('unit', value === 'wan' ? value : '')}
        options={UNIT_CHOICES}
      />
    </FoldedConditions>
  </>
)
