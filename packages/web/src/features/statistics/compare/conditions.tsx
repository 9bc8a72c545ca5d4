import type { CompareMode } from '@xinchu/validators'
import { NOW, periodText, WHOLE } from '@xinchu/validators'
import { Button } from '../../../ui/button.tsx'
import { usePorts } from '../../../ui/ports.ts'
import { Condition } from '../condition.tsx'
import { PeriodCondition } from '../period-condition.tsx'
import { ScaleConditions } from '../scale-conditions.tsx'
import { Segments } from './segments.tsx'
import type { Side } from './sides.ts'
import type { CompareState } from './use-compare.ts'

const NOW_CHOICE = [{ value: NOW, label: '截至当前 · 在办数据 · 暂行' }]

/** Time of a side in the address. */
const timeText = (side: Side | undefined) => (side?.period ? periodText(side.period) : side ? NOW : '')

interface SideProps {
  state: CompareState
  at: 0 | 1
  set: (name: string, value: string) => void
}

/** Picker of a side's period. */
function PeriodSide({ state, at, set }: SideProps) {
  return (
    <PeriodCondition
      label={at === 0 ? '基期' : '本期'}
      periods={state.periods.periods}
      side={state.filter.source ?? 'work'}
      value={timeText(state.sides?.[at])}
      onValue={(value) => set(at === 0 ? 'base' : 'quarter', value)}
      more={NOW_CHOICE}
    />
  )
}

/** Picker of a side's division. */
function PlaceSide({ state, at, set }: SideProps) {
  const { mode, places, sides, area } = state
  const whole = mode === 'whole' ? [{ value: WHOLE, label: area.name }] : []
  return (
    <Condition
      label={at === 0 ? '基准地区' : '对比地区'}
      className="w-44"
      value={sides?.[at].place ?? (mode === 'whole' && sides ? WHOLE : '')}
      onValue={(value) => set(at === 0 ? 'basePlace' : 'place', value)}
      options={[...whole, ...places.map(({ value, label }) => ({ value, label }))]}
    />
  )
}

/** Conditions of a comparison: mode, both sides, and those that the sides share. */
export function CompareConditions({ state }: { state: CompareState }) {
  const { mode, area, unit, periods, sides } = state
  const [search, change] = usePorts().useSearch()
  const set = (name: string, value: string) => change({ ...search, [name]: value || undefined })
  const modes: readonly { value: CompareMode; label: string }[] = [
    { value: 'periods', label: '两个时期' },
    { value: 'places', label: '两个地区' },
    { value: 'whole', label: area.isNation ? '地区与全国' : '地区与全域' },
  ]
  const Picker = mode === 'periods' ? PeriodSide : PlaceSide
  const current = sides?.[1]
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segments
        label="比较方式"
        value={mode}
        options={modes}
        onValue={(value) =>
          change({
            ...search,
            compare: value,
            place: search['place'] === WHOLE ? undefined : search['place'],
            basePlace: undefined,
          })
        }
      />
      <span aria-hidden="true" className="text-ink-soft">
        ○
      </span>
      <Picker state={state} at={0} set={set} />
      <span aria-hidden="true" className="text-brand-ink">
        → ●
      </span>
      <Picker state={state} at={1} set={set} />
      <Button onClick={state.swap} disabled={!sides}>
        互换
      </Button>
      {mode !== 'periods' && (
        <PeriodCondition
          label="统计时点"
          periods={periods.periods}
          side={state.filter.source ?? 'work'}
          value={timeText(current)}
          onValue={(value) => set('quarter', value)}
          more={NOW_CHOICE}
        />
      )}
      <ScaleConditions area={area} filter={state.filter} unit={unit} set={set} />
    </div>
  )
}
