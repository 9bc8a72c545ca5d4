import { DescriptionError, Pattern } from './language.ts'
import { TEMPLATES, type Template } from './message.ts'

/** Which replies of a gateway mean what: all that is named must fit. */
export interface Answer {
  status?: readonly number[]
  /** Path in the JSON of the reply, as `data.code`. */
  at?: string
  in?: readonly string[]
  /** Path of the gateway's own number of the message. */
  reference?: string
}

/** How messages are handed to a gateway over HTTP. */
export interface Description {
  signature: string
  timeoutMs: number
  isRepeatable: boolean
  /** The credentials that it uses. */
  needs: readonly ('key' | 'secret')[]
  /** The gateway's own codes of the templates. Empty if it takes texts. */
  templates: Readonly<Partial<Record<Template, string>>>
  values: readonly (readonly [name: string, pattern: Pattern])[]
  method: 'GET' | 'POST' | 'PUT'
  url: Pattern
  headers: readonly (readonly [name: string, pattern: Pattern])[]
  body: Pattern | undefined
  accepted: Answer
  refused: Answer | undefined
}

const KNOWN = [
  ...['phone', 'phone86', 'text', 'signature', 'template', 'params', 'id', 'nonce', 'key'],
  ...['time', 'timeMs', 'iso', 'day'],
]
/** Written by people: where it stands, it must not break the form. */
const FOREIGN = /^(?:text|param\..+)$/
/** Filters after which a text of people breaks no form of a body, and none of a line such as an address or a header. */
const SAFE = { body: /^(?:json|url|hex|base64)$/, line: /^(?:url|hex|base64)$/ } as const
const TIMEOUT_MS = 8_000

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function fieldsAt(of: Fields, name: string): Fields {
  const value = of[name] ?? {}
  if (!isFields(value)) throw new DescriptionError(`${name} 应为对象`)
  return value
}

