import { createReadStream } from 'node:fs'
import type { ImportRecord } from '@xinchu/sdk'
import { UsageError } from './exit.ts'

type Bytes = AsyncIterable<Uint8Array>

/** The bytes of a file, opened when the first are read: a stream that nobody reads would end the process if it cannot be opened. */
async function* bytesOf(path: string): AsyncGenerator<Uint8Array, void, void> {
  yield* createReadStream(path)
}

/** @throws UsageError for an unknown encoding */
function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new UsageError(`没有编码 ${encoding}`)
  }
}

/** The text of bytes, piece by piece. @throws Error if they are not of this encoding */
async function* textOf(given: Bytes, path: string, decoder: TextDecoder): AsyncGenerator<string, void, void> {
  const decoded = (bytes?: Uint8Array) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch (cause) {
      throw new Error(
        `${path} 不是 ${decoder.encoding} 编码的文本，可用 --encoding 指定，如 --encoding gb18030`,
        {
          cause,
        },
      )
    }
  }
  for await (const bytes of given) yield decoded(bytes)
  yield decoded()
}

/** Lines without their ends. */
async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let rest = ''
  for await (const text of texts) {
    const lines = (rest + text).split(/\r?\n/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

const isCell = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value)

const PARTS = 'hybridDetail'
const PART_CELLS = ['techType', 'ratedPower', 'ratedEnergy']

/** Whether a value is a list of the parts of a mixed station. */
const isParts = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    (part) =>
      typeof part === 'object' &&
      part !== null &&
      PART_CELLS.every((name) => isCell(Reflect.get(part, name))),
  )

const wantedOf = (field: string): string =>
  field === PARTS ? `应为列表，各项有 ${PART_CELLS.join('、')}` : '应为文本、数值、是否或空'

function recordOf(line: string, where: string): ImportRecord {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (cause) {
    throw new Error(`${where}不是 JSON`, { cause })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${where}不是 JSON 对象`)
  for (const [field, cell] of Object.entries(value))
    if (!isCell(cell) && !(field === PARTS && isParts(cell)))
      throw new Error(`${where}的 ${field} ${wantedOf(field)}`)
  return value as ImportRecord // its cells were looked at
}

/** One JSON object a line. A blank line is a blank row. */
async function* jsonRows(
  texts: AsyncIterable<string>,
  path: string,
): AsyncGenerator<ImportRecord, void, void> {
  let number = 0
  for await (const line of linesOf(texts)) {
    number += 1
    yield line.trim() === '' ? {} : recordOf(line, `${path} 第 ${number} 行`)
  }
}

/**
 * The rows of a file with one JSON object a line, read as they are needed.
 * @param given its bytes, if they are not to be read from the path
 * @throws UsageError for an unknown encoding
 */
export function rowsIn(
  path: string,
  encoding = 'utf-8',
  given: Bytes = bytesOf(path),
): AsyncGenerator<ImportRecord, void, void> {
  return jsonRows(textOf(given, path, decoderOf(encoding)), path)
}

/**
 * The whole text of a file in a named encoding.
 * @param given its bytes, as above
 * @throws UsageError for an unknown encoding; Error if it is not of it
 */
export async function textIn(path: string, encoding: string, given: Bytes = bytesOf(path)): Promise<string> {
  let whole = ''
  for await (const text of textOf(given, path, decoderOf(encoding))) whole += text
  return whole
}
