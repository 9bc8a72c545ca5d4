import type { Entry } from 'yauzl'
import { WorkbookError } from './error.ts'
import { limits } from './limits.ts'

const MADE_BY_UNIX = 3
const FILE_TYPE = 0o170000
const SYMBOLIC_LINK = 0o120000
const LOCAL_HEADER_BYTES = 30
const STORED = 0
const DEFLATED = 8

const forbiddenParts: readonly [pattern: RegExp, message: string][] = [
  [
    /(^|\/)vbaproject[^/]*\.bin$|^xl\/(macrosheets|dialogsheets|activex|ctrlprops)\//,
    '工作簿含有宏或控件，请另存为不含宏的 .xlsx 后重试',
  ],
  [
    /^xl\/(externallinks|querytables|webextensions)\/|^xl\/connections\.xml$/,
    '工作簿引用了外部文件或数据源，请断开链接后重试',
  ],
  [/^xl\/embeddings\//, '工作簿嵌有其他文件，请删除后重试'],
]

export const isSymbolicLink = (entry: Entry): boolean =>
  entry.versionMadeBy >>> 8 === MADE_BY_UNIX &&
  ((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK

function checkEntry(entry: Entry, names: Set<string>): void {
  const name = entry.fileName.toLowerCase()
  if (entry.isEncrypted()) throw new WorkbookError('工作簿已加密，请取消密码后重试')
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    throw new WorkbookError('工作簿的压缩方式不受支持，请重新保存为 .xlsx 后再上传')
  if (isSymbolicLink(entry) || names.has(name)) throw new WorkbookError('工作簿结构异常，不予受理')
  names.add(name)
  for (const [pattern, message] of forbiddenParts) if (pattern.test(name)) throw new WorkbookError(message)
}

function checkSizes(entries: readonly Entry[]): void {
  const tooTight = (inflated: number, packed: number) =>
    inflated > limits.ratioFromBytes && inflated > packed * limits.ratio
  let inflated = 0
  let packed = 0
  for (const entry of entries) {
    inflated += entry.uncompressedSize
    packed += entry.compressedSize
    if (tooTight(entry.uncompressedSize, entry.compressedSize))
      throw new WorkbookError('工作簿压缩比异常，不予受理')
  }
  if (tooTight(inflated, packed)) throw new WorkbookError('工作簿压缩比异常，不予受理')
  if (inflated > limits.inflatedBytes) throw new WorkbookError('工作簿内容过大，请拆分后分别导入')
}

/** Rejects overlapping entries, by which a small file can inflate to petabytes. */
export function hasOverlap(entries: readonly Entry[]): boolean {
  const sorted = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  let end = 0
  for (const entry of sorted) {
    if (entry.relativeOffsetOfLocalHeader < end) return true
    end = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize
  }
  return false
}

/**
 * Checks an archive's directory before anything is inflated.
 * @throws WorkbookError on bombs, encryption, macros, external links and archives with two meanings
 */
export function checkEntries(entries: readonly Entry[]): void {
  const names = new Set<string>()
  for (const entry of entries) checkEntry(entry, names)
  checkSizes(entries)
  if (hasOverlap(entries)) throw new WorkbookError('工作簿结构异常，不予受理')
}
