import { screen, waitFor, within } from '@testing-library/dom'
import { example, type ReplyOf } from '@xinchu/testing'
import { expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

type Node = ReplyOf<'listMenuChildren'>[number]

const CONTACTS = '/contact/index'

/** Opens the form of a folder with a redirect. */
async function openFolder() {
  const [any] = example('listMenuChildren')
  const folder: Node = {
    ...{ ...any, id: 71, pid: 0, type: 0, title: '资料', path: 'papers', redirect: CONTACTS, version: 3 },
    ...{ subCount: 0, hasChildren: false, leaf: true },
  }
  on('listMenuChildren', [folder])
  on('listSuperiorMenus', [])
  const sent = on('updateMenu', () => ({ ...folder, version: 4 }))
  const user = await open('/system/menu/index', 'admin')
  await user.click(await screen.findByRole('button', { name: /^修改/ }))
  return { user, sent, form: within(await screen.findByRole('dialog')) }
}

test('a folder keeps its redirect; one that becomes a page leaves it behind, and says what it opens', async () => {
  const { user, sent, form } = await openFolder()
  expect(form.getByLabelText(/^重定向/)).toHaveProperty('value', CONTACTS)
  await user.selectOptions(form.getByLabelText(/^类型/), '1')
  await form.findByText('本版没有页面 /papers/index，菜单不会显示')
  await user.clear(form.getByLabelText(/^路径/))
  await user.type(form.getByLabelText(/^路径/), 'contact')
  await form.findByText('打开本版的页面 /contact/index')
  await user.click(form.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ id: 71, type: 1, path: 'contact' })
  expect(sent[0]?.body).not.toHaveProperty('redirect')
})
