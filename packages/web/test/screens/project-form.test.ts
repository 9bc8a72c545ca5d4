import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { CountryStatus } from '@xinchu/contract/codes'
import { example, refuse } from '@xinchu/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { errorOf, field, optionsOf, typedIn } from '../support/fields.ts'
import { BROKEN, held, on } from '../support/network.ts'
import { departures, onPortal, open, readAgain } from '../support/portal.ts'

onPortal()

const FORM = '/esproject/declare/form'
const STORED = example('getEsProject')

beforeEach(() => {
  on('checkEsProjectUnique', { unique: true, conflicts: [] })
  on('checkProjectRepeat', [])
})

async function openForm(): Promise<UserEvent> {
  const user = await open(FORM, 'enterprise_yc')
  await screen.findByRole('heading', { name: '新建项目' })
  return user
}

async function openStored(): Promise<UserEvent> {
  on('getReviewRecord', example('getReviewRecord'))
  on('getEsProject', STORED)
  const user = await open(`${FORM}?id=${STORED.id}`, 'enterprise_yc')
  await screen.findByRole('heading', { level: 1, name: STORED.projectName })
  return user
}

const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }))

async function type(user: UserEvent, name: string, text: string): Promise<void> {
  await user.clear(field(name))
  await user.type(field(name), text)
}

/** Pastes a text into a field as from another program. */
async function paste(user: UserEvent, name: string, text: string): Promise<void> {
  await user.click(field(name))
  await user.paste(text)
}

describe('the coordinates of a project', () => {
  test.each([
    ['longitude', '107.1,37.8'],
    ['latitude', '37.8 107.1'],
    ['longitude', 'E107.1°，N37.8°'],
    ['latitude', '107°06′E 37°48′N'],
  ])('pasted together into %s fill both fields', async (name, text) => {
    const user = await openForm()
    await paste(user, name, text)
    expect([typedIn('longitude'), typedIn('latitude')]).toEqual(['107.1', '37.8'])
    expect(await screen.findByText(/已填入经度 107.1°、纬度 37.8°/)).toBeDefined()
  })

  test('are as before after one undo, of the line or of the form', async () => {
    const user = await openForm()
    await type(user, 'longitude', '106.9')
    await paste(user, 'latitude', '107.1，37.8')
    await user.click(within(screen.getByText(/已填入经度/)).getByRole('button', { name: '撤销' }))
    expect([typedIn('longitude'), typedIn('latitude')]).toEqual(['106.9', ''])
    expect(screen.getByText('已撤销，经度、纬度为粘贴前的值')).toBeDefined()
    await paste(user, 'latitude', '107.1，37.8')
    await user.keyboard('{Control>}z{/Control}')
    expect([typedIn('longitude'), typedIn('latitude')]).toEqual(['106.9', ''])
  })

  test('pasted one by one stay in their field', async () => {
    const user = await openForm()
    await paste(user, 'longitude', '107.1')
    expect([typedIn('longitude'), typedIn('latitude')]).toEqual(['107.1', ''])
    expect(screen.queryByText(/已填入经度/)).toBeNull()
  })

  test('outside the county are pointed out with the county and both numbers', async () => {
    const user = await openForm()
    await paste(user, 'longitude', '106.2126,37.9853')
    const hint = '经度106.2126、纬度37.9853不在盐池县范围内，请核对坐标和所在地区'
    await waitFor(() => expect(errorOf('longitude')).toContain(hint))
    expect(field('longitude').getAttribute('aria-invalid')).toBe('false')
    await paste(user, 'longitude', '107.1,37.8')
    await waitFor(() => expect(errorOf('longitude')).not.toContain(hint))
  })

  test('in the wrong fields are told as exchanged', async () => {
    const user = await openForm()
    await type(user, 'longitude', '37.8')
    await type(user, 'latitude', '107.1')
    await user.tab()
    await waitFor(() => expect(errorOf('longitude')).toContain('经度与纬度可能填反'))
    expect(errorOf('latitude')).toContain('经度与纬度可能填反')
  })
})

