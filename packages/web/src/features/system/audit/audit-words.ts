import type { AuditEntry } from './audit-queries.ts'

export const isDone = ({ result }: Pick<AuditEntry, 'result'>): boolean => result < 400

/** The result of a call in words. */
export const resultOf = (entry: AuditEntry): string => (isDone(entry) ? '成功' : '拒绝')

/** Names the record of a call, and the count if there are several. */
export function recordOf({ recordName, recordCount = 0, object }: AuditEntry): string | undefined {
  if (recordName === undefined) return object
  return recordCount > 1 ? `${recordName} 等 ${recordCount} 个` : recordName
}

export const personOf = ({ realName, username }: AuditEntry): string | undefined =>
  realName && username ? `${realName}（${username}）` : (realName ?? username)

/** Pages of records that have one. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  PROJECT: (id) => `/esproject/detail/${id}`,
  DEMO: (id) => `/demonstration/detail/${id}`,
}

export const pageOf = (kind: string, id: string): string | undefined => PAGES[kind]?.(id)
