import type { JsonSchema } from '../operations.ts'

/** Limits that a JSON text must meet before it is parsed. */
export interface TextLimits {
  depth: number
  /** Elements of one list or properties of one object. */
  entries: number
  /** Lists and objects in total. */
  containers: number
}

export type Excess = 'depth' | 'entries' | 'containers'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c

const isOpening = (byte: number) => byte === 0x5b || byte === 0x7b
const isClosing = (byte: number) => byte === 0x5d || byte === 0x7d

/**
 * Counts brackets and commas of a JSON text in chunks, without parsing it, because a small text can expand to millions
 * of values. Invalid JSON is left to the parser.
 */
export class JsonSkimmer {
  readonly #bytes: Uint8Array
  readonly #limits: TextLimits
  /** Commas so far per open list or object, innermost last. */
  readonly #commas: number[] = []
  #containers = 0
  #at = 0

  constructor(bytes: Uint8Array, limits: TextLimits) {
    this.#bytes = bytes
    this.#limits = limits
  }

  get isOver(): boolean {
    return this.#at >= this.#bytes.length
  }

  /** Bytes scanned so far. */
  get looked(): number {
    return Math.min(this.#at, this.#bytes.length)
  }

  /** Scans up to a number of bytes. Returns the first exceeded limit. */
  next(count: number): Excess | undefined {
    const end = Math.min(this.#at + count, this.#bytes.length)
    while (this.#at < end) {
      const byte = this.#bytes[this.#at] ?? 0
      this.#at = byte === QUOTE ? this.#afterText() : this.#at + 1
      const excess = this.#count(byte)
      if (excess) return excess
    }
    return undefined
  }

  #count(byte: number): Excess | undefined {
    const commas = this.#commas
    if (byte === COMMA) {
      const last = commas.length - 1
      const found = (commas[last] ?? 0) + 1
      if (last >= 0) commas[last] = found
      return found >= this.#limits.entries ? 'entries' : undefined
    }
    if (isClosing(byte)) commas.pop()
    if (!isOpening(byte)) return undefined
    commas.push(0)
    this.#containers += 1
    if (commas.length > this.#limits.depth) return 'depth'
    return this.#containers > this.#limits.containers ? 'containers' : undefined
  }

  /** Position after the string that starts here. */
  #afterText(): number {
    let at = this.#at
    for (;;) {
      at = this.#bytes.indexOf(QUOTE, at + 1)
      if (at < 0) return this.#bytes.length
      let slashes = 0
      while (this.#bytes[at - 1 - slashes] === BACKSLASH) slashes += 1
      if (slashes % 2 === 0) return at + 1
    }
  }
}

/** Largest `maxItems` in a schema and its references; 0 without any. */
export function largestList(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): number {
  const seen = new Set<unknown>()
  let largest = 0
  const open: unknown[] = [schema]
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (typeof part !== 'object' || part === null || seen.has(part)) continue
    seen.add(part)
    const { maxItems, $ref } = part as { maxItems?: unknown; $ref?: unknown }
    if (typeof maxItems === 'number') largest = Math.max(largest, maxItems)
    if (typeof $ref === 'string') open.push(schemas[$ref.split('/').at(-1) ?? ''])
    open.push(...Object.values(part))
  }
  return largest
}
