/**
 * Distinguishes additive from breaking contract changes. A change is breaking if a client written for the earlier
 * document can be refused, or can miss something it was promised.
 */

type Json = { readonly [key: string]: unknown }
type Direction = 'request' | 'reply'

export interface Document extends Json {
  paths: Readonly<Record<string, Json>>
  components: Readonly<Record<string, Json>>
}

const METHODS = ['get', 'post', 'put', 'delete'] as const

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const at = (value: unknown, ...keys: readonly string[]): Json =>
  keys.reduce<Json>((found, key) => (isJson(found[key]) ? found[key] : {}), isJson(value) ? value : {})
const schemaOf = (media: unknown): unknown => (isJson(media) ? media['schema'] : undefined)
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Keywords that do not affect the wire. */
const WORDS = new Set(['title', 'description', 'summary', 'example', 'examples', 'x-unit', 'x-group'])

/** The document without prose, for comparison. Property names are never dropped. */
export function withoutWords(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((inner) => withoutWords(inner))
  if (!isJson(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isNames || !WORDS.has(key))
      .map(([key, inner]) => [key, withoutWords(inner, !isNames && key === 'properties')]),
  )
}

// Bounds by direction: tightening breaks a request, loosening breaks a reply.
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'x-decimals']
const CONDITIONS = ['if', 'then', 'else', 'not', 'dependentRequired', 'propertyNames']
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']

const numberOr = (value: unknown, fallback: number) => (typeof value === 'number' ? value : fallback)

/** The length that a pattern such as `^\d{6}$` already fixes: adding the same `maxLength` is no restriction. */
function patternLength({ pattern }: Json, keyword: string): number {
  const [, digits] = (keyword === 'maxLength' && /^\^\\d\{(\d+)\}\$$/.exec(String(pattern))) || []
  return digits === undefined ? Number.POSITIVE_INFINITY : Number(digits)
}

class Comparison {
  readonly breaks: string[] = []
  readonly #seen = new Set<string>()
  readonly #before: Document
  readonly #after: Document

  constructor(before: Document, after: Document) {
    this.#before = before
    this.#after = after
  }

  #resolve(document: Document, value: unknown): Json {
    const found = isJson(value) ? value : {}
    if (typeof found['$ref'] !== 'string') return found
    const { $ref, ...beside } = found
    return { ...this.#resolve(document, at(document, ...String($ref).split('/').slice(1))), ...beside }
  }

  document(): void {
    for (const [path, item] of Object.entries(this.#before.paths))
      for (const method of METHODS) {
        if (!item[method]) continue
        const call = `${method.toUpperCase()} ${path}`
        const after = this.#after.paths[path]?.[method]
        if (after === undefined) this.breaks.push(`${call}: removed`)
        else this.#operation(call, at(item, method), at(this.#after.paths[path], method))
      }
  }

  #operation(call: string, before: Json, after: Json): void {
    if (before['operationId'] !== after['operationId']) this.breaks.push(`${call}: operationId changed`)
    if (JSON.stringify(before['x-sdk']) !== JSON.stringify(after['x-sdk']))
      this.breaks.push(`${call}: name in the SDK changed`)
    const callers = this.#codes(this.#after, after)
    for (const code of this.#codes(this.#before, before))
      if (!callers.has(code) && !callers.has('ANY') && !callers.has('PUB'))
        this.breaks.push(`${call}: ${code} may no longer call it`)
    this.#parameters(call, before, after)
    this.#body(
      call,
      this.#resolve(this.#before, before['requestBody']),
      this.#resolve(this.#after, after['requestBody']),
    )
    this.#replies(call, at(before, 'responses'), at(after, 'responses'))
  }

  #codes(document: Document, operation: Json): ReadonlySet<string> {
    const groups = at(document, 'x-caller-groups')
    return new Set(
      list(operation['x-callers']).flatMap((code) => list(groups[String(code)] ?? [code]).map(String)),
    )
  }

