import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dismissAll } from '../src/ui/notice.tsx'
import { NoticeStack } from '../src/ui/notice-stack.tsx'
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
      latestStep={steps.latest}
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
      <NoticeStack />
    </PortsProvider>,
  )
})
afterEach(() => {
  dismissAll()
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

const preview = () => screen.findByRole('dialog', { name: '粘贴预览' })
const pressed = async (name: string | RegExp) =>
  user.click(within(await preview()).getByRole('button', { name }))

describe('a paste', () => {
  test('is done at once where it says all by itself, and undone from its notice', async () => {
    await paste(0, CHARGE, '15\t12')
    expect(figures()).toEqual(['15', '12', '20'])
    const notice = (await screen.findByText('已粘贴 2 格')).parentElement ?? document.body
    await user.click(within(notice).getByRole('button', { name: '撤销' }))
    expect(figures()).toEqual(['10', '8', '20'])
  })

  test('can no longer be undone from its notice after another step', async () => {
    await paste(0, CHARGE, '15\t12')
    await screen.findByText('已粘贴 2 格')
    await type(1, CHARGE, '21')
    expect(screen.queryByText('已粘贴 2 格')).toBeNull()
    expect(figures()).toEqual(['15', '12', '21'])
  })

  test('with names of rows shows what goes where before anything is written', async () => {
    await paste(0, CHARGE, '放电量\t项目\n17\t乙站\n9\t甲站\n1\t丁站')
    const dialog = within(await preview())
    expect(figures()).toEqual(['10', '8', '20'])
    expect(dialog.getByRole('row', { name: '乙站 放电量 16 17' })).toBeDefined()
    expect(dialog.getByRole('row', { name: '甲站 放电量 8 9' })).toBeDefined()
    expect(dialog.getByRole('region', { name: '表中没有 1 个名称' }).textContent).toContain('丁站，不贴入')
    const button = dialog.getByRole('button', { name: '粘贴 2 格' })
    expect(document.activeElement).toBe(button)
    await user.keyboard('{Enter}')
    expect([textAt(0, DISCHARGE), textAt(1, DISCHARGE)]).toEqual(['9', '17'])
    expect(await screen.findByText('已粘贴 2 格，1 格未贴入')).toBeDefined()
    await goTo(0, CHARGE)
    await user.keyboard('{Control>}z{/Control}')
    expect([textAt(0, DISCHARGE), textAt(1, DISCHARGE)]).toEqual(['8', '16'])
  })

  test('is given up by Escape, and the sheet has the focus again', async () => {
    await paste(0, CHARGE, '充电量（MWh）\n150')
    expect(within(await preview()).getByText('MWh 换算为 万kWh')).toBeDefined()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(figures()).toEqual(['10', '8', '20'])
    await user.keyboard('{ArrowDown}')
    expect(document.querySelector('[data-cursor]')?.textContent).toBe('20')
  })

  test('gives a column that it does not know the place that is chosen', async () => {
    await paste(0, CHARGE, '本季上网（万kWh）\t本季下网\n5\t6')
    const dialog = within(await preview())
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: '没有可粘贴的内容' }).disabled).toBe(true)
    await user.selectOptions(dialog.getByRole('combobox', { name: '“本季上网（万kWh）”对应的列' }), '充电量')
    await pressed('粘贴 1 格')
    expect(figures()).toEqual(['5', '8', '20'])
  })

  test('asks what a text means, and writes what is answered', async () => {
    await paste(0, CHARGE, '15\t约 12\t检修')
    const dialog = within(await preview())
    const asked = dialog.getByRole('region', { name: '请确认 1 格，不选则不贴入' })
    await user.click(within(asked).getByRole('button', { name: '12' }))
    expect(within(asked).getByRole('button', { name: '12' }).getAttribute('aria-pressed')).toBe('true')
    await pressed('粘贴 3 格')
    expect([...figures().slice(0, 2), textAt(0, STATE)]).toEqual(['15', '12', '检修'])
  })

  test('leaves stored values under empty cells unless told to empty them', async () => {
    await paste(0, CHARGE, '\t12')
    await pressed('粘贴 1 格')
    expect(figures()).toEqual(['10', '12', '20'])
    await paste(0, CHARGE, '\t13')
    await user.click(within(await preview()).getByRole('radio', { name: '清空' }))
    await pressed('粘贴 2 格，其中清空 1 格')
    expect(figures()).toEqual(['', '13', '20'])
    expect(await screen.findByText('已粘贴 2 格（改 1，清空 1）')).toBeDefined()
  })

  test('says what it left out, and shows it', async () => {
    await paste(0, CHARGE, '15\t十二\t检修')
    await pressed('粘贴 2 格')
    expect(figures().slice(0, 2)).toEqual(['15', '8'])
    expect(screen.getByText('未贴入 1 格：1 格内容不能填入')).toBeDefined()
    await user.click(screen.getByRole('button', { name: '看未贴入的内容' }))
    const dialog = within(screen.getByRole('dialog', { name: '未贴入的 1 格' }))
    expect(
      dialog.getByRole('row', { name: '第 1 行第 2 列 十二 放电量 必须输入数字且最多4位小数' }),
    ).toBeDefined()
  })

  test('leaves locked rows as they are', async () => {
    await paste(2, CHARGE, '1\t2')
    expect(within(await preview()).getAllByText('所在行已锁定')).toHaveLength(2)
    await pressed('取消')
    expect([textAt(2, CHARGE), textAt(2, DISCHARGE)]).toEqual(['30', '24'])
  })

  test('of what was copied from it with its headings changes nothing', async () => {
    await goTo(0, 0)
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowRight}{ArrowRight}{ArrowRight}{/Shift}')
    await user.keyboard('{Control>}{Shift>}c{/Shift}{/Control}')
    const copied = await navigator.clipboard.readText()
    await paste(1, CHARGE, copied)
    expect(await screen.findByText('与表中内容相同，没有变化')).toBeDefined()
    expect(figures()).toEqual(['10', '8', '20'])
  })

  test('of thousands of rows lists the first differences and counts all', async () => {
    const block = Array.from({ length: 5_000 }, (_, row) => `某站${row}\t${row}`).join('\n')
    await paste(0, CHARGE, `项目\t充电量\n甲站\t3\n${block}`)
    const dialog = within(await preview())
    expect(dialog.getByText('仅列前 200 处，共 5,000 处')).toBeDefined()
    await pressed('粘贴 1 格')
    expect(textAt(0, CHARGE)).toBe('3')
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
