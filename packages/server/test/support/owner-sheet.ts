import { writeXlsx } from 'hucre/xlsx'

export const OWNER_HEAD = [
  '代码',
  '全称',
  '简称',
  '企业性质',
  '统一社会信用代码',
  '上级集团',
  '排序',
  '状态',
] as const

export type OwnerLine = readonly (string | null)[]

/** A workbook of owners, one per row. */
export const ownerWorkbook = (
  rows: readonly OwnerLine[],
  head: OwnerLine = OWNER_HEAD,
): Promise<Uint8Array<ArrayBuffer>> =>
  writeXlsx({ sheets: [{ name: '业主与集团', rows: [[...head], ...rows.map((row) => [...row])] }] }).then(
    (bytes) => bytes.slice(),
  )
