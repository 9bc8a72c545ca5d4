import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { onSample } from '../../support/on-platform.ts'

const app = onSample()

/** Error at a field after typing and leaving it. */
async function saidOf(page: Page, name: string, typed: string): Promise<string> {
  const field = page.locator(`[name="${name}"]`)
  await field.fill(typed)
  await field.blur()
  const note = await field.getAttribute('aria-describedby')
  const said = note ? await page.locator(`[id="${note}"]`).textContent() : null
  return said ?? ''
}

test('[5.rules.1, 5.rules.3, 5.rules.4, 5.rules.5, 5.rules.6, 5.rules.10, 5.rules.12] a new account says at each field, in Chinese, what is wrong with it', async () => {
  const { page } = await app.open('admin', '/system/user/index')
  await page.getByRole('button', { name: '新建用户' }).click()
  const rows = [
    ['username', '张 三', '登录账号不能包含汉字或者空格'],
    ['realName', '', '值不能为空'],
    ['phone', '1380013', '请输入正确格式的电话号码'],
    ['idCard', '6401021990010112', '请输入正确格式的身份证号码'],
    ['email', 'zhang.example.cn', '请输入正确格式的电子邮箱'],
  ] as const
  await page.getByRole('button', { name: '创建' }).click()
  for (const [name, typed, message] of rows) expect.soft(await saidOf(page, name, typed)).toContain(message)
  for (const [name, typed] of [
    ['username', 'zhang_san'],
    ['phone', '13800138000'],
    ['idCard', '64010219900101123X'],
    ['idCard', ''],
    ['email', 'zhang@example.cn'],
    ['email', ''],
  ] as const)
    expect.soft(await saidOf(page, name, typed)).not.toMatch(/请输入正确|不能包含|值不能为空/)
})

test('[5.rules.8, 5.rules.9, 5.rules.11, 9.limits.9] a project takes figures of at most four decimals, and counts that are whole', async () => {
  const { page } = await app.open('enterprise_yc', '/esproject/declare/form')
  const decimal = '必须输入数字且最多4位小数'
  const rows = [
    ['ratedPower', '1.23456', decimal],
    ['ratedPower', '01', decimal],
    ['ratedPower', '百', decimal],
    ['completedInvestment', '1.23456', decimal],
    ['unitCount', '1.5', '值必须输入正整数'],
    ['unitCount', '-1', '值必须输入正整数'],
  ] as const
  for (const [name, typed, message] of rows) expect.soft(await saidOf(page, name, typed)).toContain(message)
  for (const [name, typed] of [
    ['ratedPower', '0.5001'],
    ['completedInvestment', '0'],
    ['unitCount', '0'],
    ['unitCount', '12'],
  ] as const)
    expect.soft(await saidOf(page, name, typed)).not.toMatch(/必须输入/)
})
