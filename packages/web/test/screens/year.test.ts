import { screen, waitFor } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { example } from '@xinchu/testing'
import { expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'
import { giveRoom } from '../support/room.ts'

onPortal()

const yearCalc = {
  ...{ scopeType: 'REGION' as const, scopeId: 640000, year: 2026 },
  rows: [
    { techType: '01', appScenario: '2' as const, lastYearPower: 300, lastYearEnergy: 600, addPower: 100 },
  ],
}

/** Opens the yearly calculation of a province in its window, whose saves all succeed. */
async function openYear(): Promise<UserEvent> {
  giveRoom()
  const [item] = example('queryGeneralItems').content
  const [window] = example('listFillTimes')
  if (!item || !window) throw new Error('the contract has no example')
  const { usage: _usage, derived: _derived, ...report } = item
  const due = { itemType: 'YEARCALC' as const, editable: true, scopeName: '宁夏回族自治区', yearCalc }
  on('listDueItems', { content: [due], totalElements: 1 })
  on('queryGeneralItems', { content: [], totalElements: 0 })
  on('listFillTimes', [{ ...window, fillType: 'YEARCALC', year: 2026, open: true }])
  on('saveGeneralItems', {
    saved: [{ ...report, id: 501, itemType: 'YEARCALC', status: '0', yearCalc }],
    errors: [],
  })
  return open('/decision/year/calculation/index?year=2026', 'province_nx')
}

const ADD_POWER = 5
const RETIRE_POWER = 7

async function typeAt(user: UserEvent, column: number, text: string): Promise<void> {
  const grid = await screen.findByRole('grid', { name: '年度测算分项' })
  grid.focus()
  await user.keyboard(`{Control>}{Home}{/Control}${'{ArrowRight}'.repeat(column)}${text}{Enter}`)
}

/** The shown state, without what is announced of it. */
const SHOWN = { selector: '[data-print] > span:not(.sr-only)' }
const HELD = '内容有误，尚未保存，改正后自动保存'

test('a calculation has one save state at a time: saved, held until it is corrected, or saved again', async () => {
  const user = await openYear()
  await typeAt(user, ADD_POWER, '120')
  await screen.findByText(/^已保存 \d\d:\d\d$/, SHOWN)
  await typeAt(user, RETIRE_POWER, '900')
  await screen.findByText(HELD)
  expect(screen.queryByText(/^已保存/, SHOWN)).toBeNull()
  await typeAt(user, RETIRE_POWER, '9')
  await waitFor(() => expect(screen.queryByText(HELD)).toBeNull())
  await screen.findByText(/^已保存/, SHOWN)
})
