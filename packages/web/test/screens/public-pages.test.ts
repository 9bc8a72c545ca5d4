import { screen, waitFor } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { example, refuse } from '@xinchu/testing'
import { describe, expect, test } from 'vitest'
import { errorOf, field, typedIn } from '../support/fields.ts'
import { held, on } from '../support/network.ts'
import { departures, onPortal, openPublic } from '../support/portal.ts'

onPortal()

const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }))

async function fill(user: UserEvent, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) {
    await user.clear(field(name))
    await user.type(field(name), text)
  }
}

async function openRegistration(settings?: Parameters<typeof openPublic>[1]): Promise<UserEvent> {
  on('checkUserUnique', { unique: true })
  const user = await openPublic('/register', settings)
  await screen.findByRole('heading', { name: '企业注册' })
  return user
}

describe('without a gateway for text messages', () => {
  test('the registration says so before anything is typed, and keeps the way to what was sent in', async () => {
    await openRegistration({ sms: 'off' })
    expect(await screen.findByText(/本平台尚未开通短信，暂不能自助注册/)).toBeDefined()
    expect(screen.queryByRole('button', { name: '注册' })).toBeNull()
    expect(screen.getByRole('button', { name: '查看进度、补充材料' })).toBeDefined()
  })

  test('with one that takes no messages the form is there, with a warning', async () => {
    await openRegistration({ sms: 'down' })
    expect(await screen.findByText('短信发送不稳定，可能要等几分钟。')).toBeDefined()
    expect(screen.getByRole('button', { name: '注册' })).toBeDefined()
  })
})

describe('the registration', () => {
  test('[5.rules.1, 5.rules.3, 5.rules.6, 5.rules.7, 5.rules.10] the registration says at each field what is wrong with it and keeps what was typed', async () => {
    const user = await openRegistration()
    await fill(user, {
      companyName: '盐池三号储能有限公司',
      username: '企业 三',
      phone: '1380013',
      password: 'abcdefgh',
    })
    await press(user, '注册')
    await waitFor(() => expect(errorOf('username')).toBe('登录账号不能包含汉字或者空格'))
    expect(errorOf('phone')).toBe('请输入正确格式的电话号码')
    expect(errorOf('password')).toMatch(/至少由数字和字母两部分组成/)
    expect(errorOf('creditCode')).toBe('值不能为空')
    expect(typedIn('companyName')).toBe('盐池三号储能有限公司')
  })

  test('an account name that is taken is told while it is typed', async () => {
    const user = await openRegistration()
    on('checkUserUnique', ({ query }) => ({ unique: query.value !== 'enterprise_yc' }))
    await fill(user, { username: 'enterprise_yc' })
    await waitFor(() => expect(errorOf('username')).toBe('该登录账号已被使用'))
    await fill(user, { username: 'enterprise_new' })
    await waitFor(() => expect(errorOf('username')).not.toBe('该登录账号已被使用'))
  })

  test('a name that has become free is no longer told to be taken', async () => {
    const user = await openRegistration()
    let asked = on('checkUserUnique', { unique: false })
    await fill(user, { username: 'enterprise_yc' })
    await waitFor(() => expect(errorOf('username')).toBe('该登录账号已被使用'))
    asked = on('checkUserUnique', { unique: true })
    await fill(user, { username: 'enterprise_new' })
    await waitFor(() => expect(asked).toHaveLength(1))
    await fill(user, { username: 'enterprise_yc' })
    await waitFor(() => expect(errorOf('username')).not.toBe('该登录账号已被使用'))
  })

  test('a code is asked for while it is not yet known whether the platform wants a captcha', async () => {
    const { answer, give } = held<{ captchaEnabled: boolean }>()
    const user = await openRegistration(answer)
    const asked = on('sendRegisterSms', example('sendRegisterSms'))
    await fill(user, { phone: '13800138000' })
    await press(user, '获取验证码')
    await waitFor(() => expect(asked).toHaveLength(1))
    give({ captchaEnabled: false })
    await waitFor(() => expect(screen.queryByText('图形验证码')).toBeNull())
  })

  test('each field says one thing at a time, and a code has at most six digits', async () => {
    const user = await openRegistration()
    await fill(user, { username: '企业', password: 'abcdefg', smsCode: '12345678' })
    expect(typedIn('smsCode')).toBe('123456')
    await press(user, '注册')
    await waitFor(() => expect(errorOf('username')).toBe('登录账号不能包含汉字或者空格'))
    expect(errorOf('password')).toMatch(/^至少由数字和字母两部分组成/)
    await fill(user, { username: 'abc', password: 'abc1' })
    await waitFor(() => expect(errorOf('username')).toBe('登录账号至少4位'))
    expect(errorOf('password')).toMatch(/^密码至少8位/)
  })

  test('ticks the rules of a password while it is typed, and refuses a weak one before it is sent', async () => {
    const user = await openRegistration()
    const sent = on('registerUser', example('registerUser'))
    const ticked = () =>
      screen
        .getAllByRole('listitem')
        .flatMap(({ textContent }) => /^✓(.*)，已满足$/.exec(textContent)?.[1] ?? [])
    for (const words of [
      '8–64 位',
      '含数字和字母',
      '不是常用词、键盘顺序、年份、重复字符',
      '不含平台、本人和单位的名称',
    ])
      expect(errorOf('password')).toContain(words)
    await fill(user, { password: 'Dragon2024!' })
    await waitFor(() => expect(ticked()).toEqual(['8–64 位', '含数字和字母', '不含平台、本人和单位的名称']))
    await press(user, '注册')
    await waitFor(() => expect(errorOf('password')).toMatch(/^密码过于常见或简单/))
    expect(sent).toHaveLength(0)
    await fill(user, { username: 'zhoukeliang', password: 'Zhoukeliang2026!' })
    await waitFor(() => expect(errorOf('password')).toMatch(/^密码不能由本人账号/))
    expect(ticked()).not.toContain('不含平台、本人和单位的名称')
    await fill(user, { password: 'Meiyu#4Lan8' })
    await waitFor(() => expect(ticked()).toHaveLength(4))
    expect(field('password').getAttribute('aria-invalid')).toBe('false')
    await user.click(screen.getByRole('button', { name: '显示密码' }))
    expect([field('password'), field('again')].map(({ type }) => type)).toEqual(['text', 'text'])
  })

  test('a late answer about an earlier name says nothing of the later one', async () => {
    const user = await openRegistration()
    const { answer, give } = held<{ unique: boolean }>()
    const asked = on('checkUserUnique', ({ query }) =>
      query.value === 'enterprise_yc' ? answer : { unique: true },
    )
    await fill(user, { username: 'enterprise_yc' })
    await waitFor(() => expect(asked).toHaveLength(1))
    await fill(user, { username: 'enterprise_new' })
    await waitFor(() => expect(asked).toHaveLength(2))
    give({ unique: false })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(errorOf('username')).not.toBe('该登录账号已被使用')
  })
})

