import { screen, within } from '@testing-library/dom'
import { example, refuse } from '@xinchu/testing'
import { expect, test } from 'vitest'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

const [row] = example('queryEsProjects').content
if (!row) throw new Error('the contract has no example of a project')
const draft = { ...row, id: 7, projectName: '甲储能电站', deletable: true, moves: [] }

/** Deletes a draft of the list, and presses what the notice offers. */
async function deleteAndUndo() {
  on('queryEsProjects', { content: [draft], totalElements: 1 })
  on('listFillTimes', [])
  on('getDeclareStatusCounts', [])
  on('getCountryStatusCounts', [])
  const deleted = on('deleteEsProjects', undefined)
  const user = await open('/esproject/declare/index', 'enterprise_yc')
  await user.click(await screen.findByRole('checkbox', { name: '选择甲储能电站' }))
  await user.click(await screen.findByRole('button', { name: '删除' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('删除后 10 秒内可以撤销。')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: '删除' }))
  await screen.findByText(/已删除 1 个项目，可撤销 10 秒/)
  expect(deleted).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: '撤销' }))
}

test('a deleted draft is had back within ten seconds', async () => {
  const restored = on('restoreEsProjects', undefined)
  await deleteAndUndo()
  expect(await screen.findByText('已恢复 1 个项目')).toBeDefined()
  expect(restored.map(({ body }) => body)).toEqual([{ ids: [7] }])
})

test('a refusal to restore it is told', async () => {
  on('restoreEsProjects', refuse(409, '同一单位已有同名项目'))
  await deleteAndUndo()
  expect(await screen.findByText('同一单位已有同名项目')).toBeDefined()
})
