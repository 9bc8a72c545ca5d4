/**
 * What a card's table, its print and its files show of a call, for random rows: the value of the call in the number
 * style, the same on screen and paper and in full precision in files, and a link that names the group of the row. That
 * the named projects add up to the value is compared by the server's figure-rows.test.ts and figure-files.test.ts.
 */
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { dictionaries } from '@xinchu/contract/dictionaries'
import type { ScaleLayoutRow } from '@xinchu/sdk'
import { quantity } from '@xinchu/validators'
import { openXlsx } from 'hucre/xlsx'
import { afterEach, expect, test } from 'vitest'
import { scaleColumns } from '../../src/features/statistics/figure-columns.ts'
import { FigureTable } from '../../src/features/statistics/figure-table.tsx'
import { rowsOf } from '../../src/features/statistics/files/rows.ts'
import { FullTable, RankingTable } from '../../src/features/statistics/print/tables.tsx'
import { countedOf, isCounted } from '../../src/features/statistics/rows/counted.ts'
import type { ShownTable } from '../../src/features/statistics/shown.ts'
import { rowsIn } from '../../src/features/statistics/units.ts'
import { csvOf } from '../../src/lib/csv.ts'
import { UNITS } from '../../src/lib/units.ts'
import { workbookOf } from '../../src/lib/workbook.ts'
import { PortsProvider } from '../../src/ui/ports.ts'
import { samplePorts } from '../sample-ports.ts'

afterEach(cleanup)

/** Pseudo-random numbers, the same in each run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 48_271) % 2_147_483_647
    yield state / 2_147_483_647
  }
}

const DIMENSIONS = Object.keys(dictionaries).slice(0, 12)

/** A table of a call's random rows: few or many, small or large, with missing figures and groups without a value. */
function sample(seed: number) {
  const random = numbers(seed + 1)
  const next = () => random.next().value ?? 0
  const dimension = DIMENSIONS[seed % DIMENSIONS.length] ?? 'region'
  const size = 10 ** Math.floor(next() * 6)
  const amount = () => (next() < 0.1 ? 0 : Math.round(next() * size * 10_000) / 10_000)
  const called = Array.from({ length: 1 + Math.floor(next() * 20) }, (_, at): ScaleLayoutRow => {
    const ratedPower = amount()
    return {
      key: at === 0 ? '' : String(at),
      label: `第${at}组`,
      projectCount: Math.floor(next() * 300),
      ...{ ratedPower, ratedEnergy: amount() },
      ...(ratedPower > 0 && { avgDuration: next() * 8, powerShare: next() * 100 }),
    }
  })
  const unit = seed % 2 === 0 ? UNITS.mw : UNITS.wan
  const rows = rowsIn(called, unit)
  const columns = scaleColumns(unit)
  const table: ShownTable = {
    ...{ title: '抽样', group: '分组', columns },
    rows: rows.map((row) => ({
      name: row.label ?? '',
      values: columns.map(({ of }) => of(row)),
      cells: [`${dimension}:${row.key}`],
    })),
  }
  return { rows, columns, table }
}

const samples = Array.from({ length: 60 }, (_, seed) => sample(seed))
const context = {
  ...{ platform: '', isSample: false, title: '', path: '', origin: '', conditions: '' },
  moment: '2026-11-27 10:20:33',
}

const cellsIn = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )

function shown(table: ShownTable) {
  const opened: string[] = []
  const change = (next: object) => void opened.push(JSON.stringify(next))
  const ports: ReturnType<typeof samplePorts> = { ...samplePorts(), useSearch: () => [{}, change] }
  render(
    <PortsProvider value={ports}>
      <FigureTable {...table} />
      <FullTable table={table} from={0} until={table.rows.length} />
    </PortsProvider>,
  )
  const [onScreen, onPaper] = screen.getAllByRole('table')
  if (!onScreen || !onPaper) throw new Error('no table')
  return { onScreen, onPaper, opened }
}

test('screen and paper show the value of the call, in one style', () => {
  for (const { rows, columns, table } of samples) {
    const { onScreen, onPaper } = shown(table)
    const totals = columns.map(({ of }) => rows.reduce((sum, row) => sum + (of(row) ?? 0), 0))
    const expected = rows.map((row) => columns.map(({ of, unit }, at) => quantity(of(row), unit, totals[at])))
    expect(cellsIn(onScreen)).toEqual(expected)
    expect(cellsIn(onPaper)).toEqual(expected)
    cleanup()
  }
})

test('files have the value of the call in full precision', async () => {
  for (const { rows, columns, table } of samples) {
    const cells = rowsOf(table, context)
    const values = rows.map((row) => [row.label ?? '', ...columns.map(({ of }) => of(row))])
    expect(cells.slice(5, 5 + rows.length)).toEqual(values)
    const csv = (await csvOf(cells).text()).split('\r\n').slice(5, 5 + rows.length)
    expect(csv).toEqual(values.map((each) => each.map((value) => value ?? '').join()))
  }
  const [{ rows, columns, table } = sample(0)] = samples
  const book = await openXlsx(
    new Uint8Array(await (await workbookOf('抽样', rowsOf(table, context))).arrayBuffer()),
  )
  expect(
    book.sheets[0]?.rows.slice(5, 5 + rows.length).map((each) => each.map((value) => value ?? undefined)),
  ).toEqual(rows.map((row) => [row.label, ...columns.map(({ of }) => of(row))]))
})

test('each figure opens the rows of its own group, and every figure is one that has rows', async () => {
  const user = userEvent.setup()
  const { rows, columns, table } = sample(3)
  const { onScreen, opened } = shown(table)
  for (const button of within(onScreen).getAllByRole('button')) await user.click(button)
  const expected = table.rows.flatMap(({ cells = [], values }) =>
    columns.flatMap(({ rows: of }, at) => (values[at] === undefined ? [] : { rows: [of, ...cells].join() })),
  )
  expect(opened.map((each) => JSON.parse(each))).toEqual(expected)
  for (const { rows: text } of expected) {
    const counted = countedOf(text)
    expect(rows.filter((row) => counted && isCounted(counted, row))).toHaveLength(1)
  }
})

test('a ranking in another order is printed as shown, with the ranks of its rows', () => {
  const rows = [
    { name: '乙', rank: 2, value: 3, figure: '3', text: '30.0%' },
    { name: '甲', rank: 1, value: 7, figure: '7', text: '70.0%' },
  ]
  render(<RankingTable ranking={{ by: 'MW ／ 占比，按同比降序', rows }} from={0} until={2} />)
  expect(screen.getByText('MW ／ 占比，按同比降序')).toBeDefined()
  expect(cellsIn(screen.getByRole('table')).map(([rank]) => rank)).toEqual(['2', '1'])
})
