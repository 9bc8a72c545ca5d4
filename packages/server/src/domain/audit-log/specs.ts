import type { FieldSpec } from '@xinchu/validators'

export const text = (name: string, caption: string): FieldSpec => ({ name, caption, kind: 'string' })

/** State and opinion of a report. */
export const REPORT: readonly FieldSpec[] = [
  { name: 'status', caption: '报送状态', kind: 'dict', dict: 'report_status' },
  text('lastOpinion', '审核意见'),
]

export const DELETED: FieldSpec = { name: 'deleted', caption: '已删除', kind: 'boolean' }
