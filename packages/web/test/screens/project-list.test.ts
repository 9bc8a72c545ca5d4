import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { DeclareStatus } from '@xinchu/contract/codes'
import { example } from '@xinchu/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const [sample] = example('queryEsProjects').content
if (!sample) throw new Error('the contract shows no project')
const returned = {
  ...sample,
  id: 1,
  projectName: '甲储能电站',
  declareStatus: DeclareStatus.returnedByCounty,
  declareStatusLabel: '县级退回',
  countryStatus: '0' as const,
  waitingSince: '2026-01-05 10:41:00',
  warningCount: 2,
  remarkCount: 3,
  answeredCount: 0,
}
const answered = {
  ...returned,
  id: 2,
  projectName: '乙储能电站',
  declareStatus: DeclareStatus.atCounty,
  declareStatusLabel: '待县级审核',
  warningCount: 0,
  answeredCount: 2,
}

beforeEach(() => {
  on('getDeclareStatusCounts', example('getDeclareStatusCounts'))
  on('getCountryStatusCounts', [])
  on('listFillTimes', [])
  on('queryEsProjects', ({ query }) => {
    if (query.warned) return { content: [returned], totalElements: 1 }
    return { content: [returned, answered], totalElements: 2 }
  })
})

const rowOf = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }))

describe('the list of projects', () => {
  beforeEach(() => open('/esproject/audit/index', 'county_yc'))

  test('says how many remarks a returned project has, and since when', async () => {
    const row = await rowOf('甲储能电站')
    expect(row.getByText('县级退回 · 3 处')).toBeDefined()
    expect(row.getByTitle(/01-05 10:41 退回，意见 3 处$/)).toBeDefined()
    expect(row.getByText('2')).toBeDefined()
  })

  test('says how many remarks are answered', async () => {
    const row = await rowOf('乙储能电站')
    expect(row.getByText('已答复 2/3')).toBeDefined()
    expect(row.getByText('待县级审核')).toBeDefined()
  })

  test('filters by a chip with a count, and once more shows all', async () => {
    const chips = within(await screen.findByRole('group', { name: '按提示查看' }))
    const chip = await chips.findByRole('button', { name: '有警告 1' })
    await userEvent.click(chip)
    await waitFor(() => expect(screen.queryByText('乙储能电站')).toBeNull())
    expect(chip.getAttribute('aria-pressed')).toBe('true')
    await userEvent.click(chip)
    expect(await screen.findByText('乙储能电站')).toBeDefined()
  })
})
