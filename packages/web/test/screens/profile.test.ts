import { screen, waitFor } from '@testing-library/dom'
import { example } from '@xinchu/testing'
import { expect, test } from 'vitest'
import { field, typedIn } from '../support/fields.ts'
import { offers, press } from '../support/kept-input.ts'
import { on } from '../support/network.ts'
import { onPortal, open, unsavedInput } from '../support/portal.ts'
import { infoOf } from '../support/seed.ts'

onPortal()

test('a saved phone number asks for no further code, even if its masked form is the same', async () => {
  const masked = infoOf('city_wz').user.phone
  const sent = on('updateUserCenter', example('updateUserCenter'))
  on('getSecondFactor', example('getSecondFactor'))
  on('listSessions', example('listSessions'))
  on('listLogins', example('listLogins'))
  const user = await open('/user/center', 'city_wz')
  await waitFor(() => field('phone'))
  expect(typedIn('phone')).toBe(masked)
  await user.clear(field('phone'))
  await user.type(field('phone'), '13899998000')
  await user.type(await waitFor(() => field('smsCode')), '482913')
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(typedIn('phone')).toBe(masked))
  expect(sent[0]?.body).toMatchObject({ phone: '13899998000', smsCode: '482913' })
  expect(document.querySelector('[name="smsCode"]')).toBeNull()
})

test('a phone number that was typed and not saved can be had back, without its code', async () => {
  on('getSecondFactor', example('getSecondFactor'))
  on('listSessions', example('listSessions'))
  on('listLogins', example('listLogins'))
  let user = await open('/user/center', 'city_wz')
  await user.clear(await waitFor(() => field('phone')))
  await user.type(field('phone'), '13899998000')
  await user.type(await waitFor(() => field('smsCode')), '482913')
  await waitFor(() =>
    expect([...unsavedInput().entries.values()].map(({ rows }) => [...rows.keys()])).toEqual([['phone']]),
  )
  dispatchEvent(new Event('pagehide'))
  expect(JSON.stringify([...unsavedInput().entries.values()].map(({ rows }) => [...rows]))).not.toContain(
    '482913',
  )
  user = await open('/user/center', 'city_wz')
  await waitFor(() => expect(offers()).toHaveLength(1))
  await press(user, '恢复')
  expect(typedIn('phone')).toBe('13899998000')
  expect(typedIn('smsCode')).toBe('')
})

test('the personal page shows the second factor, the devices and the log-ins, with why one failed', async () => {
  on('getSecondFactor', { ...example('getSecondFactor'), recoveryCodesLeft: 2 })
  on('listSessions', example('listSessions'))
  on('listLogins', example('listLogins'))
  await open('/user/center', 'city_wz')
  expect(await screen.findByText(/请及时更换/)).toBeDefined()
  expect(await screen.findByText('当前')).toBeDefined()
  expect(await screen.findByText('未成功：密码不正确')).toBeDefined()
})

test('without text messages the phone number cannot be changed, and the page says who changes it', async () => {
  on('getSecondFactor', example('getSecondFactor'))
  on('listSessions', example('listSessions'))
  on('listLogins', example('listLogins'))
  await open('/user/center', 'city_wz', () => {
    on('getPlatform', { ...example('getPlatform'), captchaEnabled: false, sms: 'off' })
  })
  expect(await screen.findByText('更换手机号须短信验证，暂未开通；由平台运维人员更改')).toBeDefined()
  expect((field('phone') as HTMLInputElement).readOnly).toBe(true)
})
