import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { colourViolationsOf, toDark, violationsOf } from '../support/accessible.ts'
import { onPlatform } from '../support/on-platform.ts'
import { moveProject, submittedProject } from '../support/sample-project.ts'

const app = onPlatform()

const REMARKS = [
  { field: 'ratedPower', text: '备案证为 100 MW，请核对。' },
  { field: 'ratedEnergy', text: '备案证为 200 MWh，请核对。' },
  { field: 'totalInvestment', text: '概算批复为 30,000 万元，请核对。' },
]

/** Stores a project that the county returned with a remark on each of three fields. */
async function returnedProject(changes: object = {}): Promise<number> {
  const id = await submittedProject(app, changes)
  await moveProject(app, 'county_yc', id, {
    action: 'RETURN',
    opinion: '建设规模与备案证不一致，请核对后重新提交。',
    remarks: [{ id, remarks: REMARKS }],
  })
  return id
}

const focusIs = (page: Page, name: string) =>
  page.waitForFunction((wanted) => document.activeElement?.getAttribute('name') === wanted, name)

test('a returned project is opened from its message, corrected and resubmitted in four clicks, and the reviewer sees exactly the three changes', async () => {
  const id = await returnedProject()
  const page = await app.page('enterprise_yc')
  await page.getByRole('button', { name: /未读消息/ }).click()
  let clicks = 0
  const click = async (button: ReturnType<Page['getByRole']>) => {
    clicks += 1
    await button.click()
  }
  await click(page.getByRole('button', { name: /^去改正：.*退回/ }).first())
  await page.waitForURL(`**/esproject/declare/form?id=${id}`)
  for (const [name, text] of [
    ['ratedPower', '100'],
    ['ratedEnergy', '200'],
    ['totalInvestment', '30000'],
  ] as const) {
    await focusIs(page, name)
    await page.keyboard.press('Control+A')
    await page.keyboard.type(text)
    await page.keyboard.press('F8')
  }
  await page.getByText('意见已全部处理').waitFor()
  await click(page.getByRole('button', { name: '提交…' }))
  await page.getByText('意见 3 处，全部已处理').waitFor()
  await click(page.getByRole('checkbox', { name: '真实性' }))
  await click(page.getByRole('button', { name: '提交给盐池县' }))
  await page.getByText('待县级审核').first().waitFor()
  expect(clicks).toBe(4)

  const seen = await app.call('county_yc', 'GET', `/api/review/changes?entity=PROJECT&entityId=${id}`)
  const { changes } = seen as {
    changes: { field: string; oldValue: string; newValue: string; asked: boolean }[]
  } // held by the contract
  expect(changes.map(({ field, oldValue, newValue, asked }) => [field, oldValue, newValue, asked])).toEqual([
    ['ratedPower', '120 MW', '100 MW', true],
    ['ratedEnergy', '240 MWh', '200 MWh', true],
    ['totalInvestment', '32,000 万元', '30,000 万元', true],
  ])
})

test('an answer is kept without a button, and the form breaks no rule of accessibility at any width, light or dark', async () => {
  const id = await returnedProject({
    projectName: '盐池县王乐井20MW/40MWh储能电站',
    longitude: 107.3,
    ratedPower: 20,
    ratedEnergy: 40,
    totalInvestment: 5_000,
  })
  const path = `/esproject/declare/form?id=${id}`
  const page = await app.page('enterprise_yc', path)
  await focusIs(page, 'ratedPower')
  await page.getByRole('textbox', { name: '答复“额定功率”的意见' }).fill('无需修改：已变更备案')
  await page.getByText('已答复 · 未修改').first().waitFor()
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(() => scrollTo(0, 0))
    expect([width, await violationsOf(page)]).toEqual([width, []])
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      .toBe(true)
  }
  await toDark(page)
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect([width, await colourViolationsOf(page)]).toEqual([width, []])
  }
  await page.goto(app.url(path))
  await page.getByText('无需修改：已变更备案').waitFor()
})
