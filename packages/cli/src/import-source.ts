import { constants, openAsBlob } from 'node:fs'
import { access } from 'node:fs/promises'
import { basename } from 'node:path'
import type { ImportRecord } from '@xinchu/sdk'
import { UsageError } from './exit.ts'
import type { Io } from './io.ts'
import { rowsIn, textIn } from './row-files.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** The path that stands for the standard input. */
export const STDIN = '-'
const STDIN_NAME = '标准输入'

/** A table, which the platform reads, or rows with one JSON object a line. */
export type ImportSource =
  | { kind: 'table'; name: string; file: File }
  | { kind: 'rows'; name: string; rows: AsyncIterable<ImportRecord> }

export const isRowFile = (path: string): boolean => /\.(?:ndjson|jsonl)$/i.test(path)
const isText = (path: string): boolean => /\.(?:csv|tsv|txt)$/i.test(path)

/**
 * A workbook or a text table to send. Without a named encoding, the platform finds that of a text.
 * @throws UsageError for another kind of file
 */
async function tableIn(path: string, encoding: string | undefined): Promise<File> {
  const name = basename(path)
  // openAsBlob does not report why it fails.
  await access(path, constants.R_OK)
  if (isText(path) && encoding !== undefined)
    return new File([await textIn(path, encoding)], name, { type: 'text/plain' })
  if (encoding !== undefined) throw new UsageError('--encoding 只用于文本文件')
  // Streamed while sending, not read into memory.
  const blob = await openAsBlob(path)
  return new File([blob], name, { type: isText(path) ? 'text/plain' : XLSX })
}

const startsWith = (bytes: Uint8Array, text: string) =>
  Buffer.from(bytes.subarray(0, text.length)).equals(Buffer.from(text))

/** Reads the standard input. Its first bytes tell a workbook, rows and a text table apart. */
async function standardInput(io: Io, encoding: string | undefined): Promise<ImportSource> {
  const chunks: Uint8Array[] = []
  for await (const chunk of io.stdin) chunks.push(Buffer.from(chunk))
  const bytes = Buffer.concat(chunks)
  if (bytes.length === 0) throw new UsageError('标准输入为空')
  if (startsWith(bytes, 'PK')) {
    const name = `${STDIN_NAME}.xlsx`
    return { kind: 'table', name, file: new File([bytes], name, { type: XLSX }) }
  }
  async function* again() {
    yield bytes
  }
  if (
    bytes
      .subarray(0, 1_000)
      .toString('latin1')
      .replace(/^\u00ef\u00bb\u00bf/, '')
      .trimStart()
      .startsWith('{')
  )
    return { kind: 'rows', name: STDIN_NAME, rows: rowsIn(STDIN_NAME, encoding, again()) }
  const name = `${STDIN_NAME}.csv`
  const text = encoding === undefined ? bytes : await textIn(STDIN_NAME, encoding, again())
  return { kind: 'table', name, file: new File([text], name, { type: 'text/plain' }) }
}

/**
 * Opens what is to be imported.
 * @param path of a file, or `-` for the standard input
 * @param encoding of a text; by default it is found
 * @throws UsageError for another kind of file
 */
export async function sourceOf(io: Io, path: string, encoding?: string): Promise<ImportSource> {
  if (path === STDIN) return standardInput(io, encoding)
  const name = basename(path)
  if (isRowFile(path)) return { kind: 'rows', name, rows: rowsIn(path, encoding) }
  if (!isText(path) && !/\.xlsx$/i.test(path))
    throw new UsageError('只能导入 xlsx、csv、tsv、txt、ndjson 或 jsonl 文件，或以 - 读取标准输入')
  return { kind: 'table', name, file: await tableIn(path, encoding) }
}
