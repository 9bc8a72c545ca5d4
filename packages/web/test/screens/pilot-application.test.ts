import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { example, type ReplyOf, refuse } from '@xinchu/testing'
import { describe, expect, test } from 'vitest'
import { errorOf, field } from '../support/fields.ts'
import { on } from '../support/network.ts'
import { onPortal, open } from '../support/portal.ts'

onPortal()

type Detail = ReplyOf<'getDemoProject'>
type Part = NonNullable<Detail['editableParts']>[number]

const ALL: Part[] = ['MASTER', 'APPLICATION', 'IMPLEMENTATION', 'BRIEF', 'ATTACHMENTS']
const OUTLINE: ReplyOf<'getDemoOutline'> = [
  {
    id: 101,
    no: '1',
    title: '申报单位概况',
    required: true,
    wordLimit: 2000,
    fieldKey: 'unitIntro',
    partType: 'APPLICATION',
  },
  { id: 102, no: '2', title: '关键指标', required: true, fieldKey: 'keyIndicators', partType: 'APPLICATION' },
  {
    id: 103,
    no: '3',
    title: '政策需求',
    required: false,
    wordLimit: 2000,
    fieldKey: 'policyDemand',
    partType: 'APPLICATION',
  },
]

function detailOf(changes: Partial<Detail> = {}, editable: Part[] = ALL): Detail {
  const stored = example('getDemoProject')
  return {
    ...stored,
    status: '0',
    statusLabel: '草稿',
    recommendOrgName: '山东省能源主管部门',
    editableParts: editable,
    partStatus: { ...stored.partStatus, editableParts: editable },
    ...changes,
  }
}

async function openForm(detail: Detail = detailOf()): Promise<UserEvent> {
  on('getDemoProject', detail)
  on('getDemoOutline', ({ query }) => (query.partType === 'APPLICATION' ? OUTLINE : []))
  on('queryEsProjects', { content: [], totalElements: 0 })
  on('saveDemoApplication', example('getDemoProject').partStatus)
  on('getReviewRecord', { ...example('getReviewRecord'), remarks: [] })
  const user = await open(`/demonstration/apply/form?id=${detail.id}`, 'enterprise_yc')
  await screen.findByRole('navigation', { name: '申报材料目录' })
  return user
}

const goTo = async (user: UserEvent, part: string) =>
  user.click(
    within(screen.getByRole('navigation', { name: '申报材料目录' })).getByRole('button', {
      name: new RegExp(`^${part}`),
    }),
  )

const textBox = () => screen.getByRole('textbox', { name: '申报单位概况' })

