import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Notices } from '../src/ui/notice.tsx'
import { PortsProvider } from '../src/ui/ports.ts'
import type { GridColumn, GridStep } from '../src/ui/sheet/grid-model.ts'
import type { CellChange } from '../src/ui/sheet/model.ts'
import { SheetGrid } from '../src/ui/sheet/sheet-grid.tsx'
import { useSteps } from '../src/ui/sheet/use-steps.ts'
import { samplePorts } from './sample-ports.ts'
import { giveRoom } from './support/room.ts'

interface Station {
  name: string
  charge: string
  discharge: string
  state: string
  isLocked?: boolean
}

const STATES = [
  { value: '1', label: '运行' },
  { value: '2', label: '检修' },
  { value: '3', label: '停用' },
]
const stateOf = (value: string) => STATES.find((state) => state.value === value)?.label ?? ''

const columns: readonly GridColumn<Station>[] = [
  {
    name: 'name',
    title: '项目',
    kind: 'text',
    width: 200,
    isReadOnly: true,
    isRowHeader: true,
    cell: (row) => ({ text: row.name }),
  },
  {
    name: 'charge',
    title: '充电量',
    unit: '万kWh',
    required: true,
    kind: 'number',
    width: 120,
    cell: (row) => ({ text: row.charge }),
  },
  {
    name: 'discharge',
    title: '放电量',
    kind: 'number',
    width: 120,
    cell: (row) => ({ text: row.discharge }),
  },
  {
    name: 'state',
    title: '运行状态',
    kind: 'choice',
    choices: STATES,
    width: 120,
    cell: (row) => ({ text: stateOf(row.state) }),
    value: (row) => row.state,
  },
]
const [CHARGE, DISCHARGE, STATE] = [1, 2, 3]

const stations: readonly Station[] = [
  { name: '甲站', charge: '10', discharge: '8', state: '1' },
  { name: '乙站', charge: '20', discharge: '16', state: '1' },
  { name: '丙站', charge: '30', discharge: '24', state: '1', isLocked: true },
]

const changed = (rows: readonly Station[], changes: readonly CellChange[]) =>
  changes.reduce(
    (now, { row, name, value }) => now.map((each, at) => (at === row ? { ...each, [name]: value } : each)),
    rows,
  )

function Sheet() {
  const [rows, setRows] = useState(stations)
  const steps = useSteps<GridStep>()
  const write = (changes: readonly CellChange[] = []) => setRows((now) => changed(now, changes))
  return (
    <SheetGrid
      label="样表"
      columns={columns}
      frozen={1}
      rowCount={rows.length}
      rowAt={(index) => rows[index]}
      isOpen={({ isLocked }) => !isLocked}
      onChange={write}
      onStep={steps.push}
      onUndo={() => write(steps.undo()?.before)}
      onRedo={() => write(steps.redo()?.after)}
    />
  )
}

let user: UserEvent
beforeEach(() => {
  giveRoom()
  user = userEvent.setup()
  render(
    <PortsProvider value={samplePorts()}>
      <Sheet />
      <Notices />
    </PortsProvider>,
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const textAt = (row: number, column: number) =>
  document.querySelector(`[data-cell="${row}:${column}"]`)?.textContent
const figures = () => [textAt(0, CHARGE), textAt(0, DISCHARGE), textAt(1, CHARGE)]

/** Moves the cursor to a cell by keys. */
async function goTo(row: number, column: number): Promise<void> {
  screen.getByRole('grid').focus()
  await user.keyboard(
    `{Control>}{Home}{/Control}${'{ArrowDown}'.repeat(row)}${'{ArrowRight}'.repeat(column)}`,
  )
}

async function type(row: number, column: number, text: string): Promise<void> {
  await goTo(row, column)
  await user.keyboard(`${text}{Enter}`)
}

/** Pastes a table at a cell, in the format of a spreadsheet. */
async function paste(row: number, column: number, text: string): Promise<void> {
  await goTo(row, column)
  fireEvent.paste(document.activeElement ?? document.body, { clipboardData: { getData: () => text } })
}

test('typing, a paste, a fill and a deletion are undone and redone as one step each', async () => {
  await type(0, CHARGE, '16')
  await paste(0, CHARGE, '15\t12')
  await goTo(0, CHARGE)
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}{Control>}d{/Control}')
  expect(figures()).toEqual(['15', '12', '15'])
  await goTo(0, CHARGE)
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}{Delete}')
  const seen = [figures()]
  for (let step = 0; step < 4; step += 1) {
    await user.keyboard('{Control>}z{/Control}')
    seen.push(figures())
  }
  expect(seen).toEqual([
    ['', '', '15'],
    ['15', '12', '15'],
    ['15', '12', '20'],
    ['16', '8', '20'],
    ['10', '8', '20'],
  ])
  for (const keys of ['{Control>}y{/Control}', '{Control>}{Shift>}z{/Shift}{/Control}'])
    await user.keyboard(keys)
  expect(figures()).toEqual(['15', '12', '20'])
  await user.keyboard('{Control>}y{/Control}{Control>}y{/Control}')
  expect(figures()).toEqual(['', '', '15'])
})

test('the sum of a selection is told, and copied with headers on request', async () => {
  await goTo(0, CHARGE)
  await user.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}')
  expect(screen.getByText('选中 4 格，合计 54')).toBeDefined()
  await user.keyboard('{Control>}c{/Control}')
  expect(await navigator.clipboard.readText()).toBe('10\t8\n20\t16')
  await user.keyboard('{Control>}{Shift>}c{/Shift}{/Control}')
  expect(await navigator.clipboard.readText()).toBe('充电量（万kWh） *\t放电量\n10\t8\n20\t16')
})

