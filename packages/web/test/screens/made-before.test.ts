import { screen, waitFor } from '@testing-library/dom'
import { example, type ReplyOf, refuse } from '@xinchu/testing'
import { describe, expect, test } from 'vitest'
import { typedIn } from '../support/fields.ts'
import { keptElsewhere, onProjectForm, openNew, press, STORED, type } from '../support/kept-input.ts'
import { on } from '../support/network.ts'
import { onPortal, unsavedInput } from '../support/portal.ts'

onPortal()
onProjectForm()

const MADE = '这份填写已在另一窗口或设备保存为记录'
const madeBefore = refuse(409, MADE, {
  code: 'W-022',
  errors: [{ field: 'Unsaved-Slot', value: String(STORED.id), message: MADE }],
})

/** A project with these values and nothing else. */
function projectOf(draft: object): ReplyOf<'getEsProject'> {
  const { id, version, provinceCode, flow, projectCode, declareStatus, countryStatus } = STORED
  const { submitProvinceFlag, repeatFlag, readFlag } = STORED
  return {
    ...{ projectName: '', provinceCode, ...draft, id, version, flow, projectCode },
    ...{ declareStatus, countryStatus, submitProvinceFlag, repeatFlag, readFlag, editable: true },
  }
}

describe('a new project whose input has made a record in another window', () => {
  test('says so, keeps all that was typed, and the next save changes that record', async () => {
    keptElsewhere('甲储能电站')
    const created = on('createEsProject', madeBefore)
    on('getEsProject', ({ path }) => ({ ...STORED, id: Number(path.id), projectName: '甲储能电站' }))
    const updated = on('updateEsProject', STORED)
    const user = await openNew()
    await waitFor(() => expect(typedIn('projectName')).toBe('甲储能电站'))
    await type(user, 'projectName', '甲储能电站二期')
    await press(user, '保存草稿')
    await screen.findByText(/^这份填写已在另一窗口或设备保存。/)
    expect(screen.getByText(/^与已保存的不同的项：.*项目名称/)).toBeDefined()
    expect(screen.queryByText(/该项目已被他人修改/)).toBeNull()
    expect(created[0]?.headers.get('Unsaved-Slot')).toBe('new:5')
    expect(typedIn('projectName')).toBe('甲储能电站二期')
    expect(updated).toHaveLength(0)
    await press(user, '保存草稿')
    await waitFor(() => expect(updated).toHaveLength(1))
    expect(updated[0]?.body).toMatchObject({
      id: STORED.id,
      version: STORED.version,
      projectName: '甲储能电站二期',
    })
    expect(created).toHaveLength(1)
    await waitFor(() => expect(unsavedInput().entries.size).toBe(0))
  })

  test('counts as saved where the record has all of it, such as after a lost reply', async () => {
    const created = on('createEsProject', madeBefore)
    on('getEsProject', () => projectOf(created[0]?.body ?? {}))
    const user = await openNew()
    await type(user, 'projectName', '乙储能电站')
    await screen.findByText(/已留存/)
    await press(user, '保存草稿')
    await screen.findByText('已保存')
    await screen.findByRole('heading', { level: 1, name: '乙储能电站' })
    expect(created).toHaveLength(1)
    await waitFor(() => expect(unsavedInput().entries.size).toBe(0))
  })

  test('makes another one on the next press, if that record was deleted', async () => {
    const created = on('createEsProject', madeBefore)
    on('getEsProject', refuse(404, '项目不存在'))
    const user = await openNew()
    await type(user, 'projectName', '丙储能电站')
    await screen.findByText(/已留存/)
    await press(user, '保存草稿')
    await screen.findByText(/所建的记录已被删除/)
    const later = on('createEsProject', STORED)
    on('getEsProject', STORED)
    await press(user, '保存草稿')
    await screen.findByRole('heading', { level: 1, name: STORED.projectName })
    expect(later[0]?.body).toMatchObject({ projectName: '丙储能电站' })
    expect(later[0]?.headers.get('Unsaved-Slot')).not.toBe(created[0]?.headers.get('Unsaved-Slot'))
  })

  test('comes from the same input when what another window typed is taken over', async () => {
    keptElsewhere('甲储能电站')
    keptElsewhere('乙储能电站二期')
    const created = on('createEsProject', example('createEsProject'))
    const user = await openNew()
    await waitFor(() => expect(screen.getAllByRole('button', { name: '恢复' })).toHaveLength(2))
    const [first] = screen.getAllByRole('button', { name: '恢复' })
    if (first) await user.click(first)
    const name = typedIn('projectName')
    await press(user, '保存草稿')
    await waitFor(() => expect(created).toHaveLength(1))
    expect(created[0]?.headers.get('Unsaved-Slot')).toBe(`new:${name.length}`)
  })
})
