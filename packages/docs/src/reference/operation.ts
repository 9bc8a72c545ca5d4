import { dictionaries } from '@xinchu/contract/dictionaries'
import { errorOfStatus } from '@xinchu/sdk'
import { exampleOf, type Media, type Operation, parameterOf, replyOf } from './contract.ts'
import { fieldsTable, isShort } from './fields.ts'
import { rulesOf } from './rules.ts'
import { boundsText, captionOf, fence, type SchemaPages, table, typeText } from './text.ts'

const JSON_TYPE = 'application/json'
const IN_WORDS = { path: '路径', query: '查询', header: '请求头' } as const

const kebab = (camelName: string) => camelName.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Who may call, and the rest of the description. The contract's bundle puts the callers first. */
function splitDescription(text: string): { callers: string; rest: string } {
  const [line = '', callers = ''] = /^\*\*可调用者\*\*：(.*?)。?(?:\n+|$)/.exec(text) ?? []
  return { callers, rest: text.slice(line.length).trim() }
}

/** A call of the SDK with the names of its arguments. */
export function sdkCall({ 'x-sdk': { resource, method }, ...operation }: Operation): string {
  const parameters = (operation.parameters ?? []).map(parameterOf)
  const inPath = parameters.filter((each) => each.in === 'path').map(({ name }) => name)
  const hasQuery = parameters.some((each) => each.in === 'query')
  const shown = [...inPath, operation.requestBody ? 'body' : '', hasQuery ? 'query' : ''].filter(Boolean)
  return `xinchu.${resource}.${method}(${shown.join(', ')})`
}

function commandLine({ 'x-sdk': { resource, method }, ...operation }: Operation): string {
  const inPath = (operation.parameters ?? []).map(parameterOf).filter((each) => each.in === 'path')
  return ['xinchu', kebab(resource), kebab(method), ...inPath.map(({ name }) => `<${name}>`)].join(' ')
}

function facts(operation: Operation, callers: string): string {
  const parameters = (operation.parameters ?? []).map(parameterOf)
  const rows: [string, string][] = [
    ['SDK', `\`${sdkCall(operation)}\``],
    ['命令行', `\`${commandLine(operation)}\``],
    ['可调用者', callers],
  ]
  const window = dictionaries.fill_type.values.find(({ value }) => value === operation['x-window'])
  if (window) rows.push(['填报时间', `须在“${window.label}”的填报时间内`])
  if (parameters.some(({ name }) => name === 'Idempotency-Key'))
    rows.push(['重发', '带 `Idempotency-Key` 可安全重发'])
  if (operation['x-audited']) rows.push(['审计', '读取也记入审计日志'])
  if (operation['x-body-in-query']) rows.push(['正文', '经会丢弃 DELETE 正文的代理时，可改用查询参数'])
  return table(['', ''], rows)
}

function parametersTable(operation: Operation, pages: SchemaPages): string {
  const rows = (operation.parameters ?? []).map(parameterOf).map((parameter) => {
    const { name, required, schema } = parameter
    const caption = parameter.description ?? captionOf(schema)
    const notes = [caption, boundsText(schema)].filter(Boolean).join('。')
    return [`\`${name}\``, IN_WORDS[parameter.in], typeText(schema, pages), required ? '必填' : '', notes]
  })
  return table(['参数', '位置', '类型', '', '说明'], rows)
}

const firstOf = (content: Readonly<Record<string, Media>> = {}): [type: string, media: Media] | undefined => {
  const json = content[JSON_TYPE]
  return json ? [JSON_TYPE, json] : Object.entries(content)[0]
}

const exampleText = (media: Media): string => {
  const example = exampleOf(media)
  return example === undefined ? '' : fence('json', JSON.stringify(example, undefined, 2))
}

function body(operation: Operation, pages: SchemaPages): string {
  const found = firstOf(operation.requestBody?.content)
  if (!found) return ''
  const [type, media] = found
  const fields = isShort(media.schema) ? fieldsTable(media.schema, pages) : ''
  return [
    `#### 正文 {#${operation.operationId}.body}`,
    `\`${type}\`，${typeText(media.schema, pages)}`,
    fields,
    exampleText(media),
  ].join('\n\n')
}

function success(operation: Operation, pages: SchemaPages): string {
  const [status = '', stated = {}] = Object.entries(operation.responses).find(([code]) => code < '300') ?? []
  const reply = replyOf(stated)
  const found = firstOf(reply.content)
  const type = found && (found[0] === JSON_TYPE ? typeText(found[1].schema, pages) : `\`${found[0]}\``)
  return [
    `#### 答复 {#${operation.operationId}.reply}`,
    `\`${status}\` ${reply.description ?? ''}${type ? `，${type}` : ''}`,
    found && found[0] === JSON_TYPE ? exampleText(found[1]) : '',
  ].join('\n\n')
}

function errors(operation: Operation): string {
  const rows = Object.entries(operation.responses)
    .filter(([status]) => status >= '400' && status !== 'default')
    .map(([status, stated]) => {
      const { kind } = errorOfStatus(Number(status), '', {})
      return [status, `[\`${kind}\`](../errors/${kind}.md)`, replyOf(stated).description ?? '']
    })
  const rules = rulesOf(operation)
  return [
    `#### 错误 {#${operation.operationId}.errors}`,
    table(['状态', '`kind`', '何时'], rows),
    rules.length > 0
      ? `规则：${rules.map(({ code, text }) => `[${code}](rule-codes.md#${code}) ${text}`).join('；')}`
      : '',
  ].join('\n\n')
}

/** One operation as a chapter of a page. */
export function chapterOf(method: string, path: string, operation: Operation, pages: SchemaPages): string {
  const { callers, rest } = splitDescription(operation.description)
  return [
    `## ${operation.summary} {#${operation.operationId}}`,
    `\`${method} ${path}\``,
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
