import { pageKinds, type YearCalcRow } from '@xinchu/validators'
import { useMemo } from 'react'
import { Select } from '../../ui/inputs.tsx'
import { usePorts } from '../../ui/ports.ts'
import type { CalcLine } from './year-table.tsx'

/** What the rows of a calculation tell apart, with its dictionary. */
const KINDS = [
  ['techType', '技术路线', 'tech_type'],
  ['appScenario', '应用场景', 'app_scenario'],
] as const
type Kind = (typeof KINDS)[number][0]

/** Values that are shown; a kind without any is not narrowed. */
export type YearKinds = Partial<Record<Kind, readonly string[]>>

/** Kinds of the address, by the same names as on the pages of statistics. */
export function useYearKinds(): YearKinds {
  const [search] = usePorts().useSearch()
  return useMemo(() => {
    const { techType, appScenario } = pageKinds(search)
    return { ...(techType && { techType }), ...(appScenario && { appScenario }) }
  }, [search])
}

export const isNarrowed = (kinds: YearKinds): boolean => Object.keys(kinds).length > 0

const isOf = (kinds: YearKinds) => (row: Pick<YearCalcRow, Kind>) =>
  KINDS.every(([name]) => kinds[name]?.includes(row[name]) ?? true)

/** Calculations with the rows of some kinds. What a calculation tells of all its rows alone is left out. */
export function linesOfKinds(lines: readonly CalcLine[], kinds: YearKinds): readonly CalcLine[] {
  if (!isNarrowed(kinds)) return lines
  return lines.map((line) => {
    if (!line.item?.yearCalc) return line
    const { plannedInvestment: _all, ...yearCalc } = line.item.yearCalc
    const rows = yearCalc.rows?.filter(isOf(kinds))
    return { ...line, item: { ...line.item, yearCalc: { ...yearCalc, ...(rows && { rows }) } } }
  })
}

/** The kinds in words: 技术路线：锂离子电池储能. */
export function useKindWords(kinds: YearKinds): string {
  const ports = usePorts()
  const labels = { techType: ports.useDict('tech_type'), appScenario: ports.useDict('app_scenario') }
  return KINDS.flatMap(([name, caption]) => {
    const values = kinds[name]?.map((each) => labels[name].find(({ value }) => value === each)?.label ?? each)
    return values ? [`${caption}：${values.join('、')}`] : []
  }).join('；')
}

function KindSelect({
  kind: [name, caption, dict],
  kinds,
}: {
  kind: (typeof KINDS)[number]
  kinds: YearKinds
}) {
  const ports = usePorts()
  const [search, change] = ports.useSearch()
  const options = ports.useDict(dict)
  const [value = '', ...more] = kinds[name] ?? []
  const chosen = more.length > 0 ? 'several' : value
  return (
    <div className="w-36">
      <Select
        aria-label={caption}
        placeholder=""
        value={chosen}
        onValue={(next) => change({ ...search, [name]: next || undefined })}
        options={[
          { value: '', label: `全部${caption}` },
          ...(more.length > 0 ? [{ value: 'several', label: `${more.length + 1} 项` }] : []),
          ...options,
        ]}
      />
    </div>
  )
}

/** Narrows the page to a technology and a scenario; the address may name several. */
export const YearKindFilters = ({ kinds }: { kinds: YearKinds }) =>
  KINDS.map((kind) => <KindSelect key={kind[0]} kind={kind} kinds={kinds} />)