describe('the form of a project', () => {
  test('every group of a project stands in the form, with unit, mark and help', async () => {
    await openForm()
    const form = document.querySelector('form')
    const titles = within(form ?? document.body).getAllByRole('heading', { level: 2 })
    expect(titles.map(({ textContent }) => textContent)).toEqual([
      '基本信息',
      '建设地点',
      '项目单位',
      '技术与规模',
      '应用与并网',
      '投资',
      '进度与手续',
      '其他',
    ])
    expect(field('projectName').getAttribute('aria-required')).toBe('true')
    expect(screen.getByLabelText(/^额定功率/)).toBeDefined()
    expect(document.querySelectorAll('fieldset[data-field="attachmentIds"]')).toHaveLength(1)
  })

  test('the name has a row of its own, and the coordinates say once which system they are of', async () => {
    await openForm()
    expect(field('projectName').closest('.col-span-full')).not.toBeNull()
    expect(screen.getAllByText(/CGCS2000/)).toHaveLength(1)
  })

  test('a submission leads to the first error, and each goes as it is put right', async () => {
    const user = await openForm()
    await press(user, '提交…')
    await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('projectName'))
    expect(errorOf('projectName')).toBe('值不能为空')
    await type(user, 'projectName', '甲储能电站')
    expect(errorOf('projectName')).not.toBe('值不能为空')
    expect(screen.getByRole('alert').textContent).toMatch(/有 \d+ 处需要补充或修改/)
  })

  test('what is typed stays when the stored project cannot be read again, or is gone', async () => {
    const user = await openStored()
    await type(user, 'projectName', '甲储能电站')
    on('getEsProject', refuse(500, '系统繁忙，请稍后再试'))
    await readAgain()
    expect(await screen.findByText('系统繁忙，请稍后再试')).toBeDefined()
    expect(typedIn('projectName')).toBe('甲储能电站')
    on('getEsProject', refuse(404, '项目不存在'))
    await readAgain()
    expect(typedIn('projectName')).toBe('甲储能电站')
  })

  test('a log-in that was put off is asked for by the next save, not by a check for duplicates', async () => {
    on('refreshToken', refuse(401, '登录状态已失效'))
    on('logout', undefined)
    on('getCaptcha', example('getCaptcha'))
    on('createEsProject', refuse(401, '登录状态已失效'))
    const user = await openForm()
    const checks = on('checkProjectRepeat', [])
    await type(user, 'projectName', '甲储能电站')
    await waitFor(() => expect(checks).toHaveLength(1))
    await press(user, '保存草稿')
    const relogin = await screen.findByRole('dialog', { name: '登录已过期' })
    await user.click(within(relogin).getByRole('button', { name: '稍后' }))
    await type(user, 'projectName', '乙储能电站')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(screen.queryByRole('dialog')).toBeNull()
    await press(user, '保存草稿')
    expect(await screen.findByRole('dialog', { name: '登录已过期' })).toBeDefined()
  })

  test('what follows from power, energy and investment is computed while they are typed', async () => {
    const user = await openForm()
    await type(user, 'ratedPower', '100')
    await type(user, 'ratedEnergy', '250')
    await type(user, 'totalInvestment', '25000')
    const outputs = [...document.querySelectorAll('output')].map(({ textContent }) => textContent)
    expect(outputs).toEqual(['2.5h', '1,000元/kWh'])
  })

  test('a narrower choice is offered by the wider one, and emptied with it', async () => {
    const user = await openForm()
    await waitFor(() => expect(optionsOf('appScenario')).toContain('电网侧'))
    await user.selectOptions(field('appScenario'), '电网侧')
    await waitFor(() => expect(optionsOf('appSubScenario')).toContain('独立储能'))
    await user.selectOptions(field('appSubScenario'), '独立储能')
    await user.selectOptions(field('appScenario'), '用户侧')
    expect(typedIn('appSubScenario')).toBe('')
    expect(optionsOf('appSubScenario')).not.toContain('独立储能')
  })

  test('a hybrid plant names its parts, whose sums must be the plant’s', async () => {
    const user = await openForm()
    await type(user, 'ratedPower', '100')
    await type(user, 'ratedEnergy', '200')
    await waitFor(() => expect(optionsOf('techType')).toContain('混合储能'))
    await user.selectOptions(field('techType'), '混合储能')
    await press(user, '添加技术路线')
    await press(user, '添加技术路线')
    const fill = async (row: number, tech: string, power: string, energy: string) => {
      await user.selectOptions(field(`hybridDetail.${row}.techType`), tech)
      await type(user, `hybridDetail.${row}.ratedPower`, power)
      await type(user, `hybridDetail.${row}.ratedEnergy`, energy)
    }
    await fill(0, '锂离子电池', '60', '120')
    await fill(1, '钠离子电池', '30', '80')
    await press(user, '提交…')
    const PROBLEM = '各部分额定功率之和与项目额定功率不一致'
    await waitFor(() => expect(screen.queryAllByText(PROBLEM)).not.toEqual([]))
    await type(user, 'hybridDetail.1.ratedPower', '40')
    await waitFor(() => expect(screen.queryAllByText(PROBLEM)).toEqual([]))
    expect(screen.getByText(/额定功率合计/).textContent).toContain('100')
  })

  test('a name that is taken in the county is pointed out while it is typed', async () => {
    const taken = on('checkEsProjectUnique', ({ query }) =>
      query.projectName === '甲储能电站'
        ? { unique: false, conflicts: [{ field: 'projectName', id: 7, projectName: '甲储能电站' }] }
        : { unique: true, conflicts: [] },
    )
    const user = await openForm()
    await type(user, 'projectName', '甲储能电站')
    await waitFor(() => expect(errorOf('projectName')).toBe('项目名称与已有项目“甲储能电站”重复'))
    expect(taken.at(-1)?.query).toMatchObject({ countyCode: '640323' })
    await type(user, 'projectName', '乙储能电站')
    await waitFor(() => expect(errorOf('projectName')).not.toMatch(/重复/))
  })
})

