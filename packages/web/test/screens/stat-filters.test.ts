import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { example, refuse } from '@xinchu/testing'
import { describe, expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const PAGES = '/planningmonitoring/project'
const SCALE = `${PAGES}/scalelayout`

function given() {
  on('listStatPeriods', example('listStatPeriods'))
  on('findProjectLocations', [])
  on('getUsageStatistics', example('getUsageStatistics'))
  on('getUsageSpread', example('getUsageSpread'))
  on('listUsageOutliers', example('listUsageOutliers'))
  return on('getScaleLayout', [{ projectCount: 20, ratedPower: 900, ratedEnergy: 1_800 }])
}

async function choose(user: UserEvent, label: string, ...options: readonly string[]) {
  const dialog = within(await screen.findByRole('dialog', { name: '筛选' }))
  await user.click(await dialog.findByRole('combobox', { name: label }))
  for (const name of options) await user.click(await screen.findByRole('option', { name }))
  await user.keyboard('{Escape}')
}

describe('the filters of a page of statistics', () => {
  test('are chosen in a dialog, kept in the address, shown, and taken away one by one or all', async () => {
    const asked = given()
    const user = await open(SCALE, 'nation')
    await user.click(await screen.findByRole('button', { name: '筛选' }))
    await choose(user, '规模分档', '10MW至100MW', '100MW以上')
    await choose(user, '企业性质', '民营')
    await user.click(screen.getByRole('button', { name: '应用' }))
    await waitFor(() => expect(location.search).toContain('scaleBand=3,4'))
    await waitFor(() =>
      expect(asked.at(-1)?.query).toMatchObject({ scaleBand: ['3', '4'], ownerType: ['3'] }),
    )
    const chips = within(await screen.findByRole('list', { name: '筛选条件' }))
    expect(await chips.findByText('企业性质：民营')).toBeDefined()
    expect(screen.getByRole('button', { name: '筛选 2' })).toBeDefined()
    await user.click(chips.getByRole('button', { name: '取消条件 企业性质：民营' }))
    await waitFor(() => expect(location.search).not.toContain('ownerType'))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '筛选 1' }))
    expect(location.search).toContain('scaleBand=3,4')
    await user.click(await screen.findByRole('button', { name: '清除条件' }))
    await waitFor(() => expect(location.search).not.toContain('scaleBand'))
    expect(screen.queryByRole('list', { name: '筛选条件' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '筛选' }))
  })

  test('come from an address that repeats them, or joins them by commas', async () => {
    const asked = given()
    await open(`${SCALE}?techType=01&techType=02&durationBand=1,2`, 'nation')
    await waitFor(() =>
      expect(asked.at(-1)?.query).toMatchObject({ techType: ['01', '02'], durationBand: ['1', '2'] }),
    )
  })

  test('hold for use, its stations and the values to check', async () => {
    given()
    const [use, spread, outliers] = [
      on('getUsageStatistics', example('getUsageStatistics')),
      on('getUsageSpread', example('getUsageSpread')),
      on('listUsageOutliers', example('listUsageOutliers')),
    ]
    await open(`${PAGES}/usage?source=work&gridVoltage=110&ownerGroupId=7`, 'nation')
    const filter = { gridVoltage: ['110'], ownerGroupId: [7] }
    for (const calls of [use, spread, outliers])
      await waitFor(() => expect(calls.at(-1)?.query).toMatchObject(filter))
  })

  test('hold for the map', async () => {
    given()
    const points = on('findProjectLocations', [])
    await open(`${PAGES}/map?scaleBand=4&regionGroup=XB`, 'nation')
    await waitFor(() => expect(points.at(-1)?.query).toMatchObject({ scaleBand: ['4'], regionGroup: ['XB'] }))
  })

  test.each([
    ['scale', 'scalelayout', 'getScaleLayout'],
    ['use', 'usage', 'getUsageStatistics'],
    ['the map', 'map', 'findProjectLocations'],
  ] as const)(
    'that there are not are said once on the page of %s, and taken away',
    async (_page, path, call) => {
      given()
      const message = '第1项技术路线：没有“zz”，取值不在可选范围内'
      on(
        call,
        ({ query }) =>
          'techType' in query
            ? refuse(400, message, { errors: [{ field: 'techType.0', value: 'zz', message }] })
            : (example(call) as never), // of the same call
      )
      const user = await open(`${PAGES}/${path}?techType=zz`, 'nation')
      const alert = within(await screen.findByRole('alert'))
      expect(alert.getByText(message)).toBeDefined()
      expect(screen.getAllByText(message)).toHaveLength(1)
      expect(screen.queryByRole('button', { name: '重新加载' })).toBeNull()
      await user.click(alert.getByRole('button', { name: '清除条件' }))
      await waitFor(() => expect(location.search).not.toContain('techType'))
      await waitFor(() => expect(screen.queryByText(message)).toBeNull())
    },
  )
})

describe('a place in the address', () => {
  test('makes the page that of a region, with a way back to the nation', async () => {
    const asked = given()
    const user = await open(`${SCALE}?regionGroup=XB`, 'nation')
    expect(await screen.findByRole('heading', { level: 1, name: '西北区域规模布局统计' })).toBeDefined()
    await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ regionGroup: ['XB'] }))
    const way = within(await screen.findByRole('navigation', { name: '所在地区' }))
    expect(way.getByText('西北区域').getAttribute('aria-current')).toBe('page')
    await user.click(way.getByRole('button', { name: '全国' }))
    expect(await screen.findByRole('heading', { level: 1, name: '全国规模布局统计' })).toBeDefined()
    expect(location.search).toBe('')
  })

  test('leads from a city over its province and region', async () => {
    given()
    on('queryEsProjects', example('queryEsProjects'))
    const user = await open(`${SCALE}?regionGroup=XB&provinceCode=640000&cityCode=640300`, 'nation')
    const way = within(await screen.findByRole('navigation', { name: '所在地区' }))
    await way.findByText('吴忠市')
    expect(way.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '全国/',
      '西北区域/',
      '宁夏回族自治区/',
      '吴忠市',
    ])
    await user.click(way.getByRole('button', { name: '西北区域' }))
    expect(await screen.findByRole('heading', { level: 1, name: '西北区域规模布局统计' })).toBeDefined()
  })

  test('is chosen in the dialog of filters', async () => {
    given()
    const user = await open(SCALE, 'nation')
    await user.click(await screen.findByRole('button', { name: '筛选' }))
    const dialog = within(await screen.findByRole('dialog', { name: '筛选' }))
    await dialog.findByRole('option', { name: '西北' })
    await user.selectOptions(dialog.getByRole('combobox', { name: '区域' }), '西北')
    await user.click(dialog.getByRole('button', { name: '应用' }))
    expect(await screen.findByRole('heading', { level: 1, name: '西北区域规模布局统计' })).toBeDefined()
  })

  test.each(['provinceCode=999999', 'provinceCode=640000&cityCode=649900', 'regionGroup=ZZ'])(
    'that there is not is said, and the page is not that of the nation: %s',
    async (search) => {
      given()
      on('queryEsProjects', example('queryEsProjects'))
      on('getScaleLayout', refuse(400, '没有这个取值'))
      await open(`${SCALE}?${search}`, 'nation')
      expect(await screen.findByText('没有这个区划')).toBeDefined()
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('规模布局统计')
    },
  )

  test('outside of the reach is said to be', async () => {
    given()
    await open(`${SCALE}Region?regionGroup=HB`, 'region_xb')
    expect(await screen.findByText('该地区不在您的数据范围')).toBeDefined()
  })
})
