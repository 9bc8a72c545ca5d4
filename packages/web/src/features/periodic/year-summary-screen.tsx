import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ReportStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { GeneralItem, LowerCalculation } from '@xinchu/sdk'
import { quantity, sumYearCalcRows, type YearCalcRow } from '@xinchu/validators'
import { useMemo } from 'react'
import { sessionQueries } from '../../app/session-queries.ts'
import { UNIT_CHOICES, unitChoice } from '../../lib/unit-choices.ts'
import { UNITS, type Unit } from '../../lib/units.ts'
import { FigureStrip } from '../../ui/figure-strip.tsx'
import { Select } from '../../ui/inputs.tsx'
import { usePorts } from '../../ui/ports.ts'
import { periodicQueries } from './queries.ts'
import { saveYear } from './year-export.ts'
import { linesOfKinds, useKindWords, useYearKinds, YearKindFilters } from './year-kinds.tsx'
import { isProvincial, totalsOf } from './year-model.ts'
import { useYear, YearPicker } from './year-picker.tsx'
import { COUNTED, type DueScope, type Reporting, reportingOf, reportingText } from './year-reporting.ts'
import { lineOfItem, lowerLines, YearTable } from './year-table.tsx'

const MOST = 2000
const NO_LOWER: readonly LowerCalculation[] = []

interface TotalsProps {
  items: readonly GeneralItem[]
  rows: readonly YearCalcRow[]
  reporting: Reporting | undefined
  unit: Unit
}

function Totals({ items, rows, reporting, unit }: TotalsProps) {
  const totals = totalsOf(rows)
  const { power, energy, factor } = unit
  const confirmed = items.filter(({ status }) => status === ReportStatus.confirmed).length
  return (
    <FigureStrip
      figures={[
        {
          caption: '已报送地区',
          value: reporting ? reporting.due - reporting.missing.length : items.length,
          unit: reporting ? `/ ${reporting.due} 个` : '个',
        },
        { caption: '其中已确认', value: confirmed, unit: '个' },
        { caption: '上年末累计', value: totals.lastPower * factor, unit: power },
        { caption: '当年预计新增', value: totals.addPower * factor, unit: power },
        { caption: '年末预计累计功率', value: totals.endPower * factor, unit: power },
        { caption: '年末预计累计能量', value: totals.endEnergy * factor, unit: energy },
      ]}
    />
  )
}