function textAt(of: Fields, name: string, place = name): string | undefined {
  const value = of[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw new DescriptionError(`${place} 应为文本`)
  return value
}

/** Names that a pattern may use, and which of them are texts of people in one of the two forms. */
class Names {
  readonly known = new Set([...KNOWN, 'secret'])
  readonly #open = { body: new Set<string>(), line: new Set<string>() }

  isOpen(name: string, form: keyof typeof SAFE): boolean {
    return FOREIGN.test(name) || this.#open[form].has(name)
  }

  /** A value is open if what it is made of is. */
  add(name: string, pattern: Pattern): void {
    this.known.add(name)
    for (const form of ['body', 'line'] as const) if (this.opened(pattern, form)) this.#open[form].add(name)
  }

  /** The text of people that a pattern holds without a filter that is safe in a form. */
  opened(pattern: Pattern, form: keyof typeof SAFE): string | undefined {
    return pattern.placeholders.find(
      ({ name, filters }) => this.isOpen(name, form) && !filters.some((each) => SAFE[form].test(each)),
    )?.name
  }
}

/** Checks that each placeholder is known where it stands, and that no text of people breaks the form of the place. */
function patternAt(source: string, place: string, names: Names): Pattern {
  const pattern = new Pattern(source, place)
  const mustKnow = (name: string) => {
    if (!names.known.has(name) && !/^param\.\w+$/.test(name))
      throw new DescriptionError(`${place}：没有名为“${name}”的值`)
  }
  const isValue = place.startsWith('values.')
  for (const { name, needs } of pattern.placeholders) {
    if (name === 'secret' && !isValue)
      throw new DescriptionError(`${place}：secret 只能用作过滤器的参数，或写在 values 中`)
    for (const each of [name, ...needs]) mustKnow(each)
  }
  const open = isValue ? undefined : names.opened(pattern, place === 'body' ? 'body' : 'line')
  if (open !== undefined)
    throw new DescriptionError(
      `${place}：“${open}”须加过滤器${place === 'body' ? ' json、url' : ' url'}、hex 或 base64`,
    )
  return pattern
}

function patternsAt(of: Fields, name: string, names: Names) {
  return Object.keys(fieldsAt(of, name)).map((key) => {
    const source = textAt(fieldsAt(of, name), key, `${name}.${key}`) ?? ''
    const pattern = patternAt(source, `${name}.${key}`, names)
    if (name === 'values') names.add(key, pattern)
    return [key, pattern] as const
  })
}

function answerAt(of: Fields, name: string): Answer | undefined {
  if (of[name] === undefined) return undefined
  const fields = fieldsAt(of, name)
  const { status, in: values } = fields
  if (status !== undefined && !(Array.isArray(status) && status.every(Number.isInteger)))
    throw new DescriptionError(`${name}.status 应为状态码的列表`)
  if (values !== undefined && !Array.isArray(values)) throw new DescriptionError(`${name}.in 应为列表`)
  const [at, reference] = [
    textAt(fields, 'at', `${name}.at`),
    textAt(fields, 'reference', `${name}.reference`),
  ]
  if ((at === undefined) !== (values === undefined))
    throw new DescriptionError(`${name}：at 与 in 须同时给出`)
  if (status === undefined && at === undefined) throw new DescriptionError(`${name}：须给出 status 或 at`)
  return {
    ...(status === undefined ? {} : { status }),
    ...(at === undefined ? {} : { at, in: (values as readonly unknown[]).map(String) }), // checked above
    ...(reference === undefined ? {} : { reference }),
  }
}

function templatesAt(of: Fields): Description['templates'] {
  const given = fieldsAt(of, 'templates')
  const names: ReadonlySet<string> = new Set(TEMPLATES)
  for (const name of Object.keys(given))
    if (!names.has(name)) throw new DescriptionError(`templates：没有名为“${name}”的短信`)
  return Object.fromEntries(Object.entries(given).map(([name, code]) => [name, String(code)]))
}

/**
 * Reads the description of a gateway.
 * @throws DescriptionError with the place of what is wrong in it
 */
export function readDescription(source: string): Description {
  const given = fieldsOf(source)
  const names = new Names()
  const values = patternsAt(given, 'values', names)
  const body = textAt(given, 'body')
  const bodyPattern = body === undefined ? undefined : patternAt(body, 'body', names)
  names.known.add('body')
  const url = textAt(given, 'url') ?? ''
  if (!/^https?:\/\/[^{]/.test(url)) throw new DescriptionError('url 应以 http:// 或 https:// 与主机名开头')
  const method = textAt(given, 'method') ?? 'POST'
  if (method !== 'GET' && method !== 'POST' && method !== 'PUT')
    throw new DescriptionError('method 应为 GET、POST 或 PUT')
  const accepted = answerAt(given, 'accepted')
  if (!accepted) throw new DescriptionError('accepted：须说明何种答复为已受理')
  const patterns = { url: patternAt(url, 'url', names), headers: patternsAt(given, 'headers', names) }
  const templates = templatesAt(given)
  if (/\{\{template[|}]/.test(source))
    for (const name of TEMPLATES)
      if (!templates[name]) throw new DescriptionError(`templates：缺少“${name}”的模板号`)
  return {
    signature: textAt(given, 'signature') ?? '',
    timeoutMs: timeoutOf(given),
    isRepeatable: given['repeatable'] === true,
    needs: (['key', 'secret'] as const).filter((each) => new RegExp(`[{:]${each}[|}]`).test(source)),
    ...{
      templates,
      values,
      method,
      ...patterns,
      body: bodyPattern,
      accepted,
      refused: answerAt(given, 'refused'),
    },
  }
}

function fieldsOf(source: string): Fields {
  try {
    const given: unknown = JSON.parse(source)
    if (isFields(given)) return given
  } catch (error) {
    throw new DescriptionError(`不是 JSON：${error instanceof Error ? error.message : String(error)}`)
  }
  throw new DescriptionError('应为 JSON 对象')
}

function timeoutOf({ timeoutMs = TIMEOUT_MS }: Fields): number {
  if (typeof timeoutMs === 'number' && timeoutMs >= 100 && timeoutMs <= 25_000) return timeoutMs
  throw new DescriptionError('timeoutMs 应为 100 至 25000 毫秒')
}
