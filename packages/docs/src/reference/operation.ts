import { dictionaries } from '@xinchu/contract/dictionaries'
import { JSON_TYPE } from '@xinchu/contract/operations'
import { errorOfStatus } from '@xinchu/sdk'
import { type Content, contract, type Media, type Operation } from './contract.ts'
import { fieldsTable, isShort } from './fields.ts'
import { rulesOf } from './rules.ts'
import { boundsText, captionOf, fence, type SchemaPages, table, typeText } from './text.ts'

const IN_WORDS = { path: '路径', query: '查询', header: '请求头' } as const

const kebab = (camelName: string) => camelName.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Who may call, and the rest of the description. The contract's bundle puts the callers first. */
function splitDescription(text: string): { callers: string; rest: string } {
  const [line = '', callers = ''] = /^\*\*可调用者\*\*：(.*?)。?(?:\n+|$)/.exec(text) ?? []
  return { callers, rest: text.slice(line.length).trim() }
}

/** A call of the SDK with the names of its arguments. */
export function sdkCall({ resource, verb, parameters, body }: Operation): string {
  const inPath = parameters.filter((each) => each.in === 'path').map(({ name }) => name)
  const hasQuery = parameters.some((each) => each.in === 'query')
  const shown = [...inPath, body ? 'body' : '', hasQuery ? 'query' : ''].filter(Boolean)
  return `xinchu.${resource}.${verb}(${shown.join(', ')})`
}

function commandLine({ resource, verb, parameters }: Operation): string {
  const inPath = parameters.filter((each) => each.in === 'path')
  return ['xinchu', kebab(resource), kebab(verb), ...inPath.map(({ name }) => `<${name}>`)].join(' ')
}

function facts(operation: Operation, callers: string): string {
  const rows: [string, string][] = [
    ['SDK', `\`${sdkCall(operation)}\``],
    ['命令行', `\`${commandLine(operation)}\``],
    ['可调用者', callers],
  ]
  const window = dictionaries.fill_type.values.find(({ value }) => value === operation.window)
  if (window) rows.push(['填报时间', `须在“${window.label}”的填报时间内`])
  if (operation.takesKey) rows.push(['重发', '带 `Idempotency-Key` 可安全重发'])
  if (operation.audit === 'always') rows.push(['审计', '读取也记入审计日志'])
  if (operation.bodyInQuery) rows.push(['正文', '经会丢弃 DELETE 正文的代理时，可改用查询参数'])
  return table(['', ''], rows)
}

function parametersTable(operation: Operation, pages: SchemaPages): string {
  const rows = operation.parameters.map((parameter) => {
    const { name, required, schema } = parameter
    const caption = parameter.description ?? captionOf(schema)
    const notes = [caption, boundsText(schema)].filter(Boolean).join('。')
    return [`\`${name}\``, IN_WORDS[parameter.in], typeText(schema, pages), required ? '必填' : '', notes]
  })
  return table(['参数', '位置', '类型', '', '说明'], rows)
}

const firstOf = (content: Content = {}): [type: string, media: Media] | undefined => {
  const json = content[JSON_TYPE]
  return json ? [JSON_TYPE, json] : Object.entries(content)[0]
}

const exampleText = (media: Media): string => {
  const example = contract.exampleOf(media)
  return example === undefined ? '' : fence('json', JSON.stringify(example, undefined, 2))
}

function body(operation: Operation, pages: SchemaPages): string {
  const found = firstOf(operation.body?.content)
  if (!found) return ''
  const [type, media] = found
  const fields = isShort(media.schema) ? fieldsTable(media.schema, pages) : ''
  return [
    `#### 正文 {#${operation.id}.body}`,
    `\`${type}\`，${typeText(media.schema, pages)}`,
    fields,
    exampleText(media),
  ].join('\n\n')
}

function success(operation: Operation, pages: SchemaPages): string {
  const { status, description, content } = operation.success
  const found = firstOf(content)
  const type = found && (found[0] === JSON_TYPE ? typeText(found[1].schema, pages) : `\`${found[0]}\``)
  return [
    `#### 答复 {#${operation.id}.reply}`,
    `\`${status}\` ${description}${type ? `，${type}` : ''}`,
    found && found[0] === JSON_TYPE ? exampleText(found[1]) : '',
  ].join('\n\n')
}

function errors(operation: Operation): string {
  const rows = [...operation.replies]
    .filter(([status]) => status >= '400' && status !== 'default')
    .map(([status, { description }]) => {
      const { kind } = errorOfStatus(Number(status), '', {})
      return [status, `[\`${kind}\`](../errors/${kind}.md)`, description]
    })
  const rules = rulesOf(operation)
  return [
    `#### 错误 {#${operation.id}.errors}`,
    table(['状态', '`kind`', '何时'], rows),
    rules.length > 0
      ? `规则：${rules.map(({ code, text }) => `[${code}](rule-codes.md#${code}) ${text}`).join('；')}`
      : '',
  ].join('\n\n')
}

/** One operation as a chapter of a page. */
export function chapterOf(operation: Operation, pages: SchemaPages): string {
  const { callers, rest } = splitDescription(operation.description)
  return [
    `## ${operation.summary} {#${operation.id}}`,
    `\`${operation.method} ${operation.path}\``,
    rest,
    facts(operation, callers),
    parametersTable(operation, pages),
    body(operation, pages),
    success(operation, pages),
    errors(operation),
  ]
    .filter(Boolean)
    .join('\n\n')
}
