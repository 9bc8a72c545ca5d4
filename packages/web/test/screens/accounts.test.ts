import { screen, waitFor, within } from '@testing-library/dom'
import { example } from '@xinchu/testing'
import { expect, test } from 'vitest'
import { errorOf, field, typedIn } from '../support/fields.ts'
import { on } from '../support/network.ts'
import { onPortal, open, unsavedInput } from '../support/portal.ts'

onPortal()

const kinds = () => [
  { id: 5 as const, name: '县级能源主管部门', orgs: [{ id: 41, orgName: '盐池县发展和改革局' }] },
  { id: 100 as const, name: '企业', orgs: [] },
]

test('a new account asks for the kind of department first, and only then for its office', async () => {
  on('listUsers', example('listUsers'))
  on('getBuiltInDept', kinds())
  on('listOrgs', example('listOrgs'))
  const user = await open('/system/user/index', 'admin')
  await user.click(await screen.findByRole('button', { name: '新建用户' }))
  await user.click(await screen.findByRole('button', { name: '创建' }))
  expect(errorOf('kind')).toBe('值不能为空')
  expect(field('kind').getAttribute('aria-invalid')).toBe('true')
  expect(errorOf('orgId')).toBe('请先选择部门类别')
  expect(field('orgId').getAttribute('aria-invalid')).toBe('false')
  await user.selectOptions(field('kind'), '县级能源主管部门')
  await user.click(screen.getByRole('button', { name: '创建' }))
  expect(errorOf('orgId')).toBe('值不能为空')
  expect(field('orgId').getAttribute('aria-invalid')).toBe('true')
})

test('an account that was filled in and not created goes on where it was left', async () => {
  on('listUsers', example('listUsers'))
  on('getBuiltInDept', kinds())
  on('listOrgs', example('listOrgs'))
  const openDialog = async () => {
    const user = await open('/system/user/index', 'admin')
    await user.click(await screen.findByRole('button', { name: '新建用户' }))
    await screen.findByRole('dialog', { name: '新建用户' })
    return user
  }
  let user = await openDialog()
  await user.type(field('username'), 'zhang_yc')
  await user.type(field('realName'), '张盐池')
  await waitFor(() => expect([...unsavedInput().entries.values()][0]?.rows.size).toBe(2), { timeout: 5_000 })
  dispatchEvent(new Event('pagehide'))
  user = await openDialog()
  await screen.findByText(/^已恢复 .* 填写的 2 项/)
  expect([typedIn('username'), typedIn('realName')]).toEqual(['zhang_yc', '张盐池'])
  await user.click(screen.getByRole('button', { name: '取消' }))
  await user.click(screen.getByRole('button', { name: '放弃' }))
  await waitFor(() => expect(unsavedInput().entries.size).toBe(0))
})

test('the tree of offices narrows the accounts, so that the list has no filter of its own for that', async () => {
  const asked = on('listUsers', example('listUsers'))
  on('getBuiltInDept', kinds())
  const user = await open('/system/builtin/index', 'admin')
  const tree = within(await screen.findByRole('navigation', { name: '内置机构' }))
  const last = () => asked.at(-1)?.query
  const isMarked = (name: string) =>
    tree.getByRole('button', { name: new RegExp(`^${name}`) }).getAttribute('aria-current') === 'true'
  await screen.findByRole('heading', { name: '内置账号' })
  expect(isMarked('全部机构')).toBe(true)
  expect(screen.queryByLabelText('部门类别')).toBeNull()
  expect(screen.queryByLabelText('行政区划')).not.toBeNull()

  await user.click(tree.getByRole('button', { name: /^县级能源主管部门/ }))
  await waitFor(() => expect(last()).toMatchObject({ deptId: 5 }))
  expect(isMarked('县级能源主管部门')).toBe(true)

  await user.click(tree.getByRole('button', { name: '盐池县发展和改革局' }))
  await waitFor(() => expect(last()).toMatchObject({ orgId: 41 }))
  expect(last()).not.toHaveProperty('deptId')
  expect(screen.queryByLabelText('行政区划')).toBeNull()

  await user.click(tree.getByRole('button', { name: '企业' }))
  await waitFor(() => expect(last()).toMatchObject({ deptId: 100 }))

  await user.click(tree.getByRole('button', { name: '全部机构' }))
  await screen.findByRole('heading', { name: '内置账号' })
})

test('a count of accounts leads to the kind of department that it counts', async () => {
  const asked = on('listUsers', example('listUsers'))
  on('getBuiltInDept', kinds())
  await open('/system/builtin/index?deptId=100&provinceCode=640000', 'province_nx')
  await screen.findByRole('heading', { name: '企业' })
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ deptId: 100, regionCode: '640000' }))
})
