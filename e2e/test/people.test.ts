import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { rosterWorkbook } from '../../packages/server/test/support/roster-workbook.ts'
import { openMenu, PASSWORD } from '../support/browser.ts'
import { logIn } from '../support/frame.ts'
import { onPlatform } from '../support/on-platform.ts'
import { listShowsOnly } from '../support/settled.ts'
import { expectSound } from '../support/sound.ts'

const app = onPlatform({}, { keepsPages: true })
let admin: Page
beforeAll(async () => {
  admin = await app.page('admin')
  await openMenu(admin, '用户与机构')
})

const COUNTY = '盐池县能源主管部门'
const PEOPLE = ['yanchi_zhang', 'yanchi_li']

const dialog = () => admin.getByRole('dialog').last()
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
const row = (username: string) => admin.getByRole('row').filter({ hasText: username })
const person = (username: string, name: string, phone: string) => [
  COUNTY,
  null,
  null,
  username,
  name,
  phone,
  null,
]

async function give(rows: Parameters<typeof rosterWorkbook>[0]): Promise<void> {
  const buffer = Buffer.from(await rosterWorkbook(rows))
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await dialog().getByLabel('选择名单').setInputFiles({ name: '名单.xlsx', mimeType, buffer })
}

async function find(words: string): Promise<void> {
  const box = admin.getByRole('searchbox', { name: '关键字' })
  await box.fill(words)
  await box.press('Enter')
}

/** Selects the new people and opens what can be done to them together. */
async function choose(action: string): Promise<void> {
  for (const username of PEOPLE) {
    const box = row(username).getByRole('checkbox')
    if (!(await box.isChecked())) await box.check()
  }
  await admin.getByRole('button', { name: action, exact: true }).click()
  await dialog().getByRole('list', { name: '办理方案' }).waitFor()
}

async function carryOut(reason: string): Promise<void> {
  await press('办理 2 个')
  await dialog().getByText('值不能为空').waitFor()
  await dialog().getByLabel('原因').fill(reason)
  await press('办理 2 个')
}

/** The account and one-time password pairs that are shown once. */
const passwords = async () =>
  new Map(
    await dialog()
      .getByRole('region', { name: '初始密码' })
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((each) => {
          const cells = [...each.querySelectorAll('td')].map((cell) => cell.textContent ?? '')
          return [cells[2] ?? '', cells[3] ?? ''] as const
        }),
      ),
  )

async function savedFile(button: string): Promise<{ name: string; head: string }> {
  const download = admin.waitForEvent('download')
  await press(button)
  const file = await download
  return {
    name: file.suggestedFilename(),
    head: (await readFile(await file.path())).subarray(0, 4).toString('latin1'),
  }
}

