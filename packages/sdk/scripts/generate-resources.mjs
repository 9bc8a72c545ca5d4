const METHODS = ['get', 'post', 'put', 'delete']
const JSON_TYPE = 'application/json'
const fileOf = (camelName) => camelName.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const pascal = (name) => name[0].toUpperCase() + name.slice(1)

const isJson = (reply) => Boolean(reply.content?.[JSON_TYPE])
const isStream = (reply) => Boolean(reply.content?.['text/event-stream'])

function success(document, operation) {
  const [status, raw] = Object.entries(operation.responses).find(([code]) => code.startsWith('2'))
  const reply = raw.$ref ? document.components.responses[raw.$ref.split('/').at(-1)] : raw
  return { status, reply }
}

function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split('/').at(-1)
  if (schema.type === 'array' && schema.items) return `${typeOf(schema.items)}[]`
  return undefined
}

function outcome(document, operation) {
  const { status, reply } = success(document, operation)
  const id = operation.operationId
  if (isStream(reply)) return { type: 'Response', kind: 'stream' }
  if (isJson(reply)) {
    const named = typeOf(reply.content[JSON_TYPE].schema)
    return {
      type: named ?? `operations['${id}']['responses'][${status}]['content']['${JSON_TYPE}']`,
      kind: 'json',
    }
  }
  return reply.content ? { type: 'FileReply', kind: 'file' } : { type: 'void', kind: 'none' }
}

function parametersOf(document, operation, item) {
  return [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
    parameter.$ref ? document.components.parameters[parameter.$ref.split('/').at(-1)] : parameter,
  )
}

/** Type of a body. Forms may also be passed ready-made. */
function bodyType(operation, [media, { schema }]) {
  const named =
    typeOf(schema) ?? `operations['${operation.operationId}']['requestBody']['content']['${media}']`
  return media === 'multipart/form-data' ? `UploadBody<${named}>` : named
}

// Calls that create or end a session, or that a log-in needs, go without one.
const WITHOUT_SESSION = /^\/(auth\/(login|refresh|logout|code(\/work)?)|api\/platform)$/

/** Whether a call creates a record and takes an idempotency key: the client then makes one by itself. */
const makesKey = (document, operation, parameters) =>
  success(document, operation).status === '201' && parameters.some(({ name }) => name === 'Idempotency-Key')

const CALLERS_SHOWN = 2

/** The first callers and the first sentence of a description. The whole of it is in the published document. */
function inShort(description = '') {
  const [line = '', words = ''] = /^\*\*可调用者\*\*：(.*?)。?\n*(?=\n|$)/.exec(description) ?? []
  const names = words === '' ? [] : words.split('、')
  const shown =
    names.slice(0, CALLERS_SHOWN).join('、') + (names.length > CALLERS_SHOWN ? `等 ${names.length} 类` : '')
  const sentence = /^\s*([^。\n]*。?)/.exec(description.slice(line.length))?.[1] ?? ''
  return names.length > 0 ? `可调用者：${shown}。${sentence}` : sentence
}

// The client has functions of the same names that keep its session.
const BESIDE_SESSION = {
  login: '只返回令牌，不保存会话；登录请用客户端的 `login()`',
  logout: '结束所给 Authorization 的会话；退出请用客户端的 `logout()`',
  refreshToken: '须自行给出 Authorization，不改变会话；客户端在需要时自行刷新',
}

function docComment(operation, method, path) {
  const note = BESIDE_SESSION[operation.operationId]
  const text = [operation.summary, ...(note ? [note] : []), inShort(operation.description)].join('。')
  const line = text
    .replaceAll('*/', '* /')
    .replaceAll('**', '')
    .replace(/\s*\n\s*/g, ' ')
    .trim()
  return `/** ${line} \`${method.toUpperCase()} ${path}\` */`
}

