import { screen, waitFor, within } from '@testing-library/dom'
import type { PinnedCard } from '@xinchu/sdk'
import { refuse } from '@xinchu/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const HOME = '/dashboard/index'
const SCALE = '/planningmonitoring/project/scalelayout'

const NONE = { content: [], totalElements: 0 }

const card = (of: PinnedCard['card'], conditions: PinnedCard['conditions'] = {}): PinnedCard => ({
  card: of,
  level: 'nation',
  conditions,
})

beforeEach(() => {
  on('listStatPeriods', [{ year: 2025, quarter: 4, status: 'OFFICIAL' }])
  on('getScaleLayout', ({ query }) => [
    {
      year: Number(query.year ?? 2025),
      key: 'K',
      label: '甲',
      projectCount: 20,
      ratedPower: 5_000,
      ratedEnergy: 10_000,
      powerShare: 100,
    },
  ])
  on('listFillTimes', [])
  on('getUsageStatistics', [])
  on('getDemoTasks', NONE)
  on('queryMessages', NONE)
  on('queryEsProjects', NONE)
})

const board = () => screen.findByRole('list', { name: '固定的统计卡片' })

describe('the home page', () => {
  test('says how a card is pinned while there is none', async () => {
    await open(HOME, 'nation')
    expect(await screen.findByText(/^尚未固定卡片/)).toBeDefined()
  })

  test('shows a card with its own conditions and the latest published period', async () => {
    const asked = on('getScaleLayout', [])
    on('getPinnedCards', { version: 1, cards: [card('owner', { provinceCode: '640000', techType: 'li' })] })
    await open(HOME, 'nation')
    expect(
      await within(await board()).findByText(/^宁夏回族自治区 · 截至2025年底（最近一期） · 入库数据/),
    ).toBeDefined()
    await waitFor(() =>
      expect(asked.at(0)?.query).toMatchObject({
        provinceCode: ['640000'],
        techType: ['li'],
        year: 2025,
        quarter: 4,
      }),
    )
  })

  test('says of a card that its place is outside of the user’s scope, and keeps the others', async () => {
    on('getPinnedCards', {
      version: 1,
      cards: [{ ...card('owner', { provinceCode: '320000' }), level: 'province' }],
    })
    await open(HOME, 'office_nx')
    expect(await within(await board()).findByText('该地区不在您的数据范围，可取消固定')).toBeDefined()
  })

  test('names the kinds of projects that a card is limited to', async () => {
    on('getPinnedCards', { version: 1, cards: [card('owner', { ownerType: '3' })] })
    await open(HOME, 'nation')
    const kinds = within(await within(await board()).findByRole('list', { name: '筛选条件' }))
    expect(await kinds.findByText('企业性质：民营')).toBeDefined()
  })

  test('says of a card that there is no such place', async () => {
    on('getPinnedCards', { version: 1, cards: [card('owner', { provinceCode: '999999' })] })
    await open(HOME, 'nation')
    expect(await within(await board()).findByText('没有这个区划，可取消固定')).toBeDefined()
  })

  test('says of a card that its page is no longer granted', async () => {
    on('getPinnedCards', { version: 1, cards: [card('owner')] })
    await open(HOME, 'region_xb')
    expect(await screen.findByText(/^您已没有查看“投资主体”所在页面的权限/)).toBeDefined()
  })

  test('puts cards in order and returns to the stored order if another device was first', async () => {
    on('getPinnedCards', { version: 3, cards: [card('owner'), card('size')] })
    const sent = on('savePinnedCards', () => refuse(409, '数据已被他人修改，请刷新后重试'))
    const user = await open(HOME, 'nation')
    await user.click(await screen.findByRole('button', { name: '后移 投资主体' }))
    expect(sent[0]?.body).toEqual({ version: 3, cards: [card('size'), card('owner')] })
    const names = async () =>
      within(await board())
        .getAllByRole('button', { name: /^取消固定/ })
        .map((each) => each.getAttribute('aria-label'))
    await waitFor(async () => expect(await names()).toEqual(['取消固定 投资主体', '取消固定 单站规模分布']))
  })
})

test('the menu of a card pins it with the conditions of the address', async () => {
  on('getPinnedCards', { version: 0, cards: [] })
  const sent = on('savePinnedCards', ({ body }) => ({ ...body, version: body.version + 1 }))
  const user = await open(`${SCALE}?provinceCode=640000&unit=wan&rows=`, 'nation')
  await user.click(await screen.findByRole('button', { name: '下载投资主体' }))
  await user.click(await screen.findByRole('menuitem', { name: '固定到首页' }))
  await waitFor(() =>
    expect(sent[0]?.body).toEqual({
      version: 0,
      cards: [card('owner', { provinceCode: '640000', unit: 'wan' })],
    }),
  )
})