describe('people of a county', () => {
  let given = new Map<string, string>()

  test('are checked from a workbook, which creates nobody', async () => {
    await admin.getByRole('button', { name: '批量创建' }).click()
    await give([
      person(PEOPLE[0] ?? '', '张敏', '13911120001'),
      person('county_yc', '李强', '1391'),
      person(PEOPLE[1] ?? '', '李强', '13911120002'),
    ])
    await dialog().getByText('名单.xlsx：共 3 人，可创建 2 人，有错误 1 人').waitFor()
    const fault = dialog().getByRole('region', { name: '校验结果' }).getByRole('row').nth(1)
    await fault.getByText('登录账号已被使用').waitFor()
    await fault.getByText('请输入正确格式的电话号码').waitFor()
    expect((await savedFile('下载错误明细')).name).toMatch(/问题说明.*\.xlsx$|错误.*\.xlsx$/)
    await expectSound(admin, '批量创建账号')
    await press('关闭')
    await find('yanchi_')
    await admin.getByText('没有符合条件的用户').waitFor()
  })

  test('are created with one-time passwords on slips to print', async () => {
    await admin.getByRole('button', { name: '批量创建' }).click()
    await give([
      person(PEOPLE[0] ?? '', '张敏', '13911120001'),
      person(PEOPLE[1] ?? '', '李强', '13911120002'),
    ])
    await press('创建 2 人')
    await admin.getByRole('dialog', { name: '已创建 2 个账号' }).waitFor()
    given = await passwords()
    expect([...given.keys()]).toEqual(PEOPLE)
    expect(await savedFile('打印密码条（PDF）')).toEqual({ name: '初始密码条.pdf', head: '%PDF' })
    expect(await savedFile('导出表格')).toMatchObject({ name: '初始密码.xlsx', head: 'PK\u0003\u0004' })
    await expectSound(admin, '初始密码')
    await press('完成')
    await expect.poll(() => admin.getByText(given.get(PEOPLE[0] ?? '') ?? '').count()).toBe(0)
  })

  test('log in with the password of their slip and must change it', async () => {
    const guest = await app.guest('/login')
    await logIn(guest, PEOPLE[0] ?? '', given.get(PEOPLE[0] ?? ''))
    await guest.waitForURL('**/editpassword')
  })

  test('are disabled together, as the plan says and with a reason', async () => {
    await find('yanchi_')
    await listShowsOnly(admin, 'yanchi_')
    await choose('停用账号')
    await dialog().getByText('予以办理 2 个，不予办理 0 个').waitFor()
    await dialog().getByText('停用，立即退出，启用前不能登录').first().waitFor()
    await expectSound(admin, '停用账号的方案')
    await carryOut('机构改革，岗位撤销')
    for (const username of PEOPLE) await row(username).getByText('停用').waitFor()
    const guest = await app.guest('/login')
    await logIn(guest, PEOPLE[1] ?? '', given.get(PEOPLE[1] ?? ''))
    await guest.getByText('账号未启用').first().waitFor()
  })

  test('are enabled together', async () => {
    await choose('启用账号')
    await carryOut('岗位恢复')
    for (const username of PEOPLE) await row(username).getByText('正常').waitFor()
  })

  test('are moved to another office of their kind', async () => {
    for (const username of PEOPLE) await row(username).getByRole('checkbox').check()
    await admin.getByRole('button', { name: '调整机构', exact: true }).click()
    await dialog().getByLabel('调入机构').click()
    await admin.getByPlaceholder('输入关键字').last().fill('顺义')
    await admin.getByRole('option', { name: /顺义/ }).first().click()
    await dialog().getByText(`由“${COUNTY}”调整到`, { exact: false }).first().waitFor()
    await carryOut('跨区交流')
    for (const username of PEOPLE) await row(username).getByText(/顺义/).first().waitFor()
  })

  test('get new one-time passwords together; the old ones no longer open the platform', async () => {
    await choose('重置密码')
    await carryOut('密码条遗失')
    await admin.getByRole('dialog', { name: '密码已重置' }).waitFor()
    const renewed = await passwords()
    expect([...renewed.keys()].toSorted()).toEqual(PEOPLE.toSorted())
    expect((await savedFile('打印密码条（PDF）')).head).toBe('%PDF')
    await press('完成')
    const guest = await app.guest('/login')
    await logIn(guest, PEOPLE[0] ?? '', given.get(PEOPLE[0] ?? ''))
    await guest.getByText('用户名或密码不正确').first().waitFor()
    await guest.getByLabel('密码').fill(renewed.get(PEOPLE[0] ?? '') ?? '')
    await guest.getByRole('button', { name: '登录', exact: true }).click()
    await guest.waitForURL('**/editpassword')
  })
})

test('a lock is opened from the account, with a reason that the audit log keeps', async () => {
  const guest = await app.guest('/login')
  for (let at = 0; at < 5; at += 1) {
    await logIn(guest, 'county_sy', 'Wrong@2026')
    await guest.getByText('用户名或密码不正确').first().waitFor()
    await guest.reload()
  }
  await logIn(guest, 'county_sy')
  await guest.getByText(/锁定/).first().waitFor()
  await find('county_sy')
  await listShowsOnly(admin, 'county_sy')
  await admin.getByRole('button', { name: 'county_sy', exact: true }).click()
  await press('解除锁定')
  await dialog().getByText('解除锁定（原锁定至', { exact: false }).waitFor()
  await press('办理 1 个')
  await dialog().getByText('值不能为空').waitFor()
  await dialog().getByLabel('原因').fill('本人来电，已核实身份')
  await press('办理 1 个')
  await dialog().getByRole('button', { name: '解除锁定' }).waitFor({ state: 'detached' })
  await guest.reload()
  await logIn(guest, 'county_sy', PASSWORD)
  await guest.getByRole('navigation', { name: '主菜单' }).waitFor()
  await dialog().getByRole('link', { name: '审计记录' }).click()
  await admin.getByRole('button', { name: '解除账号锁定', exact: true }).first().click()
  await dialog().getByText('本人来电，已核实身份').waitFor()
})
