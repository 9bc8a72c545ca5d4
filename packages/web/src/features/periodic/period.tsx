import { closedQuarter, quarterAfter } from '@xinchu/validators'
import { today } from '../../lib/beijing.ts'
import { Select } from '../../ui/inputs.tsx'
import { usePorts } from '../../ui/ports.ts'
import type { Period } from './usage-model.ts'

const QUARTERS_BACK = 8

const isQuarter = (value: number): value is Period['quarter'] => [1, 2, 3, 4].includes(value)

/** The last finished quarter. */
export function lastPeriod(): Period {
  const { year, quarter } = closedQuarter(today())
  return { year, quarter: isQuarter(quarter) ? quarter : 1 }
}

const textOf = ({ year, quarter }: { year: number; quarter: number }) => `${year}-${quarter}`

export const periodName = ({ year, quarter }: { year: number; quarter: number }): string =>
  `${year}年第${quarter}季度`

/** The quarter of the URL, by default the last finished one, and its setter. */
export function usePeriod(): readonly [Period, (text: string) => void] {
  const [search, change] = usePorts().useSearch()
  const year = Number(search['year'])
  const quarter = Number(search['quarter'])
  const period = Number.isInteger(year) && isQuarter(quarter) ? { year, quarter } : lastPeriod()
  const choose = (text: string) => {
    const [chosenYear, chosenQuarter] = text.split('-')
    change({ ...search, page: undefined, year: chosenYear, quarter: chosenQuarter })
  }
  return [period, choose]
}

/** Picker for the quarters of the last two years. */
export function PeriodPicker({ period, onPeriod }: { period: Period; onPeriod: (text: string) => void }) {
  const last = lastPeriod()
  const options = Array.from({ length: QUARTERS_BACK }, (_, back) => quarterAfter(last, -back)).map(
    (each) => ({
      value: textOf(each),
      label: periodName(each),
    }),
  )
  return (
    <div className="w-40">
      <Select
        aria-label="填报期"
        placeholder=""
        value={textOf(period)}
        onValue={onPeriod}
        options={options}
      />
    </div>
  )
}
