const JSON_TYPE = 'application/json'
const fileOf = (camelName) => camelName.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const pascal = (name) => name[0].toUpperCase() + name.slice(1)

function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split('/').at(-1)
  if (schema.type === 'array' && schema.items) return `${typeOf(schema.items)}[]`
  return undefined
}

const TYPES = { stream: 'Response', file: 'FileReply', none: 'void' }

/** Type of the outcome of a call. */
function outcomeType({ id, success: { kind, schema, status } }) {
  if (kind !== 'json') return TYPES[kind]
  return typeOf(schema) ?? `operations['${id}']['responses'][${status}]['content']['${JSON_TYPE}']`
}

/** Type of a body. Forms may also be passed ready-made. */
function bodyType(operation, [media, { schema }]) {
  const named = typeOf(schema) ?? `operations['${operation.id}']['requestBody']['content']['${media}']`
  return media === 'multipart/form-data' ? `UploadBody<${named}>` : named
}

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

function docComment({ id, summary, description, method, path }) {
  const note = BESIDE_SESSION[id]
  const text = [summary, ...(note ? [note] : []), inShort(description)].join('。')
  const line = text
    .replaceAll('*/', '* /')
    .replaceAll('**', '')
    .replace(/\s*\n\s*/g, ' ')
    .trim()
  return `/** ${line} \`${method} ${path}\` */`
}

/** The operation as the client's core takes it. */
function fieldsOf({ method, path, parameters, body, success, hasSession, makesKey }) {
  const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
  const fields = [...(method === 'GET' ? [] : [`method: '${method}'`]), `path: '${path}'`]
  if (inPath.length) fields.push(`params: { ${inPath.join(', ')} }`)
  if (parameters.some((parameter) => parameter.in === 'query')) fields.push('query')
  if (body) fields.push('body')
  if (success.kind !== 'json') fields.push(`reply: '${success.kind}'`)
  if (body?.form) fields.push('upload: true')
  if (!hasSession) fields.push('isOpen: true')
  if (makesKey) fields.push('makesKey: true')
  return fields.join(', ')
}

/** One method, with the named type of its query if any. */
function methodText(operation) {
  const { id, parameters, body, resource, verb } = operation
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const type = outcomeType(operation)
  const bodies = Object.entries(body?.content ?? {}).map((entry) => bodyType(operation, entry))
  const bodyOptional = body && !body.required
  const queryName = `${pascal(resource)}${pascal(verb)}Query`
  const args = inPath.map(({ name, schema }) => `${name}: ${schema.type === 'string' ? 'string' : 'number'}`)
  if (body) args.push(`body${bodyOptional ? '?' : ''}: ${bodies.join(' | ')}`)
  if (inQuery.length) {
    const required = inQuery.some((parameter) => parameter.required) && !bodyOptional
    args.push(`query${required ? '' : '?'}: ${queryName}`)
  }
  args.push('call?: CallOptions')
  return {
    query: inQuery.length
      ? `export type ${queryName} = NonNullable<operations['${id}']['parameters']['query']>`
      : undefined,
    text: `    ${docComment(operation)}
    ${verb}(${args.join(', ')}): Promise<${type}> {
      return http.send<${type}>({ ${fieldsOf(operation)} }, call)
    },`,
  }
}

function byResource({ operations }) {
  const found = new Map()
  for (const operation of operations)
    found.set(operation.resource, [...(found.get(operation.resource) ?? []), operation])
  return found
}

function factoryText(document, resource, operations) {
  const methods = operations.map(methodText)
  const [{ tag }] = operations
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
  const used = ['CallOptions', 'FileReply', 'Http', 'UploadBody'].filter((name) => text.includes(name))
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
export function writeResources(contract) {
  const { document } = contract
  return [...byResource(contract)].map(([resource, operations]) => {
    const text = factoryText(document, resource, operations)
    return [`${fileOf(resource)}.ts`, `\n${importsOf(text, document)}\n\n${text}\n`]
  })
}

/** Text of gen/resources.ts: all factories, singly and together. */
export function writeResourceIndex(contract) {
  const names = [...byResource(contract).keys()]
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

/** Text of gen/open-paths.ts: the addresses that are sent without a session. @throws if only some methods of a path are */
export function writeOpenPaths({ operations }) {
  const open = new Set(operations.filter(({ hasSession }) => !hasSession).map(({ path }) => path))
  const mixed = operations.find(({ path, hasSession }) => hasSession && open.has(path))
  if (mixed) throw new Error(`${mixed.id} has a session, and another method of ${mixed.path} has none`)
  const paths = [...open].sort().map((path) => path.slice(1).replaceAll('/', '\\/'))
  return `
/** Addresses of the calls that create or end a session, or are needed by a log-in. */
export const OPEN = /^\\/(${paths.join('|')})(\\?|$)/
`
}

// Under their own names they would shadow the global ones in each file that imports them.
const RENAMED = { Date: 'DateText', Error: 'ErrorBody' }

/** Text of gen/models.ts: all schemas of the contract by name. The titles of codes are comments: they have their words. */
export function writeModels({ components: { schemas } }) {
  const commentOf = ({ 'x-dict': dict, title }) => (dict ? `/** ${title} */\n` : '')
  const typeOf = (name) =>
    `${commentOf(schemas[name])}export type ${RENAMED[name] ?? name} = Schemas['${name}']`
  return `
import type { components } from '@xinchu/sdk/schema'

type Schemas = components['schemas']

${Object.keys(schemas).sort().map(typeOf).join('\n')}
`
}
