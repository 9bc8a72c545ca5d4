import type { Quarter } from '../usage/period.ts'

/** A period of the statistics, as in the contract. */
export interface SourcePeriod extends Quarter {
  readonly status: 'OFFICIAL' | 'REVISED' | 'PROVISIONAL' | 'CONTINUED'
  /** Number of the batch in the warehouse, like 2025Q4-01. */
  readonly batch?: string
  /** yyyy-MM-dd HH:mm:ss */
  readonly storedAt?: string
}

/** Words of the statuses of a period. */
export const PERIOD_STATUS: Readonly<Record<SourcePeriod['status'], string>> = {
  OFFICIAL: '正式',
  REVISED: '修订',
  PROVISIONAL: '暂行',
  CONTINUED: '演示延续',
}

/** 2025Q4 */
export const periodText = ({ year, quarter }: Quarter): string => `${year}Q${quarter}`