describe('what the server refuses of a project', () => {
  test('what only the server knows to be wrong stands at its field', async () => {
    on(
      'createEsProject',
      refuse(400, '经度：不在所选县（区）附近', {
        errors: [{ field: 'longitude', message: '不在所选县（区）附近' }],
      }),
    )
    const user = await openForm()
    await type(user, 'projectName', '坐标有误的储能电站')
    await press(user, '保存草稿')
    await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('longitude'))
    expect(errorOf('longitude')).toBe('不在所选县（区）附近')
    expect(typedIn('projectName')).toBe('坐标有误的储能电站')
    await type(user, 'longitude', '106.8')
    expect(errorOf('longitude')).not.toBe('不在所选县（区）附近')
  })

  test('of two who change the same record the second is told, and loses nothing', async () => {
    on('updateEsProject', refuse(409, '该项目已被他人修改或办理'))
    const user = await openStored()
    await type(user, 'address', '花马池镇二号')
    await screen.findByText(/已存本机|已留存/)
    await press(user, '保存草稿')
    await screen.findByText(/已被他人修改或办理，本次内容未保存/)
    expect(typedIn('address')).toBe('花马池镇二号')
    on('getEsProject', { ...STORED, version: 1, address: '花马池镇一号', phaseNo: '二期' })
    await press(user, '载入最新内容')
    await waitFor(() => expect(typedIn('address')).toBe('花马池镇一号'))
    expect(await screen.findByText(/此后该记录已被修改，恢复后请核对/)).toBeDefined()
    expect(screen.getByText(/^与现在不同的项：.*详细地址/)).toBeDefined()
    await press(user, '恢复')
    expect(typedIn('address')).toBe('花马池镇二号')
  })

  test.each([
    ['the connection breaks', BROKEN, '接口请求失败'],
    ['the server fails', refuse(500, '系统繁忙，请稍后再试'), '系统繁忙，请稍后再试'],
    ['the form is closed for filling in', refuse(423, '当前不在填报时间内'), '当前不在填报时间内'],
  ] as const)(
    'says that %s and keeps what was typed; the next try stores it',
    async (_what, failure, words) => {
      on('createEsProject', failure)
      const user = await openForm()
      await type(user, 'projectName', '未存成的储能电站')
      await press(user, '保存草稿')
      expect(await screen.findByText(words)).toBeDefined()
      expect(typedIn('projectName')).toBe('未存成的储能电站')
      const sent = on('createEsProject', STORED)
      on('getEsProject', STORED)
      await press(user, '保存草稿')
      expect(await screen.findByText('已保存')).toBeDefined()
      expect(sent.map(({ body }) => body.projectName)).toEqual(['未存成的储能电站'])
    },
  )
})

