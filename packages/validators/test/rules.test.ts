import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as validators from '../src/index.ts'
import { codes, messages, type Rule, rules, standardOf, wordsOf } from '../src/index.ts'
import vectors from './vectors.json' with { type: 'json' }

const specified = [
  ['5.rules.2', 'ip', '请输入正确的IP地址'],
  ['5.rules.3', 'mobile', '请输入正确格式的电话号码'],
  ['5.rules.4', 'idCard', '请输入正确格式的身份证号码'],
  ['5.rules.5', 'email', '请输入正确格式的电子邮箱'],
  ['5.rules.6', 'account', '登录账号不能包含汉字或者空格'],
  ['5.rules.7', 'password', '至少由数字和字母两部分组成'],
  ['5.rules.8', 'decimal4', '必须输入数字且最多4位小数'],
  ['5.rules.9', 'decimal4OrZero', '必须输入数字且最多4位小数'],
  ['5.rules.10', 'nonEmpty', '值不能为空'],
  ['5.rules.11', 'nonNegativeInteger', '值必须输入正整数'],
] as const
const stricter = [
  ['ipStrict', '请输入正确的IP地址'],
  ['mobileCarrier', '请输入正确格式的电话号码'],
  ['idCardChecked', '请输入正确格式的身份证号码'],
] as const

const { accountAscii, date, idCardChecked, ipStrict, mobileCarrier } = validators
const all = new Map<string, Rule>(
  Object.entries({ ...rules, accountAscii, date, idCardChecked, ipStrict, mobileCarrier }),
)

function named(name: string): Rule {
  const found = all.get(name)
  if (!found) throw new Error(`no rule is called ${name}`)
  return found
}

/** The words of what a rule finds wrong with a value; null if it passes. */
function answer(rule: Rule, value: unknown): string | null {
  const fault = rule(value)
  return fault && wordsOf(fault)
}

describe.each(specified)('[%s] the rule %s says %s', (_line, name, message) => {
  const rule = named(name)
  const { accepts, refuses } = vectors.rules[name]

  test.each(accepts.map((value) => [value]))('accepts %j', (value) => {
    expect(rule(value)).toBeNull()
  })

  test.each(refuses.map((value) => [value]))('refuses %j in its own words', (value) => {
    expect(answer(rule, value)).toBe(message)
  })
})

test.each(stricter)('the stricter %s says %s', (name, message) => {
  const rule = named(name)
  const { accepts, refuses } = vectors.rules[name]
  expect(accepts.filter((value) => rule(value) !== null)).toEqual([])
  expect(refuses.filter((value) => answer(rule, value) !== message)).toEqual([])
})

test('[5.rules.1] every rule has vectors, and speaks Chinese', () => {
  const held = [...specified.map(([, name]) => name), ...stricter.map(([name]) => name)]
  expect(held.toSorted()).toEqual(Object.keys(vectors.rules).toSorted())
  for (const message of Object.values(messages)) expect(message).toMatch(/^[\p{Script=Han}，、\dIP]+$/u)
})

describe.each([...all])('%s as a rule among others', (_name, rule) => {
  test('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const words = answer(rule, value)
        return words === null || words.length > 0
      }),
    )
  })

  test('answers the same as a Standard Schema', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.constant(null)), (value) => {
        const message = answer(rule, value)
        const result = standardOf(rule)['~standard'].validate(value)
        return message === null ? !result.issues : result.issues?.[0]?.message === message
      }),
    )
  })

  test('reads 100,000 hostile characters without delay', () => {
    const unit = ['a.', '1', '0', '-', 'a@', '１', ' ', '1.', '𠀀']
    const started = performance.now()
    for (const text of unit) rule(text.repeat(100_000))
    // Generous: a backtracking expression would need minutes.
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

test.each(['ip', 'mobile', 'idCard', 'email', 'password'] as const)(
  '[5.rules.12] %s is optional: empty passes',
  (name) => {
    for (const empty of ['', null, undefined]) expect(rules[name](empty)).toBeNull()
  },
)

test.each(['account', 'decimal4', 'nonEmpty', 'nonNegativeInteger'] as const)(
  '%s asks for a value',
  (name) => {
    for (const empty of ['', null, undefined]) expect(rules[name](empty)).not.toBeNull()
  },
)

test('[9.limits.9] a decimal with at most four places passes, and a fifth place fails', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 9999 }), (whole, part) => {
      const text = `${whole}.${String(part).padStart(4, '0')}`
      return validators.decimal4(text) === null && validators.decimal4(`${text}1`)?.code === codes.decimal
    }),
  )
})

test('an address of four numbers from 0 to 255 passes, and any number above fails', () => {
  const part = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(fc.tuple(part, part, part, part), fc.integer({ min: 256, max: 999 }), (parts, tooMuch) => {
      const [first, second, third] = parts
      return (
        validators.ip(parts.join('.')) === null &&
        validators.ip(`${first}.${second}.${third}.${tooMuch}`) !== null
      )
    }),
  )
})
