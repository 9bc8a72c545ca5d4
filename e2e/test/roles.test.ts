import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openMenu } from '../support/browser.ts'
import { onPlatform } from '../support/on-platform.ts'
import { listShowsOnly } from '../support/settled.ts'
import { expectSound } from '../support/sound.ts'

const app = onPlatform({}, { keepsPages: true })
let admin: Page
beforeAll(async () => {
  admin = await app.page('admin')
})

const ROLE = '县级（不导入）'
const dialog = () => admin.getByRole('dialog').last()
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
const tree = (name: string) => dialog().getByRole('tree', { name })
const item = (name: string | RegExp) => dialog().getByRole('treeitem', { name, exact: true })

describe('the screen of roles', () => {
  test('lists the roles of the platform with their users, menus and permissions', async () => {
    await openMenu(admin, '角色管理')
    const row = admin.getByRole('row').filter({ hasText: '县级能源主管部门' })
    await row.getByText('沿用部门类别').waitFor()
    await expectSound(admin, '角色管理')
  })

  test('makes a role as a copy of another', async () => {
    await admin.getByRole('button', { name: '新建角色' }).click()
    await dialog().locator('[name="name"]').fill(ROLE)
    await dialog().locator('[name="basedOn"]').selectOption({ label: '县级' })
    await press('创建')
    await admin.getByRole('dialog', { name: `角色：${ROLE}` }).waitFor()
    await press('关闭')
    const person = (await app.call('admin', 'GET', '/api/users?keyword=county_yc')) as {
      content: { id: number; username: string }[]
    } // as the contract says
    const roles = (await app.call('admin', 'GET', '/api/roles')) as { id: number; name: string }[] // as the contract says
    const { id } = person.content.find(({ username }) => username === 'county_yc') ?? { id: 0 }
    const roleIds = roles.filter(({ name }) => name === ROLE).map((role) => role.id)
    await app.call('admin', 'PUT', '/api/users/modify', { id, roleIds })
  })

  test('chooses menus in a tree by keyboard, with half-checked groups', async () => {
    await admin.getByRole('button', { name: ROLE, exact: true }).click()
    const projects = item(/^项目管理/)
    await projects.waitFor()
    expect(await projects.getAttribute('aria-expanded')).toBe('false')
    await tree('菜单').getByRole('treeitem').first().focus()
    await admin.keyboard.press('End')
    await admin.keyboard.press('Home')
    await projects.focus()
    await dialog().getByRole('button', { name: '全部展开' }).first().click()
    expect(await projects.getAttribute('aria-checked')).toBe('true')
    expect(await item(/^决策报送/).getAttribute('aria-checked')).toBe('mixed')
    const imports = item('批量导入')
    expect(await imports.getAttribute('aria-checked')).toBe('true')
    await imports.click()
    expect(await imports.getAttribute('aria-checked')).toBe('false')
    await admin.keyboard.press('Space')
    expect(await imports.getAttribute('aria-checked')).toBe('true')
    await admin.keyboard.press('Enter')
    expect(await imports.getAttribute('aria-checked')).toBe('false')
    expect(await projects.getAttribute('aria-checked')).toBe('mixed')
    await admin.keyboard.press('ArrowUp')
    expect(await imports.evaluate((element) => element === document.activeElement)).toBe(false)
    const landing = item(/^县级任务管理/)
    await landing.dispatchEvent('click')
    expect(await landing.getAttribute('aria-checked')).toBe('true')
    await dialog().getByRole('searchbox', { name: '查找权限' }).fill('导入')
    await item('批量导入项目').click()
    await expectSound(admin, '修改角色')
  })

  test('shows who loses what before it is saved, and works at the next call', async () => {
    const county = await app.page('county_yc')
    await county.getByRole('heading', { level: 1 }).first().waitFor()
    await press('预览修改')
    await dialog().getByText('该角色有 1 名用户，其中 1 名的菜单或权限有变化。', { exact: false }).waitFor()
    await dialog().getByText('菜单 批量导入：1 人').waitFor()
    await dialog().getByText('权限 批量导入项目：1 人').waitFor()
    await dialog().getByRole('row').filter({ hasText: 'county_yc' }).waitFor()
    await expectSound(admin, '预览修改')
    await press('保存')
    await admin.getByText('已保存，自用户的下一次操作起生效').waitFor()
    await county.reload()
    await county.getByRole('heading', { level: 1 }).first().waitFor()
    const links = county
      .getByRole('navigation', { name: '主菜单' })
      .getByRole('link', { includeHidden: true })
    const titles = await links.allTextContents()
    expect(titles).toContain('项目查询')
    expect(titles).not.toContain('批量导入')
    await expect(app.call('county_yc', 'POST', '/api/esProject/importBatch/1/cancel')).rejects.toThrow(
      '您的角色没有“批量导入项目”的权限',
    )
  })

  test('does not let the administrators lose what they need', async () => {
    await admin.getByRole('button', { name: '系统管理员', exact: true }).click()
    const kept = item(/^平台管理/)
    await dialog().getByRole('button', { name: '全部展开' }).last().click()
    await kept.waitFor()
    expect(await kept.getAttribute('aria-disabled')).toBe('true')
    await kept.dispatchEvent('click')
    expect(await kept.getAttribute('aria-checked')).toBe('true')
    await press('关闭')
  })

  test('tells of a menu who sees it, and of a user why he has it', async () => {
    await openMenu(admin, '菜单管理')
    await admin.getByRole('button', { name: '可见范围' }).first().click()
    await dialog()
      .getByText(/共 \d+ 名用户可见/)
      .waitFor()
    await press('关闭')
    await openMenu(admin, '用户与机构')
    await admin.getByRole('searchbox', { name: '关键字' }).fill('county_yc')
    await admin.getByRole('searchbox', { name: '关键字' }).press('Enter')
    await listShowsOnly(admin, 'county_yc')
    await admin.getByRole('button', { name: 'county_yc', exact: true }).click()
    const given = dialog().getByRole('region', { name: '菜单' }).getByRole('listitem').first()
    await given.getByText(`角色：${ROLE}`).waitFor()
    await expectSound(admin, '用户的菜单与权限')
    await press('关闭')
  })
})