describe('a stored project', () => {
  test('that somebody else changed shows both values, and is saved with those that its author chose', async () => {
    on('updateEsProject', refuse(409, '该项目已被他人修改或办理'))
    const user = await openStored()
    await type(user, 'address', '花马池镇二号')
    await type(user, 'substationName', '本机变电站')
    const theirs = { updateBy: 'enterprise_yc2', updateTime: '2026-03-02 10:41:00' }
    on('getEsProject', {
      ...STORED,
      ...theirs,
      version: 1,
      address: '花马池镇一号',
      ratedPower: 90,
      substationName: '对方变电站',
    })
    await press(user, '保存草稿')
    expect(await screen.findByText(/enterprise_yc2 .*修改的项：详细地址、额定功率、接入变电站/)).toBeDefined()
    expect(screen.getByText(/两处都改的项：详细地址、接入变电站/)).toBeDefined()

    await press(user, '逐项选择…')
    const dialog = within(await screen.findByRole('dialog', { name: '另一设备也改了这些内容' }))
    const address = within(dialog.getByRole('group', { name: '详细地址' }))
    expect(address.getByRole('radio', { name: /本机 花马池镇二号/ })).toHaveProperty('checked', true)
    await user.click(address.getByRole('radio', { name: /已保存 花马池镇一号 enterprise_yc2/ }))
    const power = within(dialog.getByRole('group', { name: '额定功率' }))
    expect(power.getByRole('radio', { name: /已保存 90 MW/ })).toHaveProperty('checked', true)
    await user.click(dialog.getByRole('button', { name: '用选中的值' }))
    expect(typedIn('address')).toBe('花马池镇一号')
    expect(typedIn('ratedPower')).toBe('90')
    expect(typedIn('substationName')).toBe('本机变电站')

    const sent = on('updateEsProject', { ...STORED, version: 2 })
    await press(user, '保存草稿')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toMatchObject({
      version: 1,
      address: '花马池镇一号',
      ratedPower: 90,
      substationName: '本机变电站',
    })
  })

  test('is brought back a step by 撤销 and by Ctrl+Z, and forward by Ctrl+Y', async () => {
    const user = await openStored()
    const before = typedIn('address')
    await user.click(field('address'))
    // At once: a pause while typing begins another step.
    fireEvent.input(field('address'), { target: { value: '花马池镇二号' } })
    await user.keyboard('{Control>}z{/Control}')
    expect(typedIn('address')).toBe(before)
    await user.keyboard('{Control>}y{/Control}')
    expect(typedIn('address')).toBe('花马池镇二号')
    await press(user, '撤销')
    expect(typedIn('address')).toBe(before)
  })

  test('that may not be changed is shown with the reason and without a form', async () => {
    const flow = { ...STORED.flow, statusLabel: '待县级审核', currentHandlerOrgName: '盐池县能源主管部门' }
    on('getEsProject', {
      ...STORED,
      editable: false,
      actions: ['WITHDRAW'],
      moves: [{ action: 'WITHDRAW', target: 'province', needsOpinion: false }],
      flow,
    })
    on('queryRepeatPairs', { content: [], totalElements: 0 })
    await open(`${FORM}?id=${STORED.id}`, 'enterprise_yc')
    const words = '本项目现在是“待县级审核”，不能修改，由盐池县能源主管部门办理。如需修改，请先撤回。'
    expect(
      await screen.findByText((_, element) => element?.tagName === 'P' && element.textContent === words),
    ).toBeDefined()
    expect(screen.getByRole('button', { name: '撤回' })).toBeDefined()
    expect(document.querySelector('form [name="projectName"]')).toBeNull()
  })

  test('in the warehouse says that the official figures stay until the change is stored', async () => {
    on('getEsProject', {
      ...STORED,
      countryStatus: CountryStatus.stored,
      warehouseTime: '2026-06-30 18:00:00',
    })
    await open(`${FORM}?id=${STORED.id}`, 'enterprise_yc')
    expect(await screen.findByText(/2026-06-30 入库的数据继续有效，仍是官方统计的依据/)).toBeDefined()
  })
})

