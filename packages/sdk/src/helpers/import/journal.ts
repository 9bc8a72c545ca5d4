import { ConflictError } from '../../errors.ts'
import type { ImportBatch } from '../../types.ts'

/** What decides the outcome of an import. An import that is resumed must have the same. */
export interface ImportTerms {
  mode: ImportBatch['mode']
  dryRun: boolean
  acceptWarnings: boolean
  skipRepeat: boolean
  forceFields: readonly string[]
  /** Absent in journals of an earlier release. */
  clearBlank?: boolean
  /** Absent as above. */
  takeReturned?: boolean
  partRows: number
}

/** Rows that the server has confirmed. */
export interface SentPart {
  /** Number of its first row, from 1. */
  firstRow: number
  rows: number
  /** SHA-256 in hexadecimal; empty on pages without https, where the part is sent again. */
  digest: string
}

/** How far an import is. Plain data. */
export interface ImportState {
  clientKey: string
  batchId?: number
  terms: ImportTerms
  parts: readonly SentPart[]
}

/** Keeps how far an import is. Each import needs its own. */
export interface ImportJournal {
  /** Returns what was written last; undefined before that. */
  read(): Promise<ImportState | undefined>
  /** Resolves when the state is safe against the end of the process. Calls do not overlap. */
  write(state: ImportState): Promise<void>
}

const CAPTIONS: Readonly<Record<keyof ImportTerms, string>> = {
  mode: '入库方式',
  dryRun: '仅校验',
  acceptWarnings: '写入有提示的行',
  skipRepeat: '跳过疑似重复的行',
  forceFields: '覆盖的字段',
  clearBlank: '空单元格的处理',
  takeReturned: '被退回的项目的处理',
  partRows: '每批行数',
}

/** @throws ConflictError for a journal of another key or other terms */
export function assertResumable({ clientKey, batchId, terms }: ImportState, now: Omit<ImportState, 'parts'>) {
  const refuse = (what: string) => {
    throw new ConflictError(`进度记录属于另一次导入：${what}不同`, {
      sent: false,
      importOf: { clientKey, batchId },
    })
  }
  if (clientKey !== now.clientKey) refuse('批次键')
  for (const name of Object.keys(CAPTIONS) as (keyof ImportTerms)[]) // its keys by its type
    if (String(terms[name]) !== String(now.terms[name])) refuse(CAPTIONS[name])
}
