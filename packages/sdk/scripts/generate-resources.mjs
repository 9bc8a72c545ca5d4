const METHODS = ['get', 'post', 'put', 'delete']
const JSON_TYPE = 'application/json'
const camel = (kebab) => kebab.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())

// What a resource is called in the SDK, where the tag alone would read badly.
const NAMES = {
  'es-project': 'projects',
  'demo-project': 'demoProjects',
  'fill-time': 'fillTimes',
  'owner-dict': 'owners',
  dept: 'departments',
  dict: 'dictionaries',
  org: 'orgs',
  'assess-catalogue': 'assessIndexes',
  'index-value': 'indexValues',
  'annual-report': 'annualReports',
  'provincial-demo': 'provincialDemos',
  'work-report': 'workReports',
  section: 'sections',
}

// The noun that a method need not repeat, because its resource says it.
const NOUNS = {
  'es-project': /(?:Es)?Projects?/,
  'demo-project': /DemoProjects?|Demos?/,
  users: /Users?/,
  menus: /Menus?/,
  dict: /DictDetail|Dict/,
  messages: /Messages?/,
  'fill-time': /FillTimes?/,
  'owner-dict': /Owners?/,
  progress: /ProgressSubmissions?/,
  'annual-report': /AnnualReport|Annual/,
  'provincial-demo': /ProvincialDemos?/,
  'work-report': /WorkReports?/,
  section: /Sections?/,
  org: /Orgs?/,
  files: /Files?/,
  'audit-log': /AuditLog/,
  'index-value': /IndexValue|Index/,
  platform: /Platform/,
}

/** Method names of one tag by operationId: short where that leaves them distinct. */
function methodNames(tag, ids) {
  const shorten = (id) => (NOUNS[tag] ? id.replace(NOUNS[tag], '') : id).replace(/^query$/, 'list')
  const taken = new Map()
  for (const id of ids) taken.set(shorten(id), (taken.get(shorten(id)) ?? 0) + 1)
  return Object.fromEntries(ids.map((id) => [id, taken.get(shorten(id)) === 1 ? shorten(id) : id]))
}

const isJson = (reply) => Boolean(reply.content?.[JSON_TYPE])
const isStream = (reply) => Boolean(reply.content?.['text/event-stream'])

function success(document, operation) {
  const [status, raw] = Object.entries(operation.responses).find(([code]) => code.startsWith('2'))
  const reply = raw.$ref ? document.components.responses[raw.$ref.split('/').at(-1)] : raw
  return { status, reply }
}

function typeOf(schema) {
  if (schema.$ref) return `Schemas['${schema.$ref.split('/').at(-1)}']`
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

function methodText(document, path, method, operation, item, name) {
  const id = operation.operationId
  const parameters = parametersOf(document, operation, item)
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const { type, kind } = outcome(document, operation)
  const content = operation.requestBody?.content ?? {}
  const bodies = Object.entries(content).map(([media, { schema }]) =>
    media === 'multipart/form-data'
      ? `FormData | ${typeOf(schema)}`
      : (typeOf(schema) ?? `operations['${id}']['requestBody']['content']['${media}']`),
  )
  const args = inPath.map(({ name }) => `${name}: number`)
  const bodyOptional = operation.requestBody && !operation.requestBody.required
  if (bodies.length) args.push(`body${bodyOptional ? '?' : ''}: ${bodies.join(' | ')}`)
  const queryRequired = inQuery.some((parameter) => parameter.required)
  if (inQuery.length) {
    const queryType = `NonNullable<operations['${id}']['parameters']['query']>`
    args.push(queryRequired && !bodyOptional ? `query: ${queryType}` : `query: ${queryType} = {}`)
  }
  args.push('call?: CallOptions')
  const fields = [`path: '${path}'`]
  if (inPath.length) fields.push(`params: { ${inPath.map(({ name }) => name).join(', ')} }`)
  if (inQuery.length) fields.push('query')
  if (bodies.length) fields.push('body')
  if (kind !== 'json') fields.push(`reply: '${kind}'`)
  if (content['multipart/form-data']) fields.push('upload: true')
  const summary = [operation.summary, operation.description?.trim()]
    .filter(Boolean)
    .join('。')
    .replaceAll('*/', '* /')
  return `    /** ${summary.replace(/\s*\n\s*/g, ' ')} \`${method.toUpperCase()} ${path}\` */
    ${name}(${args.join(', ')}): Promise<${type}> {
      return http.send<${type}>({ method: '${method.toUpperCase()}', ${fields.join(', ')} }, call)
    },`
}

/** The text of gen/resources.ts: one factory per tag with one method per operation. */
export function writeResources(document) {
  const byTag = new Map()
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method]
      if (!operation) continue
      const [tag] = operation.tags
      byTag.set(tag, [...(byTag.get(tag) ?? []), { path, method, operation, item }])
    }
  }
  const title = (tag) => document.tags.find(({ name }) => name === tag)?.description ?? tag
  const factories = [...byTag].map(([tag, entries]) => {
    const names = methodNames(
      tag,
      entries.map(({ operation }) => operation.operationId),
    )
    const methods = entries.map(({ path, method, operation, item }) =>
      methodText(document, path, method, operation, item, names[operation.operationId]),
    )
    return `/** ${title(tag)} */
export function ${NAMES[tag] ?? camel(tag)}(http: Http) {
  return {
${methods.join('\n\n')}
  }
}`
  })
  const names = [...byTag.keys()].map((tag) => NAMES[tag] ?? camel(tag))
  return `
import type { CallOptions, FileReply, Http } from '../http/types.ts'
import type { components, operations } from './schema.d.ts'

type Schemas = components['schemas']

${factories.join('\n\n')}

/** Every resource of the platform, bound to one connection. */
export function resources(http: Http) {
  return {
${names.map((name) => `    ${name}: ${name}(http),`).join('\n')}
  }
}
`
}