/** Year-end figures by technology as bars. */
function ByTechnology({ rows, unit }: Pick<TotalsProps, 'rows' | 'unit'>) {
  const tech = usePorts().useDict('tech_type')
  const sums = new Map<string, number>()
  for (const { techType, yearEndPower = 0 } of rows)
    sums.set(techType, (sums.get(techType) ?? 0) + yearEndPower)
  const sorted = [...sums].sort(([, a], [, b]) => b - a)
  const most = sorted[0]?.[1] ?? 0
  if (most === 0) return null
  return (
    <section className="card px-4 py-3">
      <h2 className="mb-2 font-medium">年末预计累计功率（按技术路线）</h2>
      <ul className="grid gap-1.5 text-s">
        {sorted.map(([code, power]) => (
          <li key={code} className="grid grid-cols-[8em_minmax(0,1fr)_8em] items-center gap-3">
            <span className="truncate text-ink-soft">
              {tech.find(({ value }) => value === code)?.label ?? code}
            </span>
            <span className="h-2.5 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
              <span
                className="block h-full min-w-0.5 rounded-full bg-brand"
                style={{ width: `${(100 * power) / most}%` }}
              />
            </span>
            <span className="text-right">
              {quantity(power * unit.factor, unit.power, most)} {unit.power}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Says how many divisions have reported, and names the missing ones. */
function Missing({ reporting }: { reporting: Reporting }) {
  const { missing } = reporting
  return (
    <section className="card px-4 py-3 text-s" aria-label="报送情况">
      <p role="status" className="font-medium">
        {reportingText(reporting)}
      </p>
      {missing.length > 0 && (
        <ul aria-label="未报送地区" className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-ink-soft">
          {missing.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Provinces of today that report. Those without divisions report to other bodies: 台湾, 香港 and 澳门. */
function useProvinces(isNeeded: boolean): readonly DueScope[] | undefined {
  const regions = usePorts().useRegions(isNeeded)
  if (!isNeeded || regions.length === 0) return undefined
  return regions
    .filter(({ endedOn, children = [] }) => !endedOn && children.length > 0)
    .map(({ value, label }) => ({ scopeType: 'REGION', scopeId: Number(value), scopeName: label }))
}

/**
 * The calculations that the caller adds up, and the divisions that have to file: of a province those below it, which the
 * table lists all, of the nation its provinces, of which it lists those that have filed.
 */
function useLines(year: number) {
  const items = useQuery(periodicQueries.items({ itemType: 'YEARCALC', year, size: MOST }))
  const { data: session } = useQuery(sessionQueries.info)
  const isProvince = Number(session?.user.deptId) === deptKinds.province
  const due = useQuery({ ...periodicQueries.due({ itemType: 'YEARCALC', year }), enabled: isProvince })
  const provinces = useProvinces(session !== undefined && !isProvince)
  const content = items.data?.content
  const lower = due.data && (due.data.content[0]?.lower ?? NO_LOWER)
  // The table's columns depend on its lines, so they are the same while the data are.
  const lines = useMemo(
    () =>
      isProvince
        ? content && lower && lowerLines(lower, content)
        : content?.filter(isProvincial).map(lineOfItem),
    [isProvince, content, lower],
  )
  return {
    isProvince,
    lines,
    due: isProvince ? lower : provinces,
    error: items.error ?? due.error,
    isFetching: items.isFetching || due.isFetching,
    onRetry() {
      void items.refetch()
      if (isProvince) void due.refetch()
    },
  }
}

/** The unit of the address, and its switch as on the pages of statistics. */
function useUnit() {
  const [search, change] = usePorts().useSearch()
  const unit = search['unit'] === 'wan' ? UNITS.wan : UNITS.mw
  const control = (
    <div className="w-26">
      <Select
        aria-label="计量单位"
        placeholder=""
        value={unitChoice(unit)}
        onValue={(value) => change({ ...search, unit: value === 'wan' ? value : undefined })}
        options={UNIT_CHOICES}
      />
    </div>
  )
  return [unit, control] as const
}

/** 年度测算汇总: sums of the forecasts of the divisions below, and each calculation for review. */
export function YearSummaryScreen() {
  const client = useQueryClient()
  const [year, choose] = useYear()
  const [unit, unitControl] = useUnit()
  const kinds = useYearKinds()
  const kindWords = useKindWords(kinds)
  const { lines: all, due, isProvince, error, isFetching, onRetry } = useLines(year)
  const lines = useMemo(() => all && linesOfKinds(all, kinds), [all, kinds])
  const found = (lines ?? []).flatMap(({ item }) => item ?? [])
  const counted = found.filter(({ status }) => COUNTED.has(status))
  const reporting = lines && due && reportingOf(due, found)
  const rows = sumYearCalcRows(counted.flatMap(({ yearCalc }) => yearCalc?.rows ?? []))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center gap-2">
        <h1 className="mr-auto font-semibold text-lg">年度测算汇总</h1>
        <YearPicker year={year} onYear={choose} />
        <YearKindFilters kinds={kinds} />
        {unitControl}
      </header>
      {!error && <Totals items={counted} rows={rows} reporting={reporting} unit={unit} />}
      {!error && reporting && <Missing reporting={reporting} />}
      <ByTechnology rows={rows} unit={unit} />
      <YearTable
        id="year-summary"
        title="各地区年度测算"
        isPart
        lines={lines}
        unit={unit}
        empty={isProvince ? '没有下级地区' : '该年度尚无省级测算'}
        onExport={(shown) => saveYear(client, { year, kinds: kindWords }, shown, unit, reporting)}
        isFetching={isFetching}
        error={error}
        onRetry={onRetry}
      />
    </div>
  )
}
