/** What the first line of a file says of its rows. */
export interface FileFacts {
  /** In words, or `AT_PRESENT`. */
  readonly period: string
  /** Status of the period's figures. */
  readonly status?: string | undefined
  /** Number of rows, with its unit. */
  readonly total: string
  /** Where the rows come from. */
  readonly source: string
  /** As in the contract, yyyy-MM-dd HH:mm:ss. */
  readonly moment: string
}

/** Period of records that are read as they are at the moment. */
export const AT_PRESENT = '实时'

const PERIOD = /(\d{4})Q([1-4])/g

/** Periods such as 2026Q3 in words. */
export const periodWords = (text: string): string => text.replace(PERIOD, '$1年第$2季度')

/** A number of rows in words: 共 1,234 件. */
export const totalWords = (count: number, unit = '条'): string => `共 ${count.toLocaleString('en')} ${unit}`

/** The first line of a file, such as 2026年第3季度 · 暂行 · 共 1,234 件 · 填报数据 · 2026-11-27 10:20:33. */
export const fileLine = ({ period, status, total, source, moment }: FileFacts): string =>
  [period, status, total, source, moment].filter(Boolean).join(' · ')
