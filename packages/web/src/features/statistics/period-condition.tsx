import type { StatPeriod } from '@xinchu/sdk'
import { figureStatus, PERIOD_STATUS, periodText, quarterName } from '@xinchu/validators'
import { Condition } from './condition.tsx'

interface PeriodConditionProps {
  label: string
  periods: readonly StatPeriod[]
  /** Source of the figures. */
  side?: 'work' | 'warehouse'
  value: string
  onValue: (value: string) => void
  /** Choices before the periods. */
  more?: readonly { value: string; label: string }[]
}

/** Picker of a period, each with the word of its figures' status. */
export function PeriodCondition(props: PeriodConditionProps) {
  const { label, periods, side = 'warehouse', value, onValue, more = [] } = props
  return (
    <Condition
      label={label}
      className="w-56"
      value={value}
      onValue={onValue}
      options={[
        ...more,
        ...periods.map((each) => ({
          value: periodText(each),
          label: `${quarterName(each)} · ${PERIOD_STATUS[figureStatus(side, each)]}`,
        })),
      ]}
    />
  )
}
