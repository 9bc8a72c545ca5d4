import { labelIn } from '../dict/label.ts'
import type { AuditRow } from './query.ts'

/** The result of a call in words. */
export const resultWords = ({
  result,
  rule,
  reason,
}: Pick<AuditRow, 'result' | 'rule' | 'reason'>): string =>
  result < 400 ? '成功' : `拒绝${reason ? `：${reason}` : ''}${rule ? `（${rule}）` : ''}`

/** Describes the records of a call: kind, name, and count if there are several. */
export function recordWords(row: Pick<AuditRow, 'record_kind' | 'record_name' | 'record_count'>): string {
  const kind = row.record_kind ? labelIn('audit_kind', row.record_kind) : ''
  const count = (row.record_count ?? 0) > 1 ? ` 等 ${row.record_count} 个` : ''
  return [kind, row.record_name].filter(Boolean).join('：') + count
}
