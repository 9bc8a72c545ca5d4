import type { DueItem, ImportPage, ImportRow } from '@xinchu/sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rowColumns, type ShownRow } from '../src/features/import/row-columns.ts'
import { usageColumns } from '../src/features/periodic/usage-columns.tsx'
import type { UsageLine } from '../src/features/periodic/use-usage-sheet.ts'
import type { GridColumn, GridStep } from '../src/ui/sheet/grid-model.ts'
import type { CellChange } from '../src/ui/sheet/model.ts'
import { planPaste } from '../src/ui/sheet/paste.ts'
import { settlePaste } from '../src/ui/sheet/paste-settled.ts'
import { cellsOf } from '../src/ui/sheet/use-cells.ts'

/** Plans a paste into rows as a grid does. */
function pasted<Row>(
  columns: readonly GridColumn<Row>[],
  rows: readonly (Row | undefined)[],
  block: readonly (readonly string[])[],
) {
  const cells = cellsOf<Row>({
    columns,
    rowCount: rows.length,
    rowAt: (index) => rows[index],
    isOpen: () => true,
    onChange: () => undefined,
    onStep: undefined,
  })
  const plan = planPaste(block, {
    ...cells,
    isOpen: cells.isRowOpen,
    isLoaded: cells.isRowKnown,
    at: { row: 0, column: 1 },
  })
  return { plan, ...settlePaste(plan) }
}

const lineOf = (due: DueItem): UsageLine => ({
  due,
  id: due.projectId ?? 0,
  stored: {},
  typed: {},
  edit: undefined,
  conflicts: [],
  isSavable: false,
  isFilled: false,
  isOpen: true,
  closedFor: undefined,
  issues: [],
  remarks: [],
  derived: {},
})

describe('the quarterly sheet', () => {
  const columns = usageColumns({}, { isNarrow: false, onWithdraw: () => undefined })
  const due = { itemType: 'USAGE', editable: true } as const
  const lines = [
    lineOf({ ...due, projectId: 1, projectName: '盐池一号', projectCode: 'ES642026000001' }),
    lineOf({ ...due, projectId: 2, projectName: '盐池二号', projectCode: 'ES642026000002' }),
  ]

  test.each(['项目', '项目名称', '项目编号', '平台项目编号'])('finds its projects below %s', (heading) => {
    const isName = heading === '项目' || heading === '项目名称'
    const { changes } = pasted(columns, lines, [
      [heading, '充电量（MWh）'],
      [isName ? '盐池二号' : 'ES642026000002', '20'],
      [isName ? '盐池一号' : 'ES642026000001', '10'],
    ])
    expect(changes).toEqual([
      { row: 1, name: 'chargeEnergy', value: '2' },
      { row: 0, name: 'chargeEnergy', value: '1' },
    ])
  })
})

describe('the rows of an import', () => {
  const columns = rowColumns(
    [
      { name: 'projectName', caption: '项目名称', numeric: false, required: true, column: 'A' },
      { name: 'ratedPower', caption: '额定功率', unit: 'MW', numeric: true, required: true, column: 'B' },
    ] satisfies ImportPage['columns'],
    false,
  )
  const rowOf = (rowNo: number, projectName: string): ShownRow => ({
    row: {
      rowNo,
      state: 'OK',
      stateLabel: '通过',
      raw: { projectName, ratedPower: '100' },
      errors: [],
      warnings: [],
    } satisfies Partial<ImportRow> as ImportRow, // what the columns do not read is left out
    typed: undefined,
  })
  const rows = [rowOf(5, '盐池一号'), rowOf(6, '盐池二号'), undefined]

  test('are found by the names of their projects', () => {
    const { changes, leftOut, plan } = pasted(columns, rows, [
      ['项目名称', '额定功率（kW）'],
      ['盐池二号', '60,000'],
      ['盐池一号', '约50000'],
      ['盐池三号', '1'],
    ])
    expect(changes).toEqual([{ row: 1, name: 'ratedPower', value: '60' }])
    expect(leftOut.map(({ reason }) => reason)).toEqual(['待确认', '表中没有此行'])
    expect(plan.missing).toEqual(['盐池三号'])
  })

  test('are found by their numbers in the workbook', () => {
    const { changes } = pasted(columns, rows, [
      ['行号', '项目名称'],
      ['6', '盐池二号（更名）'],
    ])
    expect(changes).toEqual([{ row: 1, name: 'projectName', value: '盐池二号（更名）' }])
  })

  test('that are not read yet take nothing, and it is said why', () => {
    const { changes, leftOut } = pasted(columns, rows, [['甲'], ['乙'], ['丙']])
    expect(changes).toHaveLength(2)
    expect(leftOut).toMatchObject([{ text: '丙', reason: '所在行尚未读取' }])
  })
})

test('one undo brings back every cell that a paste has changed', () => {
  const names = ['charge', 'discharge', 'note'] as const
  const columns: readonly GridColumn<Record<string, string>>[] = names.map((name) => ({
    name,
    title: name,
    kind: name === 'note' ? 'text' : 'number',
    width: 100,
    cell: (row) => ({ text: row[name] ?? '' }),
  }))
  const text = fc.constantFrom('', '1', '1,000', '约3', '12,5', '检修')
  const table = fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })
  const stored = fc.array(fc.record({ charge: text, discharge: text, note: text }), {
    minLength: 1,
    maxLength: 4,
  })
  fc.assert(
    fc.property(stored, table, fc.boolean(), (before, block, isClearing) => {
      const rows: Record<string, string>[] = before.map((row) => ({ ...row }))
      const put = (changes: readonly CellChange[]) => {
        for (const { row, name, value } of changes) rows[row] = { ...rows[row], [name]: value }
      }
      const steps: GridStep[] = []
      const cells = cellsOf({
        columns,
        rowCount: rows.length,
        rowAt: (index) => rows[index],
        isOpen: () => true,
        onChange: put,
        onStep: (step) => steps.push(step),
      })
      const target = { ...cells, isOpen: cells.isRowOpen, at: { row: 0, column: 0 } }
      cells.write(settlePaste(planPaste(block, target), { isClearing, chosen: {} }).changes)
      expect(steps.length).toBeLessThanOrEqual(1)
      put(steps[0]?.before ?? [])
      expect(rows).toEqual(before)
    }),
  )
})
