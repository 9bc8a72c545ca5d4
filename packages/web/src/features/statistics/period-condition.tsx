import type { StatPeriod } from '@xinchu/sdk'
import { PERIOD_STATUS, periodText, quarterName } from '@xinchu/validators'
import { Condition } from './condition.tsx'

interface PeriodConditionProps {
  label: string
  periods: readonly StatPeriod[]
  value: string
  onValue: (value: string) => void
  /** Choices before the periods. */
  more?: readonly { value: string; label: string }[]
}

/** Picker of a period, each with the word of its status. */
export function PeriodCondition({ label, periods, value, onValue, more = [] }: PeriodConditionProps) {
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
          label: `${quarterName(each)} · ${PERIOD_STATUS[each.status]}`,
        })),
      ]}
    />
  )
}
