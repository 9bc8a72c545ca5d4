import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { chooseMenu, openMenu } from '../support/browser.ts'
import { logIn } from '../support/frame.ts'
import { onPlatform } from '../support/on-platform.ts'
import { hasFocus, listShowsOnly } from '../support/settled.ts'
import { expectSound } from '../support/sound.ts'

const app = onPlatform({}, { keepsPages: true })
let admin: Page
beforeAll(async () => {
  admin = await app.page('admin')
})

const field = (name: string) => admin.locator(`[role="dialog"] [name="${name}"]`)
const press = (name: string) =>
  admin.getByRole('dialog').last().getByRole('button', { name, exact: true }).click()
/** Gives the reason for an action on one account and carries it out. */
async function carryOut(reason: string): Promise<void> {
  await press('办理 1 个')
  const plan = admin.getByRole('dialog').last()
  await plan.getByText('值不能为空').waitFor()
  await plan.getByLabel('原因').fill(reason)
  await press('办理 1 个')
}
const rowOf = (text: string) => admin.getByRole('row').filter({ hasText: text })

async function openTab(title: string, heading: string): Promise<void> {
  await admin.getByRole('navigation', { name: '用户与机构' }).getByRole('link', { name: title }).click()
  await admin.getByRole('heading', { name: heading }).waitFor()
}

async function find(words: string): Promise<void> {
  // Pages that are kept hold such a box as well, out of sight.
  const box = admin.getByRole('searchbox', { name: '关键字' })
  await box.fill(words)
  await box.press('Enter')
  await listShowsOnly(admin, words)
}

