import { mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toDark, violationsOf } from '../support/accessible.ts'
import { openMenu } from '../support/browser.ts'
import { onSample } from '../support/on-platform.ts'
import { hasFocus } from '../support/settled.ts'
import { expectSound } from '../support/sound.ts'

const app = onSample()
const pictures = process.env['SCREENSHOTS']
if (pictures) mkdirSync(pictures, { recursive: true })

const path = (name: string) => `${pictures}/rules-${name}.png`

test('everyone finds a rule in the book by its code, a field or words, and opens it at its address', async () => {
  const page = await app.page('enterprise_yc')
  await openMenu(page, '规则手册')
  await page.getByRole('heading', { name: '规则手册' }).waitFor()
  const rows = page.getByRole('table', { name: '规则' }).getByRole('row')
  await page.getByRole('button', { name: /^项目 / }).click()
  const all = await rows.count()
  await page.getByRole('searchbox', { name: '查找规则' }).fill('额定能量')
  await expect.poll(() => rows.count()).toBeLessThan(all)
  await page.getByRole('searchbox', { name: '查找规则' }).fill('时长')
  await page.getByRole('link', { name: 'P-007' }).click()
  const detail = page.getByRole('region', { name: '规则 P-007' })
  await detail.getByText('额定功率 1 MW').waitFor()
  expect(new URL(page.url()).pathname).toBe('/rules/P-007')
  await expect.poll(() => page.getByRole('searchbox', { name: '查找规则' }).inputValue()).toBe('时长')
  await page.getByRole('searchbox', { name: '查找规则' }).fill('')
  await page.getByRole('button', { name: /^全部 / }).click()
  if (pictures) await page.screenshot({ path: path('1440') })
  await expectSound(page, 'the rule book')
})

test.each([
  [1024, 'light'],
  [390, 'light'],
  [1440, 'dark'],
] as const)('the rule of an address is shown at %i in %s', async (width, colorScheme) => {
  const page = await app.page('county_yc')
  await page.setViewportSize({ width, height: 900 })
  await page.goto(app.url('/rules/U-007'))
  await page.getByRole('region', { name: '规则 U-007' }).getByText('触发', { exact: true }).waitFor()
  if (colorScheme === 'dark') await toDark(page)
  if (pictures) await page.screenshot({ path: path(`${width}-${colorScheme}`) })
  expect(await violationsOf(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})

test('a code in a form opens its rule, and the form keeps what was typed', async () => {
  const page = await app.page('enterprise_yc', '/esproject/declare/form')
  await page.locator('[name="ratedPower"]').fill('1')
  await page.locator('[name="ratedEnergy"]').fill('200')
  await page.locator('[name="ratedEnergy"]').blur()
  const code = page.getByRole('link', { name: 'P-007' })
  await code.click()
  const panel = page.getByRole('dialog', { name: '规则 P-007' })
  await panel.getByText('储能时长＝额定能量÷额定功率').waitFor()
  if (pictures) await page.screenshot({ path: path('panel') })
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('[name="ratedEnergy"]').inputValue()).toBe('200')
  await hasFocus(code)
})
