import { describe, expect, test } from 'vitest'
import { passwordRules, weaknessOf } from '../src/password/index.ts'

const common = new Set(['dragon', 'password', 'admin'])
const owner = {
  username: 'zhoukeliang_yc',
  realName: '王芳',
  phone: '13800138000',
  email: 'wfang@example.com',
  orgName: '盐池二号储能有限公司',
}

describe('a password', () => {
  test.each([
    ['nothing yet', '', { length: false, kinds: false, common: false, names: false }],
    ['its first signs', 'Me7', { length: false, kinds: true, common: false, names: true }],
    ['eight letters', 'hzmqtwbk', { length: true, kinds: false, common: true, names: true }],
    ['a common word and a year', 'Dragon2024!', { length: true, kinds: true, common: false, names: true }],
    ['a common word in other signs', 'P@ssw0rd1', { length: true, kinds: true, common: false, names: true }],
    ['the name of the platform', 'Xinchu2027!', { length: true, kinds: true, common: true, names: false }],
    ['the name of its owner', 'Zhoukeliang2026!', { length: true, kinds: true, common: true, names: false }],
    ['a sentence', '春风又绿江南岸 a1', { length: true, kinds: true, common: true, names: true }],
    ['65 signs', `Kd83mQ2x${'mzqkt'.repeat(12)}`, { length: false, kinds: true, common: true, names: true }],
  ])('that is %s keeps these rules', (_what, text, rules) => {
    expect(passwordRules(text, common, owner)).toEqual(rules)
  })

  test.each([
    'Meiyu#4Lan8',
    'Kd83mQ2x',
    'Dragon2024!',
    'Xinchu2027!',
    'abc1',
    'a13800138000',
    'aaaaaaa1',
    '',
  ])('%j is accepted exactly if it keeps all rules', (text) => {
    const isKept = Object.values(passwordRules(text, common, owner)).every(Boolean)
    const isAccepted = text !== '' && weaknessOf(text, common, owner) === undefined
    expect(isKept).toBe(isAccepted)
  })
})