describe('the form of an application', () => {
  test('follows the outline, and counts words without white space', async () => {
    const user = await openForm()
    const sent = on('saveDemoApplication', example('getDemoProject').partStatus)
    await goTo(user, '申报书')
    await user.clear(textBox())
    await user.type(textBox(), '从事 储能 电站')
    await waitFor(() => expect(sent).not.toHaveLength(0))
    const section = screen.getByRole('region', { name: '申报单位概况' })
    expect(within(section).getByText('6').parentElement?.textContent).toBe('6 / 2,000 字')
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      '申报单位概况*',
      '关键指标*',
      '政策需求',
    ])
  })

  test('saves the changed part alone, with its version, after the typing rests', async () => {
    const user = await openForm()
    const sent = on('saveDemoApplication', {
      ...example('getDemoProject').partStatus,
      versions: { application: 3 },
    })
    await goTo(user, '申报书')
    await user.clear(textBox())
    await user.type(textBox(), '从事储能')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toMatchObject({ projectId: 2001, version: 2, draft: true, unitIntro: '从事储能' })
    expect(await screen.findAllByText(/^已保存 \d\d:\d\d$/)).not.toEqual([])
    await user.type(textBox(), '电站')
    await waitFor(() => expect(sent[1]?.body.version).toBe(3))
  })

  test('lists what is missing, and each line leads to its field in whatever part it is', async () => {
    const user = await openForm()
    const missing = screen.getByRole('region', { name: '提交前的缺项' })
    const line = within(missing).getAllByRole('button')[0]
    expect(line?.textContent).toContain('基本信息')
    await user.click(screen.getByRole('tab', { name: /^缺项/ }))
    await user.click(screen.getByRole('button', { name: /^申报书 关键指标：至少填写 3 项/ }))
    await screen.findByRole('heading', { name: '申报单位概况' })
    expect(screen.getByRole('button', { name: /^提交（还差 \d+ 项）$/ }).getAttribute('aria-disabled')).toBe(
      'true',
    )
  })

  test('takes rows from a spreadsheet by their captions, says what it left out, and undoes it', async () => {
    const { application: _application, ...blank } = detailOf()
    const user = await openForm(blank)
    on('saveDemoApplication', example('getDemoProject').partStatus)
    await goTo(user, '申报书')
    await user.click(screen.getByRole('button', { name: '添加指标' }))
    await user.click(field('keyIndicators.0.name'))
    await user.paste('备注\t指标名称\t指标值\n甲\t循环寿命\t16,000\n乙\t系统效率\t72.5\n')
    const preview = within(await screen.findByRole('dialog', { name: '粘贴预览' }))
    expect(preview.getByRole('row', { name: '第 2 行 指标名称 （空） 系统效率' })).toBeDefined()
    await user.click(preview.getByRole('button', { name: '粘贴 4 格' }))
    const done = await screen.findByText('已粘贴 4 格，2 格未贴入')
    expect(field('keyIndicators.0.value').value).toBe('16000')
    expect(field('keyIndicators.1.name').value).toBe('系统效率')
    await user.click(within(done).getByRole('button', { name: '撤销' }))
    await waitFor(() => expect(screen.queryByDisplayValue('系统效率')).toBeNull())
  })

  test('a part that was not returned is shown, but locked', async () => {
    const returned = detailOf({ status: '2', statusLabel: '推荐单位退回' }, ['ATTACHMENTS'])
    const user = await openForm(returned)
    const card = await screen.findByRole('region', { name: '退回意见' })
    expect(card.textContent).toContain('请补充接入意见')
    expect(card.textContent).toContain('可修改：附件')
    await goTo(user, '申报书')
    expect(screen.getByText('未退回，已锁定')).toBeDefined()
    expect(textBox().closest('fieldset')?.disabled).toBe(true)
  })

  test('asks which value to keep when somebody else has saved the part', async () => {
    const user = await openForm()
    on('saveDemoApplication', refuse(409, '内容已被他人修改'))
    await goTo(user, '申报书')
    await user.clear(textBox())
    await user.type(textBox(), '我的内容')
    const stored = detailOf()
    on('getDemoProject', {
      ...stored,
      application: { id: 2101, version: 5, projectId: 2001, partStatus: '1', unitIntro: '对方的内容' },
      partStatus: { ...stored.partStatus, versions: { application: 5 } },
    })
    await screen.findByText(/他人已修改“申报书”/)
    const sent = on('saveDemoApplication', stored.partStatus)
    const look = await screen.findByRole('button', { name: '查看差异…' })
    await waitFor(() => expect(look.hasAttribute('disabled')).toBe(false))
    await user.click(look)
    const dialog = await screen.findByRole('dialog')
    const choice = within(dialog).getByRole('group', { name: '申报单位概况' })
    expect(choice.textContent).toContain('对方的内容')
    await user.click(within(choice).getByRole('radio', { name: /用我的/ }))
    await user.click(within(dialog).getByRole('button', { name: '用选中的值' }))
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ version: 5, unitIntro: '我的内容' }))
  })

  test('keeps a part with a wrong figure on the device, and says which', async () => {
    const user = await openForm()
    const power = field('ratedPower')
    await user.type(power, '-5')
    await user.tab()
    expect(await screen.findByText(/“基本信息”有误，改正后保存；已存本机/)).toBeDefined()
    await waitFor(() => expect(errorOf('ratedPower')).not.toBe(''))
  })
})
