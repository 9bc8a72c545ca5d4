// Redocly plugin: adds to each operation what all operations share.
import { dirname, relative } from 'node:path'

const isChange = (method) => method !== 'get'

/** Adds the statuses of `x-shared-responses` that the operation does not list. */
function sharedResponses() {
  let shared
  let root
  return {
    Root: {
      enter(document, { location }) {
        shared = document['x-shared-responses']
        root = dirname(location.source.absoluteRef)
      },
    },
    Operation: {
      enter(operation, { key: method, location }) {
        const groups = [
          shared.any,
          operation['x-callers']?.includes('PUB') ? {} : shared.session,
          operation.requestBody ? shared.body : {},
          isChange(method) ? shared.change : {},
        ]
        const fromHere = relative(dirname(location.source.absoluteRef), root).replaceAll('\\', '/') || '.'
        for (const [status, name] of groups.flatMap(Object.entries))
          operation.responses[status] ??= { $ref: `${fromHere}/responses.yaml#/${name}` }
      },
    },
  }
}

/** Prefixes each description with the callers of `x-callers` in words. */
function callersInWords() {
  let words
  return {
    Root: {
      enter({ 'x-caller-codes': codes, 'x-caller-groups': groups }) {
        const title = (code) => codes[code].title
        words = (code) =>
          ({ PUB: ['所有人，无须登录'], ANY: ['已登录的所有用户'] })[code] ??
          groups[code]?.map(title) ?? [title(code)]
      },
    },
    Operation: {
      enter(operation) {
        const names = [...new Set(operation['x-callers'].flatMap(words))]
        const callers = `**可调用者**：${names.join('、')}。`
        operation.description = [callers, operation.description?.trim()].filter(Boolean).join('\n\n')
      },
    },
  }
}

export default function plugin() {
  return {
    id: 'contract',
    preprocessors: { oas3: { 'shared-responses': sharedResponses } },
    decorators: { oas3: { 'callers-in-words': callersInWords } },
  }
}
