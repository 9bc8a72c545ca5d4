import { screen, within } from '@testing-library/dom'
import { example, refuse } from '@xinchu/testing'
import { expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const plan = example('planRoleChange')
const { role } = example('getRole')

async function editing() {
  on('listRoles', [role])
  on('getRole', example('getRole'))
  const user = await open('/system/role/index', 'admin')
  await user.click(await screen.findByRole('button', { name: role.name }))
  await screen.findByRole('dialog', { name: `角色：${role.name}` })
  const dialog = within(screen.getByRole('dialog'))
  await dialog.findByRole('tree', { name: '权限' })
  for (const all of dialog.getAllByRole('button', { name: '全部展开' })) await user.click(all)
  await user.click(dialog.getByRole('treeitem', { name: '导出项目' }))
  return { user, dialog }
}

test('sends the change on the version that was planned, after the plan is seen', async () => {
  const planned = on('planRoleChange', plan)
  const saved = on('updateRole', { ...role, version: 1 })
  const { user, dialog } = await editing()
  await user.click(dialog.getByRole('button', { name: '预览修改' }))
  await dialog.findByText(/菜单 项目审核：1 人/)
  expect(saved).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await screen.findByText('已保存，自用户的下一次操作起生效')
  const change = { id: role.id, version: role.version, permissions: ['esProject:export'] }
  expect(planned[0]?.body).toEqual(change)
  expect(saved[0]?.body).toEqual(change)
})

test('shows a plan that is refused in its words, and leads back to the change', async () => {
  on('planRoleChange', refuse(409, '不能取消本人的平台管理权限和“角色管理”菜单'))
  const { user, dialog } = await editing()
  await user.click(dialog.getByRole('button', { name: '预览修改' }))
  await dialog.findByText('不能取消本人的平台管理权限和“角色管理”菜单')
  await user.click(dialog.getByRole('button', { name: '返回修改' }))
  const permission = dialog.getByRole('treeitem', { name: /^项目/ })
  expect(permission.getAttribute('aria-checked')).toBe('true')
})