  #parameters(call: string, before: Json, after: Json): void {
    const named = (document: Document, operation: Json) =>
      new Map(
        list(operation['parameters'])
          .map((parameter) => this.#resolve(document, parameter))
          .map((parameter) => [`${parameter['in']} ${parameter['name']}`, parameter]),
      )
    const now = named(this.#after, after)
    const then = named(this.#before, before)
    for (const [name, parameter] of then) {
      const next = now.get(name)
      if (!next) this.breaks.push(`${call}: ${name} removed`)
      else {
        if (next['required'] && !parameter['required']) this.breaks.push(`${call}: ${name} became required`)
        this.#schema(`${call}: ${name}`, parameter['schema'], next['schema'], 'request')
      }
    }
    for (const [name, parameter] of now)
      if (parameter['required'] && !then.has(name)) this.breaks.push(`${call}: new required ${name}`)
  }

  #body(call: string, before: Json, after: Json): void {
    if (after['required'] && !before['required']) this.breaks.push(`${call}: a body became required`)
    for (const [type, media] of Object.entries(at(before, 'content'))) {
      const next = at(after, 'content')[type]
      if (!next) this.breaks.push(`${call}: ${type} is no longer taken`)
      else this.#schema(`${call}: body`, schemaOf(media), schemaOf(next), 'request')
    }
  }

  #replies(call: string, before: Json, after: Json): void {
    for (const [status, reply] of Object.entries(before).filter(([code]) => code.startsWith('2'))) {
      if (!(status in after)) {
        this.breaks.push(`${call}: no longer answers ${status}`)
        continue
      }
      const next = at(this.#resolve(this.#after, after[status]), 'content')
      for (const [type, media] of Object.entries(at(this.#resolve(this.#before, reply), 'content'))) {
        if (!next[type]) this.breaks.push(`${call}: ${status} no longer comes as ${type}`)
        else this.#schema(`${call}: reply`, schemaOf(media), schemaOf(next[type]), 'reply')
      }
    }
  }

  #schema(place: string, before: unknown, after: unknown, direction: Direction): void {
    const names = [before, after].map((value) => (isJson(value) ? value['$ref'] : undefined))
    if (names[0] !== undefined && names[1] !== undefined) {
      // Each pair of named schemas is compared once per direction, which also ends cycles.
      const key = `${direction} ${names.join(' ')}`
      if (this.#seen.has(key)) return
      this.#seen.add(key)
    }
    const [then, now] = [this.#resolve(this.#before, before), this.#resolve(this.#after, after)]
    this.#values(place, then, now, direction)
    this.#properties(place, then, now, direction)
    if (then['items'] || now['items']) this.#schema(`${place}[]`, then['items'], now['items'], direction)
    const parts = list(now['allOf'])
    list(then['allOf']).forEach((part, index) => {
      this.#schema(place, part, parts[index], direction)
    })
  }

  #values(place: string, then: Json, now: Json, direction: Direction): void {
    const isRequest = direction === 'request'
    if (JSON.stringify(then['type']) !== JSON.stringify(now['type']))
      this.breaks.push(`${place}: type ${String(then['type'])} became ${String(now['type'])}`)
    // Readers of a reply must expect new values of a dictionary; senders may not lose one.
    if (isRequest && now['enum']) {
      if (!then['enum']) this.breaks.push(`${place}: values were restricted`)
      for (const value of list(then['enum']))
        if (!list(now['enum']).includes(value)) this.breaks.push(`${place}: value ${String(value)} removed`)
    }
    if (isRequest && now['pattern'] !== undefined && now['pattern'] !== then['pattern'])
      this.breaks.push(`${place}: another pattern`)
    for (const keyword of CONDITIONS)
      if (
        isRequest &&
        now[keyword] !== undefined &&
        JSON.stringify(now[keyword]) !== JSON.stringify(then[keyword])
      )
        this.breaks.push(`${place}: another condition (${keyword})`)
    for (const keyword of UPPER) {
      const [old, next] = [then, now].map((schema) =>
        numberOr(schema[keyword], patternLength(schema, keyword)),
      )
      if (isRequest && (next ?? 0) < (old ?? 0)) this.breaks.push(`${place}: ${keyword} lowered to ${next}`)
    }
    for (const keyword of LOWER) {
      const [old, next] = [then, now].map((schema) => numberOr(schema[keyword], Number.NEGATIVE_INFINITY))
      if (isRequest && (next ?? 0) > (old ?? 0)) this.breaks.push(`${place}: ${keyword} raised to ${next}`)
    }
  }

  #properties(place: string, then: Json, now: Json, direction: Direction): void {
    const [old, next] = [at(then, 'properties'), at(now, 'properties')]
    for (const [name, schema] of Object.entries(old)) {
      // Objects are closed, so a removed property is refused in a request.
      if (!(name in next)) this.breaks.push(`${place}.${name}: removed`)
      else this.#schema(`${place}.${name}`, schema, next[name], direction)
    }
    const [required, nowRequired] = [list(then['required']), list(now['required'])]
    if (direction === 'request') {
      for (const name of nowRequired)
        if (!required.includes(name)) this.breaks.push(`${place}.${String(name)}: became required`)
    } else {
      for (const name of required)
        if (!nowRequired.includes(name))
          this.breaks.push(`${place}.${String(name)}: no longer always present`)
    }
  }
}

/** Breaking changes from one document to a later one, named by their place. */
export function breaksBetween(before: Document, after: Document): readonly string[] {
  const comparison = new Comparison(before, after)
  comparison.document()
  return comparison.breaks
}

/** Whether a version may break an earlier one: a new major, or before 1.0 a new minor. */
export function mayBreak(before: string, after: string): boolean {
  const [from, to] = [before, after].map((version) => version.split('.').map(Number))
  if (!from || !to) return false
  return from[0] === 0 && to[0] === 0 ? (to[1] ?? 0) > (from[1] ?? 0) : (to[0] ?? 0) > (from[0] ?? 0)
}