/** One method, with the named type of its query if any. */
function methodText(document, { path, method, operation, item }, resource, name) {
  const parameters = parametersOf(document, operation, item)
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const { type, kind } = outcome(document, operation)
  const content = operation.requestBody?.content ?? {}
  const bodies = Object.entries(content).map((entry) => bodyType(operation, entry))
  const bodyOptional = operation.requestBody && !operation.requestBody.required
  const queryName = `${pascal(resource)}${pascal(name)}Query`
  const args = inPath.map(
    ({ name: given, schema }) => `${given}: ${schema.type === 'string' ? 'string' : 'number'}`,
  )
  if (bodies.length) args.push(`body${bodyOptional ? '?' : ''}: ${bodies.join(' | ')}`)
  if (inQuery.length) {
    const required = inQuery.some((parameter) => parameter.required) && !bodyOptional
    args.push(`query: ${queryName}${required ? '' : ' = {}'}`)
  }
  args.push('call?: CallOptions')
  const fields = [`method: '${method.toUpperCase()}'`, `path: '${path}'`]
  if (inPath.length) fields.push(`params: { ${inPath.map((parameter) => parameter.name).join(', ')} }`)
  if (inQuery.length) fields.push('query')
  if (bodies.length) fields.push('body')
  if (kind !== 'json') fields.push(`reply: '${kind}'`)
  if (content['multipart/form-data']) fields.push('upload: true')
  if (WITHOUT_SESSION.test(path)) fields.push('isOpen: true')
  if (makesKey(document, operation, parameters)) fields.push('makesKey: true')
  return {
    query: inQuery.length ? `export type ${queryName} = QueryOf<'${operation.operationId}'>` : undefined,
    text: `    ${docComment(operation, method, path)}
    ${name}(${args.join(', ')}): Promise<${type}> {
      return http.send<${type}>({ ${fields.join(', ')} }, call)
    },`,
  }
}

function operationsByResource(document) {
  const found = new Map()
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method]
      if (!operation) continue
      const { resource } = operation['x-sdk']
      found.set(resource, [...(found.get(resource) ?? []), { path, method, operation, item }])
    }
  }
  return found
}

function factoryText(document, resource, entries) {
  const methods = entries.map((entry) =>
    methodText(document, entry, resource, entry.operation['x-sdk'].method),
  )
  const [tag] = entries[0].operation.tags
  const title =
    document['x-sdk-resources'][resource] ?? document.tags.find(({ name }) => name === tag)?.description
  const queries = methods.map(({ query }) => query).filter(Boolean)
  return `${queries.join('\n')}

/** ${title ?? tag} */
export function ${resource}(http: Http) {
  return {
${methods.map(({ text }) => text).join('\n\n')}
  }
}`
}

/** Type imports used by a resource's text. */
function importsOf(text, document) {
  const models = Object.keys(document.components.schemas)
    .filter((name) => new RegExp(`[<: ]${name}\\b(?!\\()`).test(text.replace(/\/\*\*.*\*\//g, '')))
    .sort()
  const used = ['CallOptions', 'FileReply', 'Http', 'QueryOf', 'UploadBody'].filter((name) =>
    text.includes(name),
  )
  return [
    `import type { ${used.join(', ')} } from '../../http/types.ts'`,
    ...(models.length ? [`import type { ${models.join(', ')} } from '../models.ts'`] : []),
    ...(text.includes('operations[') ? ["import type { operations } from '@xinchu/sdk/schema'"] : []),
  ].join('\n')
}

/**
 * Texts of gen/resources/ by name: one factory per resource with one method per operation, one file each, so that a page
 * loads only the resources it needs.
 */
export function writeResources(document) {
  return [...operationsByResource(document)].map(([resource, entries]) => {
    const text = factoryText(document, resource, entries)
    return [`${fileOf(resource)}.ts`, `\n${importsOf(text, document)}\n\n${text}\n`]
  })
}

/** Text of gen/resources.ts: all factories, singly and together. */
export function writeResourceIndex(document) {
  const names = [...operationsByResource(document).keys()]
  const each = (line) => names.map(line).join('\n')
  return `
${each((name) => `import { ${name} } from './resources/${fileOf(name)}.ts'`)}

${each((name) => `export * from './resources/${fileOf(name)}.ts'`)}

/** All resources, for a client with all of them. */
export const resources = {
${each((name) => `  ${name},`)}
}
`
}

/** Text of gen/models.ts: all schemas of the contract by name. The titles of codes are comments: they have their words. */
export function writeModels({ components: { schemas } }) {
  const commentOf = ({ 'x-dict': dict, title }) => (dict ? `/** ${title} */\n` : '')
  const names = Object.keys(schemas).sort()
  return `
import type { components } from '@xinchu/sdk/schema'

type Schemas = components['schemas']

${names.map((name) => `${commentOf(schemas[name])}export type ${name} = Schemas['${name}']`).join('\n')}
`
}