describe('what may repeat another project', () => {
  test('stays said while a later check fails', async () => {
    const [pair] = example('checkProjectRepeat')
    if (!pair) throw new Error('the contract shows no pair')
    on('checkProjectRepeat', [{ ...pair, score: 80, draft: false, decision: '1' }])
    const user = await openStored()
    const words = '与 1 个已有项目疑似重复，提交时须填写说明'
    await screen.findByText(words)
    const failed = on('checkProjectRepeat', refuse(400, '经度：必须输入数字且最多4位小数'))
    await type(user, 'ratedPower', '101')
    await waitFor(() => expect(failed.length).toBeGreaterThan(0))
    expect(screen.getByText(words)).toBeDefined()
  })

  test('a coordinate with five decimals is refused at its field while it is typed', async () => {
    const user = await openForm()
    await type(user, 'longitude', '106.12345')
    await user.tab()
    await waitFor(() => expect(errorOf('longitude')).toMatch(/最多4位小数/))
  })
})

describe('sending a project', () => {
  test('stores it once, however often the button is pressed meanwhile', async () => {
    const { answer, give } = held<typeof STORED>()
    const sent = on('createEsProject', () => answer)
    on('getEsProject', STORED)
    const user = await openForm()
    await type(user, 'projectName', '按了两次的储能电站')
    await user.dblClick(screen.getByRole('button', { name: '保存草稿' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    await press(user, '保存草稿')
    give(STORED)
    expect(await screen.findByText('已保存')).toBeDefined()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.headers.get('Idempotency-Key')).toMatch(/\S+/)
  })

  test('stores it after its user has gone to another page, and tells him there', async () => {
    const { answer, give } = held<typeof STORED>()
    const sent = on('updateEsProject', () => answer)
    on('listContacts', example('listContacts'))
    const user = await openStored()
    await type(user, 'address', '花马池镇')
    await press(user, '保存草稿')
    await waitFor(() => expect(sent).toHaveLength(1))
    await user.click(screen.getByRole('link', { name: '通讯录' }))
    await screen.findByRole('heading', { name: '通讯录' })
    give({ ...STORED, version: 1, address: '花马池镇' })
    expect(await screen.findByText('已保存')).toBeDefined()
    expect(location.pathname).toBe('/contact/index')
  })

  test('keeps what was typed when the session ends, and asks to log in over the page', async () => {
    on('createEsProject', refuse(401, '登录状态已失效'))
    on('refreshToken', refuse(401, '登录状态已失效'))
    on('logout', undefined)
    on('getCaptcha', example('getCaptcha'))
    const user = await openForm()
    await type(user, 'projectName', '登录过期时的储能电站')
    await screen.findByText(/已存本机|已留存/)
    await press(user, '保存草稿')
    expect(await screen.findByRole('dialog', { name: '登录已过期' })).toBeDefined()
    expect(departures()).toEqual([])
    expect(typedIn('projectName')).toBe('登录过期时的储能电站')
  })
})

describe('reading a project', () => {
  test.each([
    ['does not exist', refuse(404, '项目不存在'), '项目不存在'],
    ['could not be read', refuse(500, '系统繁忙，请稍后再试'), '系统繁忙，请稍后再试'],
  ])('says that it %s, in its form and on its page, and reads it again', async (_what, failure, words) => {
    for (const path of [`${FORM}?id=${STORED.id}`, `/esproject/detail/${STORED.id}`]) {
      on('getEsProject', failure)
      on('queryRepeatPairs', { content: [], totalElements: 0 })
      const user = await open(path, 'enterprise_yc')
      const alert = within(await screen.findByRole('alert'))
      expect(alert.getByText(words)).toBeDefined()
      on('getEsProject', STORED)
      await user.click(alert.getByRole('button', { name: '重新加载' }))
      expect(await screen.findByText(STORED.projectCode)).toBeDefined()
    }
  })

  test('its page stays when it cannot be read again, but not when it is gone', async () => {
    on('getEsProject', STORED)
    on('queryRepeatPairs', { content: [], totalElements: 0 })
    on('getReviewRecord', example('getReviewRecord'))
    await open(`/esproject/detail/${STORED.id}`, 'enterprise_yc')
    await screen.findByText(STORED.projectCode)
    on('getEsProject', refuse(500, '系统繁忙，请稍后再试'))
    await readAgain()
    expect(screen.getByText('系统繁忙，请稍后再试')).toBeDefined()
    expect(screen.getByText(STORED.projectCode)).toBeDefined()
    on('getEsProject', refuse(404, '项目不存在'))
    await readAgain()
    expect(within(screen.getByRole('alert')).getByText('项目不存在')).toBeDefined()
    expect(screen.queryByText(STORED.projectCode)).toBeNull()
  })
})