describe('a paste', () => {
  test('says what it left out, and shows it', async () => {
    await paste(0, CHARGE, '15\t约十二\t检修')
    expect(figures().slice(0, 2)).toEqual(['15', '8'])
    expect(screen.getByText('剪贴板 1 行 3 列：贴入 2 格，1 格不是数值，未贴入')).toBeDefined()
    await user.click(screen.getByRole('button', { name: '看未贴入的内容' }))
    const dialog = within(screen.getByRole('dialog', { name: '未贴入的 1 格' }))
    expect(
      dialog.getByRole('row', { name: '第 1 行第 2 列 约十二 放电量 必须输入数字且最多4位小数' }),
    ).toBeDefined()
  })

  test('leaves locked rows as they are', async () => {
    await paste(2, CHARGE, '1\t2')
    expect([textAt(2, CHARGE), textAt(2, DISCHARGE)]).toEqual(['30', '24'])
    expect(screen.getByText('剪贴板 1 行 2 列：贴入 0 格，2 格所在行已锁定，未贴入')).toBeDefined()
  })

  test('of a table goes over the sheet also while a cell is typed in, and of one cell into its editor', async () => {
    await goTo(0, CHARGE)
    await user.keyboard('7')
    fireEvent.paste(screen.getByRole('textbox', { name: '充电量' }), {
      clipboardData: { getData: () => '50\t45' },
    })
    expect(figures()).toEqual(['50', '45', '20'])
    await goTo(1, CHARGE)
    await user.keyboard('7')
    await user.paste('5')
    await user.keyboard('{Enter}')
    expect(textAt(1, CHARGE)).toBe('75')
  })
})

describe('a cell with choices', () => {
  test('completes the unique beginning of a choice, and refuses what is none', async () => {
    await type(0, STATE, '检')
    expect(textAt(0, STATE)).toBe('检修')
    await type(0, STATE, '没有')
    expect(screen.getByText('“没有”不在可选项中，未填入')).toBeDefined()
    expect(textAt(0, STATE)).toBe('检修')
  })

  test('is chosen from its list, by keys and by pointing', async () => {
    await goTo(0, STATE)
    await user.keyboard('{Enter}{ArrowDown}{Enter}')
    expect(textAt(0, STATE)).toBe('检修')
    await user.dblClick(document.querySelector(`[data-cell="1:${STATE}"]`) ?? document.body)
    await user.click(
      within(screen.getByRole('listbox', { name: '运行状态' })).getByRole('option', { name: '停用' }),
    )
    expect([screen.queryByRole('listbox'), textAt(1, STATE)]).toEqual([null, '停用'])
    // One choice is enough: the arrows move in the sheet again.
    await user.keyboard('{ArrowUp}')
    expect(document.querySelector('[data-cursor]')?.textContent).toBe('检修')
  })
})

test('Escape brings back what a cell held, and a locked cell takes nothing', async () => {
  await goTo(0, CHARGE)
  await user.keyboard('99{Escape}')
  expect(textAt(0, CHARGE)).toBe('10')
  await type(2, CHARGE, '99')
  expect(textAt(2, CHARGE)).toBe('30')
})