describe('the administration', () => {
  const OFFICE = '盐池县能源事务中心'
  const USER = 'yanchi_new'
  let initial = ''
  let person: Page

  test('founds an office, which stands in the choices of a new account at once', async () => {
    await openMenu(admin, '用户与机构')
    await openTab('机构', '机构管理')
    await admin.getByRole('button', { name: '新建机构' }).click()
    await field('orgName').fill(OFFICE)
    await field('deptId').selectOption({ label: '县级能源主管部门' })
    await press('保存')
    await admin.getByRole('dialog').getByText('值不能为空').waitFor()
    await field('regionCode').click()
    await admin.getByLabel('按名称查找地区').fill('盐池')
    await admin.getByRole('option', { name: /盐池县/ }).click()
    await press('保存')
    await find(OFFICE)
    await rowOf(OFFICE).getByText('盐池县', { exact: true }).waitFor()
  })

  test('creates an account in it, whose first password is told once', async () => {
    await openTab('用户', '用户管理')
    await admin.getByRole('button', { name: '新建用户' }).click()
    await field('kind').selectOption({ label: '县级能源主管部门' })
    await field('orgId').click()
    await admin.getByPlaceholder('输入关键字').last().fill('能源事务')
    await admin.getByRole('option', { name: OFFICE }).click()
    await field('username').fill('county_yc')
    await field('realName').fill('马兰')
    await press('创建')
    await admin.getByRole('dialog').getByText('值不能为空').waitFor()
    await field('phone').fill('13709530001')
    await press('创建')
    // Refused, and the input is kept.
    await admin.getByText('登录账号已被使用').waitFor()
    await expect.poll(() => field('realName').inputValue()).toBe('马兰')
    await field('username').fill(USER)
    await press('创建')
    initial = (await admin.getByRole('dialog').locator('code').textContent()) ?? ''
    await press('完成')
    expect(initial).not.toBe('')
    await expect.poll(() => admin.getByText(initial).count()).toBe(0)
  })

  test('whoever logs in with the first password is led to change it before anything else', async () => {
    person = await app.guest('/login')
    await logIn(person, USER, initial)
    await person.waitForURL('**/editpassword')
    await person.goto(app.url('/contact/index'))
    await person.waitForURL('**/login')
    await logIn(person, USER, initial)
    await person.waitForURL('**/editpassword')
    await person.locator('[name="oldPass"]').fill(initial)
    await person.locator('[name="newPass"]').fill('Songtao7_Ke')
    await person.locator('[name="again"]').fill('Songtao7_Ke')
    await person.getByRole('button', { name: '修改密码' }).click()
    await person.waitForURL('**/login')
    await logIn(person, USER, 'Songtao7_Ke')
    await person.getByRole('navigation', { name: '主菜单' }).waitFor()
  })

  test('changes an account without touching what it does not change', async () => {
    await find(USER)
    await admin.getByRole('button', { name: USER, exact: true }).click()
    await press('修改')
    await field('position').fill('科长')
    await press('保存')
    const dialog = admin.getByRole('dialog')
    await dialog.getByText('科长').waitFor()
    await dialog.getByText('137****0001').waitFor()
    await press('修改')
    await field('position').fill('')
    await press('保存')
    await dialog.getByText('科长').waitFor({ state: 'detached' })
  })

  test('puts an account out of use, which ends its session, gives it back and resets its password', async () => {
    await press('停用')
    await carryOut('长期出差')
    await admin.getByRole('dialog').getByRole('button', { name: '启用' }).waitFor()
    await person.reload()
    await person.waitForURL('**/login')
    await logIn(person, USER, 'Songtao7_Ke')
    await person.getByText('账号未启用').first().waitFor()
    await press('启用')
    await carryOut('已返岗')
    await admin.getByRole('dialog').getByRole('button', { name: '停用' }).waitFor()
    await press('重置密码')
    await press('确认重置')
    await admin.getByRole('dialog').locator('code').waitFor()
    await press('关闭')
    await rowOf(USER).getByText('正常').waitFor()
  })

  test('finds in the audit log who disabled the account, and what it was before', async () => {
    await openTab('审计日志', '审计日志')
    await find('停用账号')
    await admin.getByRole('button', { name: '停用账号' }).first().click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByText('系统管理员（admin）').waitFor()
    await dialog.getByText('原值 正常，新值 停用').waitFor()
    await expectSound(admin, '审计记录')
    await dialog.getByRole('link', { name: '全部历史' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await admin.getByRole('button', { name: '新建账号' }).first().waitFor()
    await admin.getByRole('button', { name: '启用账号' }).first().waitFor()
  })

  test('checks the chain, and exports what it found', async () => {
    await admin.getByRole('button', { name: '审计链' }).click()
    await press('核对全链')
    await admin.getByText(/核对 \d+ 条，链完整/).waitFor()
    await expectSound(admin, '审计链')
    await press('关闭')
    const download = admin.waitForEvent('download')
    await admin.getByRole('button', { name: '导出', exact: true }).click()
    expect((await download).suggestedFilename()).toMatch(/^审计日志-\d{8}\.xlsx$/)
  })

  test('opens the history of an account from the account', async () => {
    await openTab('用户', '用户管理')
    await find(USER)
    await admin.getByRole('button', { name: USER }).click()
    await admin.getByRole('dialog').getByRole('link', { name: '审计记录' }).click()
    await admin.waitForURL(/recordKind=USER/)
    await admin.getByRole('button', { name: '重置密码' }).first().waitFor()
    await openTab('审计日志', '审计日志')
  })
})

test('the administration adds a dictionary entry, changes its name and deletes it; closed ones are only shown', async () => {
  await openMenu(admin, '字典管理')
  await admin.getByRole('button', { name: '新建字典项' }).click()
  await field('label').fill('重力储能（示例）')
  await press('保存')
  await admin.getByRole('dialog').getByText('值不能为空').waitFor()
  await field('value').fill('98')
  await press('保存')
  await rowOf('重力储能（示例）').getByRole('button', { name: '修改' }).click()
  await field('label').fill('重力储能（试点）')
  await press('保存')
  const changed = rowOf('重力储能（试点）')
  await changed.getByRole('button', { name: '删除' }).click()
  await press('删除')
  await changed.waitFor({ state: 'detached' })
  await expect.poll(() => rowOf('重力储能（示例）').count()).toBe(0)
  await admin.getByRole('combobox', { name: '字典' }).click()
  await admin.getByPlaceholder('输入关键字').last().fill('dept_kind')
  await admin.getByRole('option', { name: /dept_kind/ }).click()
  await admin.getByText('系统内置').waitFor()
  await expect.poll(() => admin.getByRole('button', { name: '新建字典项' }).count()).toBe(0)
})

test('the menus open level by level; a new one stands where it was added, and one that is renamed keeps its page', async () => {
  await openMenu(admin, '菜单管理')
  const group = admin.getByRole('listitem').filter({ hasText: '系统管理' }).last()
  await group.getByRole('button', { name: '展开 系统管理' }).click()
  await group.getByText('字典管理').waitFor()
  await group.getByRole('button', { name: '新增下级' }).first().click()
  await field('title').fill('运维说明')
  await field('path').fill('notes/index')
  await press('保存')
  await group.getByText('运维说明').waitFor()

  await admin.getByLabel('查找菜单').fill('字典管理')
  await admin
    .getByRole('listitem')
    .filter({ hasText: '字典管理' })
    .last()
    .getByRole('button', { name: '修改' })
    .click()
  await field('title').fill('数据字典')
  await press('保存')
  // The sidebar updates at once, and the page still exists.
  await chooseMenu(admin, '数据字典')
  await admin.getByRole('heading', { name: '字典管理' }).waitFor()
})

test('what was typed is given up only after a question, and the focus goes back to where it was', async () => {
  await admin.goto(app.url('/system/org/index'))
  const button = admin.getByRole('button', { name: '新建机构' })
  await button.press('Enter')
  await field('orgName').fill('某机构')
  await admin.keyboard.press('Escape')
  await press('继续填写')
  await expect.poll(() => field('orgName').inputValue()).toBe('某机构')
  await admin.keyboard.press('Escape')
  await press('放弃')
  await admin.getByRole('dialog').waitFor({ state: 'detached' })
  await hasFocus(button)
})

test.each([
  ['/system/user/index', '用户管理', '新建用户'],
  ['/system/org/index', '机构管理', '新建机构'],
  ['/system/distribution/index', '账号分布', ''],
  ['/system/audit/index', '审计日志', ''],
  ['/system/menu/index', '菜单管理', '新建菜单'],
  ['/system/dict/index', '字典管理', '新建字典项'],
  ['/contact/index', '通讯录', ''],
])('%s and its form are accessible and fit a telephone', async (path, title, action) => {
  await admin.goto(app.url(path))
  await admin.getByRole('heading', { name: title }).waitFor()
  await admin
    .getByRole('gridcell')
    .or(admin.getByRole('listitem').filter({ hasText: '目录' }))
    .first()
    .waitFor()
  await expectSound(admin, title)
  if (action === '') return
  await admin.getByRole('button', { name: action }).click()
  await admin.getByRole('dialog').waitFor()
  await expectSound(admin, action)
})
