import { type RuleName, rules, wordsOf } from '@xinchu/validators'
import { refusedFields } from '../../errors.ts'

const CHECKS: readonly (readonly [field: string, caption: string, rule: RuleName])[] = [
  ['username', '登录账号', 'account'],
  ['realName', '姓名', 'nonEmpty'],
  ['phone', '手机号', 'mobile'],
  ['idCard', '身份证号', 'idCard'],
  ['email', '电子邮箱', 'email'],
  ['companyName', '单位名称', 'nonEmpty'],
  ['creditCode', '统一社会信用代码', 'creditCode'],
]

/** @throws HttpError 400 naming each invalid field of a person or company */
export function assertPerson(form: object): void {
  const values = new Map<string, unknown>(Object.entries(form))
  const problems = CHECKS.flatMap(([field, caption, rule]) => {
    const fault = values.has(field) ? rules[rule](values.get(field)) : null
    return fault ? [{ field, code: fault.code, message: wordsOf(fault), caption }] : []
  })
  const [first] = problems
  if (first)
    throw refusedFields(
      `${first.caption}：${first.message}`,
      problems.map(({ caption: _caption, ...problem }) => problem),
    )
}
