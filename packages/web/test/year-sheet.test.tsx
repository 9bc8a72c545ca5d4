import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { DueItem } from '@xinchu/sdk'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useYearForm } from '../src/features/periodic/use-year-form.ts'
import { YearSheet } from '../src/features/periodic/year-sheet.tsx'
import { Form } from '../src/ui/form/form.tsx'
import { dismissAll } from '../src/ui/notice.tsx'
import { NoticeStack } from '../src/ui/notice-stack.tsx'
import { PortsProvider } from '../src/ui/ports.ts'
import { samplePorts } from './sample-ports.ts'
import { giveRoom } from './support/room.ts'

const due: DueItem = {
  itemType: 'YEARCALC',
  editable: true,
  yearCalc: {
    scopeType: 'REGION',
    scopeId: 640323,
    year: 2026,
    rows: [
      { techType: '1', appScenario: '1', lastYearPower: 2800, lastYearEnergy: 5600, addPower: 100 },
      { techType: '2', appScenario: '2', lastYearPower: 300, lastYearEnergy: 600, addPower: 10.2 },
    ],
  },
}
const ports = samplePorts({
  dicts: {
    tech_type: [
      { value: '1', label: '锂离子电池' },
      { value: '2', label: '钠离子电池' },
    ],
    app_scenario: [
      { value: '1', label: '电源侧' },
      { value: '2', label: '电网侧' },
    ],
  },
})

function Sheet() {
  const form = useYearForm(due, undefined)
  return (
    <Form form={form} onSubmit={() => undefined}>
      <YearSheet isOpen hasKeys={false} remarks={[]} />
    </Form>
  )
}

let user: UserEvent
beforeEach(() => {
  giveRoom()
  user = userEvent.setup()
  render(
    <PortsProvider value={ports}>
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

const TECH = 1
const LAST_POWER = 3
const ADD_POWER = 5
const RETIRE_POWER = 7

const cell = (row: number, column: number) => document.querySelector(`[data-cell="${row}:${column}"]`)

async function goTo(row: number, column: number): Promise<void> {
  screen.getByRole('grid').focus()
  await user.keyboard(
    `{Control>}{Home}{/Control}${'{ArrowDown}'.repeat(row)}${'{ArrowRight}'.repeat(column)}`,
  )
}

async function paste(row: number, column: number, text: string): Promise<void> {
  await goTo(row, column)
  fireEvent.paste(document.activeElement ?? document.body, { clipboardData: { getData: () => text } })
}

test('a typed figure is shown as the computed ones, and opened as it is shown', async () => {
  expect(cell(0, LAST_POWER)?.textContent).toBe('2,800')
  await goTo(0, LAST_POWER)
  await user.keyboard('{Enter}')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /上年末累计功率/ }).value).toBe('2,800')
  await user.keyboard('{Enter}')
  expect(cell(0, LAST_POWER)?.textContent).toBe('2,800')
  await goTo(0, LAST_POWER)
  await user.keyboard('１,２34.5{Enter}')
  expect(cell(0, LAST_POWER)?.textContent).toBe('1,234.5')
})

test('a retirement above what there is is refused while it is typed', async () => {
  await goTo(1, RETIRE_POWER)
  await user.keyboard('400')
  await waitFor(() => expect(cell(1, RETIRE_POWER)?.getAttribute('data-level')).toBe('error'))
  expect(
    within(screen.getByRole('list', { name: '本行的问题' })).getByText(
      /退役功率不应大于上年末累计与当年新增之和/,
    ),
  ).toBeDefined()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(cell(1, RETIRE_POWER)?.getAttribute('data-level')).toBeNull())
})

test.each([
  ['more is retired than stood at the end of last year', RETIRE_POWER, '305', /退役功率超过上年末累计/],
  ['what is added stores less than an hour', ADD_POWER + 1, '5', /新增储能时长不足 1 小时/],
])('a warning comes while it is typed where %s', async (_why, column, typed, words) => {
  await goTo(1, column)
  await user.keyboard(typed)
  await waitFor(() => expect(cell(1, column)?.getAttribute('data-level')).toBe('warning'))
  expect(within(screen.getByRole('list', { name: '本行的问题' })).getByText(words)).toBeDefined()
})

test('a block in another unit is shown in the sheet’s before it is pasted, and undone as one step', async () => {
  await paste(0, TECH, '行号\t当年预计新增功率（万千瓦）\n2\t1.5\n1\t12')
  const dialog = within(await screen.findByRole('dialog', { name: '粘贴预览' }))
  expect(dialog.getByText('万千瓦 换算为 MW')).toBeDefined()
  expect(dialog.getByRole('row', { name: '第 2 行 当年预计新增功率 10.2 15' })).toBeDefined()
  await user.click(dialog.getByRole('button', { name: '粘贴 2 格' }))
  expect([cell(0, ADD_POWER)?.textContent, cell(1, ADD_POWER)?.textContent]).toEqual(['120', '15'])
  expect(await screen.findByText('已粘贴 2 格，当年预计新增功率（万千瓦→MW）已换算')).toBeDefined()
  await user.click(
    within(screen.getByText(/^已粘贴 2 格/).parentElement ?? document.body).getByRole('button', {
      name: '撤销',
    }),
  )
  expect([cell(0, ADD_POWER)?.textContent, cell(1, ADD_POWER)?.textContent]).toEqual(['100', '10.2'])
})

test('a technology with a slip in its name is asked about', async () => {
  await paste(0, TECH, '钠离电池\t电网侧')
  const dialog = within(await screen.findByRole('dialog', { name: '粘贴预览' }))
  await user.click(dialog.getByRole('button', { name: '钠离子电池' }))
  await user.click(dialog.getByRole('button', { name: '粘贴 2 格' }))
  expect(cell(0, TECH)?.textContent).toBe('钠离子电池')
})
