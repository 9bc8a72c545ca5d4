import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, test } from 'vitest'
import { weaknessOf } from '../src/domain/auth/password.ts'
import { expiryWarning, isExpired } from '../src/domain/auth/password-age.ts'
import { document } from '../src/operations.ts'

const person = {
  username: 'zhoukeliang_yc',
  realName: '王芳',
  phone: '13800138000',
  email: 'wfang@example.com',
  orgName: '盐池二号储能有限公司',
}

describe('a new password', () => {
  test.each([
    'Aa123456',
    'abc123456',
    'Abc12345',
    'Abc@12345',
    'Qwer1234!',
    '1qaz@WSX',
    '1qaz2wsx3edc',
    'P@ssw0rd',
    'P@ssw0rd2024!',
    'Dragon2024!',
    'Admin@123',
    'Beijing2026',
    'Woaini1314',
    'Monkey19900101',
    'aaaaaaa1',
    'Zxcvbn!@#1',
    'Passw0rd!Passw0rd',
    'Qazwsx#2025',
  ])('%s is refused as common', (text) => {
    expect(weaknessOf(text)).toMatch('过于常见或简单')
  })

  test.each([
    ['Xinchu@2026', '公开密码'],
    ['Xinchu2027!', '平台名称'],
    ['X1nchu#888', '平台名称'],
    ['Chuneng2030', '平台名称'],
    ['zhoukeliang_yc1', '本人账号'],
    ['Zhoukeliang2026!', '本人账号'],
    ['a13800138000', '本人账号'],
    ['wfang@example.com1', '本人账号'],
    ['盐池二号储能有限公司1a', '本人账号'],
  ])('%s is refused because of the names in it', (text, words) => {
    expect(weaknessOf(text, person)).toMatch(words)
  })

  test.each([
    'Meiyu#4Lan8',
    'Kd83mQ2x',
    'correct horse battery staple 9',
    'correcthorsebatterystaple1',
    '春风又绿江南岸 a1',
    'Songtao7_Ke',
    'zhoukeliang_yc but never 4 guess',
    'x7!Lq0#vPz',
  ])('%s is accepted', (text) => {
    expect(weaknessOf(text, person)).toBeUndefined()
  })
})

test('the portal warns of the most common of them while a password is typed', () => {
  const path = join(import.meta.dirname, '../../web/src/ui/form/common-passwords.txt')
  expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toEqual(
    dictionary['passwords-common'].slice(0, 10_000),
  )
})

test('the example passwords of the contract are acceptable', () => {
  const examples = [
    ...JSON.stringify(document).matchAll(/"(?:password|newPass|newPassword|oldPass)":"([^"]+)"/g),
  ].map(([, text = '']) => text)
  expect(examples.length).toBeGreaterThan(4)
  expect(examples.map((text) => weaknessOf(text)).filter(Boolean)).toEqual([])
})

describe('the age of a password', () => {
  const ages = {
    sampleData: false,
    passwordMaxAgeDays: 90,
    servicePasswordMaxAgeDays: 0,
    passwordWarningDays: 14,
  }
  const set = { captcha_exempt: false, pwd_reset_time: '2026-01-01 08:00:00' }
  const after = (days: number) => new Date(Date.UTC(2026, 0, 1 + days))

  test.each([
    [75, undefined, false],
    [76, 14, false],
    [89.5, 1, false],
    [90, 0, true],
  ])('after %s days warns of %s and expired is %s', (days, warning, expired) => {
    const now = new Date(after(0).getTime() + days * 86_400_000)
    expect(expiryWarning(set, ages, now)).toBe(warning)
    expect(isExpired(set, ages, now)).toBe(expired)
  })

  test.each([
    ['is off', set, { ...ages, passwordMaxAgeDays: 0 }],
    ['belongs to a demonstration', set, { ...ages, sampleData: true }],
    ['belongs to a service account', { ...set, captcha_exempt: true }, ages],
  ])('never expires where it %s', (_what, account, setting) => {
    expect(isExpired(account, setting, after(1000))).toBe(false)
  })

  test('of a service account counts where it is configured', () => {
    const setting = { ...ages, servicePasswordMaxAgeDays: 365 }
    expect(isExpired({ ...set, captcha_exempt: true }, setting, after(366))).toBe(true)
  })
})
