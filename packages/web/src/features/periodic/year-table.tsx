import type { GeneralItem, LowerCalculation } from '@xinchu/sdk'
import { columnQuantity, roundTo } from '@xinchu/validators'
import { useMemo, useState } from 'react'
import { UNITS, type Unit } from '../../lib/units.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type Column, columnsOf } from '../../ui/table/column.ts'
import { LocalTable } from '../../ui/table/local-table.tsx'
import { ReviewBar } from './review-bar.tsx'
import { YearDetail } from './year-detail.tsx'
import { levelOf, totalsOf } from './year-model.ts'

/** A division or enterprise with its calculation, if any. */
export interface CalcLine {
  key: string
  name: string
  level: string
  item: GeneralItem | undefined
}

type Sum = keyof ReturnType<typeof totalsOf>

const sumOf =
  (name: Sum, factor: number) =>
  ({ item }: CalcLine) =>
    item && roundTo(totalsOf(item.yearCalc?.rows)[name] * factor, 4)

const COLUMNS: readonly (Pick<Column<CalcLine>, 'key' | 'title'> & { of: 'power' | 'energy'; sum: Sum })[] = [
  { key: 'last', title: '上年末累计', of: 'power', sum: 'lastPower' },
  { key: 'add', title: '当年新增', of: 'power', sum: 'addPower' },
  { key: 'retire', title: '当年退役', of: 'power', sum: 'retirePower' },
  { key: 'end', title: '年末累计', of: 'power', sum: 'endPower' },
  { key: 'endEnergy', title: '年末累计', of: 'energy', sum: 'endEnergy' },
  { key: 'next', title: '次年新增', of: 'power', sum: 'nextPower' },
]

/** Columns of calculations in a unit, each in the number style of its values. */
export const lineColumns = (lines: readonly CalcLine[], unit: Unit) =>
  columnsOf<CalcLine>([
    { key: 'name', title: '测算范围', width: 190 },
    { key: 'level', title: '层级', width: 80 },
    {
      key: 'status',
      title: '报送状态',
      width: 150,
      value: ({ item }) => item?.statusLabel ?? '未填报',
      cell: ({ item }) => <StatusTag label={item?.statusLabel ?? '未填报'} />,
    },
    ...COLUMNS.map(({ of, sum, ...column }): Column<CalcLine> => {
      const value = sumOf(sum, unit.factor)
      const format = columnQuantity(lines.map(value), unit[of])
      return { ...column, kind: 'number', unit: unit[of], value, format }
    }),
    {
      key: 'investment',
      title: '当年计划投资',
      unit: '万元',
      kind: 'number',
      value: ({ item }) => item?.yearCalc?.plannedInvestment,
    },
  ])

export const lineOfItem = (item: GeneralItem): CalcLine => ({
  key: String(item.id),
  name: item.scopeName ?? '',
  level: item.yearCalc ? levelOf(item.yearCalc) : '',
  item,
})

/** Lower divisions with their calculations, including missing ones. */
export const lowerLines = (lower: readonly LowerCalculation[], items: readonly GeneralItem[]): CalcLine[] =>
  lower.map((each) => ({
    key: String(each.scopeId),
    name: each.scopeName,
    level: levelOf(each),
    item: items.find(({ id }) => id === each.id),
  }))

interface YearTableProps {
  id: string
  title: string
  /** Whether it is below a heading of the page. */
  isPart?: boolean
  lines: readonly CalcLine[] | undefined
  unit?: Unit
  empty: string
  actions?: React.ReactNode
  onExport?: (lines: readonly CalcLine[]) => Promise<void>
  isFetching?: boolean
  error?: Error | null
  onRetry?: () => void
}

/** Calculations with their sums. Each opens for viewing and review. */
export function YearTable({ lines, unit = UNITS.mw, ...table }: YearTableProps) {
  const columns = useMemo(() => lineColumns(lines ?? [], unit), [lines, unit])
  const [shown, setShown] = useState<GeneralItem>()
  return (
    <>
      <LocalTable
        {...table}
        rows={lines}
        columns={columns}
        rowId={({ key }) => key}
        isSearchable
        rowActions={({ item }) =>
          item && (
            <button
              type="button"
              className="text-brand-ink text-s hover:underline"
              onClick={() => setShown(item)}
            >
              查看
            </button>
          )
        }
        actionsWidth={72}
        batch={(rows, clear) => (
          <ReviewBar
            items={rows.every(({ item }) => item) ? rows.flatMap(({ item }) => (item ? [item] : [])) : []}
            onDone={clear}
          />
        )}
      />
      {shown && <YearDetail opened={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}
