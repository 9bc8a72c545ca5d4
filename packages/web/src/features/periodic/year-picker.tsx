import { thisYear } from '../../lib/beijing.ts'
import { Select } from '../../ui/inputs.tsx'
import { usePorts } from '../../ui/ports.ts'

const YEARS_BACK = 5

/** The year of the URL, by default the current one, and its setter. */
export function useYear(): readonly [number, (text: string) => void] {
  const [search, change] = usePorts().useSearch()
  const named = Number(search['year'])
  const year = Number.isInteger(named) && named > 2000 ? named : thisYear()
  return [year, (text) => change({ ...search, year: text })]
}

export function YearPicker({ year, onYear }: { year: number; onYear: (text: string) => void }) {
  const now = thisYear()
  const options = Array.from({ length: YEARS_BACK }, (_, back) => String(now - back)).map((value) => ({
    value,
    label: `${value}年`,
  }))
  return (
    <div className="w-28">
      <Select aria-label="年度" placeholder="" value={String(year)} onValue={onYear} options={options} />
    </div>
  )
}
