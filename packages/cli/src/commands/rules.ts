import type { Rule } from '@xinchu/sdk'
import { options, parse } from '../args.ts'
import { ExitCode, UsageError } from '../exit.ts'
import { type Io, print, printJson, say } from '../io.ts'
import { clientOf, serverOf } from '../settings.ts'
import { tableText } from '../table.ts'

/** One rule in full. */
function sheet(rule: Rule): string {
  const named = rule.fields.map(({ label, field, entityLabel }) => `${label}（${entityLabel}，${field}）`)
  const lines: readonly (readonly [caption: string, text: string | undefined])[] = [
    [rule.code, `${rule.severityLabel}　${rule.text}`],
    ['涉及字段', named.join('、')],
    ['算法', rule.formula],
    ['算式', rule.expression],
    ['何时检查', rule.moments.join('、')],
    ['通过', rule.passing.lines.join('；')],
    ['不通过', rule.failing.lines.join('；')],
    ['自', rule.since && `第 ${rule.since} 版`],
  ]
  return tableText(lines.flatMap(([caption, text]) => (text ? [[caption, text]] : [])))
}

const isFound = (rule: Rule, text: string): boolean =>
  [rule.code, rule.text, ...rule.fields.flatMap(({ field, label }) => [field, label])].some((part) =>
    part.toUpperCase().includes(text.toUpperCase()),
  )

/** Prints the rule book, the rules that contain a text, or one rule in full. Needs no session. */
export async function rules(args: readonly string[], io: Io): Promise<number> {
  const { values, words } = parse(args, options.plain, 0, { most: 1 })
  const server = await serverOf(io, values.server)
  if (!server) throw new UsageError('缺少服务器地址，请以 --server 给出')
  const [text = ''] = words
  const book = await clientOf(io, server).rules.list({ signal: io.signal })
  const exact = book.find(({ code }) => code === text.toUpperCase())
  const found = exact ? [exact] : book.filter((rule) => isFound(rule, text))
  if (values.json) printJson(io, found)
  else if (exact) print(io, sheet(exact))
  else if (found.length > 0)
    print(io, tableText(found.map((rule) => [rule.code, rule.severityLabel, rule.text])))
  if (found.length > 0) return ExitCode.ok
  say(io, `没有规则 ${text}`)
  return ExitCode.failure
}
