import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, test, vi } from 'vitest'
import { onProjectForm, openNew, press } from '../support/kept-input.ts'
import { onPortal, unsavedInput } from '../support/portal.ts'
import { infoOf } from '../support/seed.ts'

onPortal()
onProjectForm()

const LOCKED = '记录已提交或已办理，现在不能修改'

/** Opens the list of unsaved input with a project that was submitted since. */
async function openList() {
  unsavedInput().save({
    ...{ kind: 'es-project', target: '1001~1', title: '甲储能电站', seen: 0, drop: [] },
    set: [
      { key: 'remark', value: '"第一行\\n第二行"' },
      { key: 'projectName', value: '"甲储能电站"', base: '"甲"' },
      { key: 'ratedPower', value: '"120 MW"' },
      { key: 'attachmentIds', value: '[{"id":7,"fileName":"备案证.pdf","size":1}]' },
      { key: 'address', value: 'null', base: '"花马池镇"' },
      { key: 'formerField', value: '"旧版的内容"' },
    ],
  })
  unsavedInput().standings.set('es-project 1001~1', { state: 'READ', reason: LOCKED })
  const user = await openNew()
  await user.click(screen.getByRole('button', { name: infoOf('enterprise_yc').user.companyName ?? '' }))
  await user.click(await screen.findByRole('menuitem', { name: '未提交的填写' }))
  const list = within(await screen.findByRole('dialog', { name: '未提交的填写' }))
  await list.findByText('修改项目：甲储能电站')
  return { user, list }
}

describe('unsaved input of a record that its author can no longer change', () => {
  test('is listed with the reason, shown in the words of its form, and copied', async () => {
    const { user, list } = await openList()
    expect(list.getByText(`不能保存：${LOCKED}`)).toBeDefined()
    expect(list.queryByRole('link', { name: /^接着填/ })).toBeNull()
    await user.click(list.getByRole('button', { name: /^查看我填的内容/ }))
    const view = within(await screen.findByRole('dialog', { name: '修改项目：甲储能电站' }))
    await view.findByText('备案证.pdf')
    const captions = view.getAllByRole('term').map(({ textContent }) => textContent)
    expect(captions[0]).toBe('项目名称')
    expect(captions.at(-1)).toBe('formerField')
    const texts = view.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(texts).toEqual(expect.arrayContaining(['甲储能电站', '120 MW', '（已清空）', '旧版的内容']))
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await user.click(view.getByRole('button', { name: '复制' }))
    await screen.findByText('已复制')
    expect(write.mock.calls[0]?.[0]).toContain('项目名称：甲储能电站\n')
    expect(write.mock.calls[0]?.[0]).toContain('第一行\n第二行')
  })

  test('is discarded by its author alone', async () => {
    const { user, list } = await openList()
    await user.click(list.getByRole('button', { name: /^丢弃/ }))
    await waitFor(() => expect(unsavedInput().entries.size).toBe(0))
    await list.findByText('没有未提交的填写')
    await press(user, '关闭')
  })
})
