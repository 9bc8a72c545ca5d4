import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { CountryStatus, DeclareStatus } from '@xinchu/contract/codes'
import { example } from '@xinchu/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'
import { infoOf } from '../support/seed.ts'

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

const heads = () => screen.getAllByRole('columnheader').flatMap(({ textContent }) => textContent || [])

const rowOf = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }))

describe('the list of projects', () => {
  beforeEach(() => open('/esproject/audit/index', 'county_yc'))

  test('has the marks of each project as chips, two and the number of the others', async () => {
    on('queryEsProjects', { content: [{ ...returned, repeatScore: 95 }, answered], totalElements: 2 })
    await open('/esproject/audit/index', 'county_yc')
    const row = await rowOf('甲储能电站')
    expect(row.getByText('疑似重复 95')).toBeDefined()
    expect(row.getByText('意见 3')).toBeDefined()
    expect(row.queryByText('警告 2')).toBeNull()
    expect(row.getByTitle('警告 2').textContent).toBe('+1')
  })

  test('has no column of marks while no project has one, and keeps it once it has come', async () => {
    const plain = { ...answered, remarkCount: 0, answeredCount: 0 }
    on('queryEsProjects', ({ query }) => ({ content: query.warned ? [returned] : [plain], totalElements: 1 }))
    await open('/esproject/audit/index', 'county_yc')
    await rowOf('乙储能电站')
    expect(heads()).not.toContain('提示')
    const chip = await screen.findByRole('button', { name: /^有警告/ })
    await userEvent.click(chip)
    await waitFor(() => expect(heads()).toContain('提示'))
    await userEvent.click(chip)
    await rowOf('乙储能电站')
    expect(heads()).toContain('提示')
  })

  test('says how many remarks are answered', async () => {
    const row = await rowOf('乙储能电站')
    expect(row.getByText('已答复 2/3')).toBeDefined()
  })

  test('says in the totals how many of the projects are selected, with their sums', async () => {
    on('queryEsProjects', {
      content: [
        { ...returned, ratedPower: 100.5 },
        { ...answered, ratedPower: 20 },
      ],
      totalElements: 2,
      ratedPower: 120.5,
      ratedEnergy: 400,
    })
    await open('/esproject/audit/index', 'county_yc')
    expect((await screen.findByText('合计 全部 2 件')).closest('tr')?.textContent).toContain('120.5')
    const row = await rowOf('乙储能电站')
    expect(row.getByText('20.0')).toBeDefined()
    await userEvent.click(row.getByRole('checkbox'))
    expect((await screen.findByText('合计 已选 1 件')).closest('tr')?.textContent).toContain('20.0')
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

describe('the columns of projects', () => {
  test.each([
    ['enterprise_yc', 'declare', ['技术、场景', '建设状态', '投运日期', '申报状态', '提示', '更新时间']],
    ['county_yc', 'audit', ['项目单位', '技术、场景', '等待', '提示']],
    ['county_yc', 'query', ['项目单位', '技术、场景', '投运日期', '申报状态', '提示']],
    ['city_wz', 'audit', ['县（区）', '项目单位', '等待', '提示']],
    ['province_nx', 'query', ['市、县', '项目单位', '技术、场景', '投运日期', '申报状态', '提示']],
  ])('%s: %s has the figures next to the name, and then what this reader needs', async (user, list, rest) => {
    await open(`/esproject/${list}/index`, user)
    await rowOf('甲储能电站')
    expect(heads()).toEqual(['项目名称', '功率 MW', '能量 MWh', ...rest])
  })

  test('say in a review what each project waits for', async () => {
    const [row] = example('queryEsProjects').content
    if (!row) throw new Error('the contract has no example of a project')
    const { atProvince, passed } = DeclareStatus
    const { none, returned } = CountryStatus
    const rows = (
      [
        ['甲', atProvince, none],
        ['乙', passed, none],
        ['丙', passed, returned],
      ] as const
    ).map(([name, declareStatus, countryStatus], at) => ({
      ...{ ...row, id: at + 1, projectName: `${name}储能电站`, declareStatus, countryStatus },
      waitingDays: 5,
    }))
    on('queryEsProjects', { content: rows, totalElements: 3 })
    await open('/esproject/audit/index', 'province_nx')
    for (const [name, words] of [
      ['甲', '已等 5 天'],
      ['乙', '待上报 5 天'],
      ['丙', '退回 5 天'],
    ])
      expect((await rowOf(`${name}储能电站`)).getByText(words ?? '')).toBeDefined()
  })

  test.each(['nation', 'group_spic'])('%s has the province, short, before the figures', async (user) => {
    await open('/esproject/query/index', user)
    const row = await rowOf('甲储能电站')
    expect(heads().slice(0, 5)).toEqual(['项目名称', '省', '功率 MW', '能量 MWh', '市、县'])
    expect(row.getByText('宁夏')).toBeDefined()
  })

  test('drop a layout that was saved for an older order once, and bring it back on demand', async () => {
    localStorage.setItem(
      `xinchu:table:${infoOf('nation').user.id}:es-project`,
      JSON.stringify({ visibility: { ownerGroupName: true }, order: [], widths: {} }),
    )
    const user = await open('/esproject/query/index', 'nation')
    await screen.findByText('列已按新的默认排列')
    expect(heads()).not.toContain('投资主体（集团）')
    await user.click(screen.getByRole('button', { name: '恢复我的' }))
    await waitFor(() => expect(heads()).toContain('投资主体（集团）'))
  })
})
