import { nameOf } from '@xinchu/contract/operations'
import { ruleBook, severityLabels } from '@xinchu/validators/book'
import type { Page } from '../pages.ts'
import { contract, type Operation } from './contract.ts'
import { table } from './text.ts'

const known = new Map(ruleBook.map((rule) => [rule.code as string, rule]))

const CODE = /\b(?:[A-Z]-\d{3}|OUT-[A-Z])\b/g

/** `EsProjectDraft` is a form of `EsProject`, whose properties the rules name. */
const entityOf = (schema: string) => schema.replace(/(?:Draft|Update|Request|Form|Fields|Input)$/, '')

/** Rules that an operation may name: those that its text and examples name, and those on the properties of its body. */
export function rulesOf(operation: Operation): { code: string; text: string }[] {
  const bodies = Object.values(operation.body?.content ?? {})
  const entities = bodies.flatMap(({ schema }) => (schema.$ref ? [entityOf(nameOf(schema.$ref))] : []))
  // Replies that operations share name rules of others.
  const own = [...operation.replies.values()].filter(({ pointer }) => pointer.startsWith(operation.pointer))
  const replies = own.flatMap(({ content }) => Object.values(content).map(contract.exampleOf))
  const named = `${operation.description} ${JSON.stringify(replies)}`.match(CODE) ?? []
  const onBody = ruleBook.filter(({ fields = [] }) =>
    fields.some((field) => entities.includes(field.split('.')[0] ?? '')),
  )
  const found = new Set([...named, ...onBody.map(({ code }) => code as string)])
  return [...found].sort().flatMap((code) => {
    const rule = known.get(code)
    return rule ? [{ code, text: rule.text }] : []
  })
}

/** The rule book as a page. Each rule has an anchor of its own. */
export function rulesPage(): Page {
  const chapters = ruleBook.map(({ code, text, severity, formula, fields = [], when, since }) =>
    [
      `## ${code} ${text} {#${code}}`,
      table(
        ['', ''],
        [
          ['级别', severityLabels[severity]],
          ['何时核对', when.join('、')],
          ['字段', fields.map((field) => `\`${field}\``).join('、')],
          ['公式', formula ?? ''],
          ['起自版本', since],
        ].filter(([, value]) => value),
      ),
    ].join('\n\n'),
  )
  const head = [
    '# 规则代码',
    '错误的 `code` 与 `errors[].code` 给出所违反的规则。程序按代码判断，文字只供阅读。代码不改变含义、不重复使用，但会增加。',
    '提示不须处理；警告须写明原因；错误不能提交；阻断不能保存。算法与举例用 `xinchu rules <代码>` 查看。',
  ]
  return { path: 'operations/rule-codes', name: '规则代码', text: [...head, ...chapters].join('\n\n') }
}
