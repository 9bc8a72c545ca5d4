import { createHash, createHmac } from 'node:crypto'

/** The parts of a text with placeholders, as `https://sms.example/send?sign={{sign|url}}`. */
type Part = string | Placeholder

interface Placeholder {
  name: string
  filters: readonly { name: string; argument?: string | undefined }[]
}

/** Values of placeholders by name. Those of one placeholder alone keep their bytes, so that digests can be chained. */
export type Values = Readonly<Record<string, string | Buffer>>

/** A description that says something the platform does not understand, with the place in it. */
export class DescriptionError extends Error {}

const bytes = (value: string | Buffer): Buffer => (typeof value === 'string' ? Buffer.from(value) : value)
const text = (value: string | Buffer): string => value.toString()

const digest = (algorithm: string) => (value: string | Buffer) =>
  createHash(algorithm).update(bytes(value)).digest()
const signed = (algorithm: string) => (value: string | Buffer, key: string | Buffer) =>
  createHmac(algorithm, bytes(key)).update(bytes(value)).digest()

/** `encodeURIComponent` leaves five characters that signatures of addresses encode. */
const forUrl = (value: string) =>
  encodeURIComponent(value).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const PLAIN: Readonly<Record<string, (value: string | Buffer) => string | Buffer>> = {
  url: (value) => forUrl(text(value)),
  json: (value) => JSON.stringify(text(value)).slice(1, -1),
  hex: (value) => bytes(value).toString('hex'),
  base64: (value) => bytes(value).toString('base64'),
  lower: (value) => text(value).toLowerCase(),
  upper: (value) => text(value).toUpperCase(),
  'sort-query': (value) => text(value).split('&').sort().join('&'),
  md5: digest('md5'),
  sha1: digest('sha1'),
  sha256: digest('sha256'),
  sm3: digest('sm3'),
}

const KEYED: Readonly<Record<string, (value: string | Buffer, key: string | Buffer) => Buffer>> = {
  'hmac-sha1': signed('sha1'),
  'hmac-sha256': signed('sha256'),
  'hmac-sm3': signed('sm3'),
}

const PLACEHOLDER = /\{\{([^{}]*)\}\}/

/** A text with placeholders, ready to be filled. */
export class Pattern {
  readonly #parts: readonly Part[]

  /**
   * @param place where the text stands, for the message of an error
   * @throws DescriptionError for a filter that does not exist, or that lacks its argument
   */
  constructor(source: string, place: string) {
    this.#parts = source.split(/(\{\{[^{}]*\}\})/).flatMap((part): Part[] => {
      const inside = PLACEHOLDER.exec(part)?.[1]
      if (inside === undefined) return part === '' ? [] : [part]
      const [name = '', ...filters] = inside.split('|')
      return [{ name, filters: filters.map((filter) => filterOf(filter, place)) }]
    })
  }

  /** The placeholders, with the names that their filters need. */
  get placeholders(): { name: string; filters: string[]; needs: string[] }[] {
    return this.#parts.flatMap((part) => {
      if (typeof part === 'string') return []
      const needs = part.filters.flatMap(({ argument }) => (argument === undefined ? [] : [argument]))
      return [{ name: part.name, filters: part.filters.map(({ name }) => name), needs }]
    })
  }

  /** Fills the placeholders. One alone gives its bytes. */
  fill(values: Values): string | Buffer {
    const [only] = this.#parts
    if (this.#parts.length === 1 && only !== undefined && typeof only !== 'string')
      return filled(only, values)
    return this.#parts.map((part) => (typeof part === 'string' ? part : text(filled(part, values)))).join('')
  }
}

function filterOf(filter: string, place: string): { name: string; argument?: string } {
  const [name = '', argument] = filter.split(':')
  if (name in PLAIN && argument === undefined) return { name }
  if (name in KEYED && argument) return { name, argument }
  throw new DescriptionError(`${place}：没有过滤器“${filter}”`)
}

function filled({ name, filters }: Placeholder, values: Values): string | Buffer {
  let value = values[name] ?? ''
  for (const { name: filter, argument } of filters) {
    const keyed = KEYED[filter]
    value = keyed ? keyed(value, values[argument ?? ''] ?? '') : (PLAIN[filter]?.(value) ?? value)
  }
  return value
}
