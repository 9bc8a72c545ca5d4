import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { example } from '../support/contract.ts'
import { errorOf, field } from '../support/fields.ts'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

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