describe('the log-in', () => {
  const NAME = { username: 'province_nx', password: 'Xinchu@2026' }

  async function openLogin(isCaptchaAsked = false): Promise<UserEvent> {
    const user = await openPublic('/login', { captchaEnabled: isCaptchaAsked })
    await waitFor(() => expect(screen.getByRole('button', { name: '登录' })).toBeDefined())
    return user
  }

  test('offers the accounts of sample data only where the server has any', async () => {
    const demoAccounts = [{ username: 'nation', password: 'Xinchu@2026', title: '国家能源局' }]
    await openPublic('/login', { captchaEnabled: false, demo: true, demoAccounts })
    await screen.findByText('演示数据：可用以下账号登录')
  })

  test('shows no box of accounts on sample data without any', async () => {
    const caseNumber = '京ICP备12345678号'
    await openPublic('/login', { captchaEnabled: false, demo: true, caseNumber })
    await screen.findByText(caseNumber)
    expect(screen.queryByText('演示数据：可用以下账号登录')).toBeNull()
  })

  test('sends once for two presses, and leads to the portal', async () => {
    const { answer, give } = held<ReturnType<typeof success>>()
    const success = () => example('login')
    const sent = on('login', () => answer)
    const user = await openLogin()
    await fill(user, NAME)
    await user.dblClick(screen.getByRole('button', { name: '登录' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    give(success())
    await waitFor(() => expect(departures()).toEqual(['/']))
    expect(sent).toHaveLength(1)
    expect(document.cookie).toContain('xinchu_token=')
  })

  test.each([
    [400, '用户名或密码不正确'],
    [423, '账号已锁定'],
    [429, '尝试次数过多'],
    [500, '系统繁忙，请稍后再试'],
  ])('says why it is refused with %i, keeps the name, and stays', async (status, words) => {
    on('login', refuse(status, words))
    const user = await openLogin()
    await fill(user, NAME)
    await press(user, '登录')
    await waitFor(() => expect(screen.queryAllByText(words)).not.toEqual([]))
    expect(typedIn('username')).toBe('province_nx')
    expect(departures()).toEqual([])
  })

  test('asks for another picture after a refusal, whose sum the next try sends', async () => {
    const sent = on('login', refuse(400, '验证码错误'))
    const user = await openLogin(true)
    await screen.findByRole('img', { name: '算式验证码' })
    let pictures = 0
    on('getCaptcha', () => {
      pictures += 1
      return { ...example('getCaptcha'), uuid: `picture-${pictures}` }
    })
    await fill(user, { ...NAME, code: '7' })
    await press(user, '登录')
    await waitFor(() => expect(screen.queryAllByText('验证码错误')).not.toEqual([]))
    await waitFor(() => expect(pictures).toBe(1))
    await fill(user, { code: '9' })
    await press(user, '登录')
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent.map(({ body }) => [body.uuid, body.code])).toEqual([
      [example('getCaptcha').uuid, '7'],
      ['picture-1', '9'],
    ])
  })
})
