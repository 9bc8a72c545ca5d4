import type { FieldSpec } from '@xinchu/validators'

export const text = (name: string, caption: string): FieldSpec => ({ name, caption, kind: 'string' })

/** Fields that change with every write, and those that replies compute. */
const NO_CONTENT: ReadonlySet<string> = new Set([
  'id',
  'version',
  'createBy',
  'createTime',
  'updateBy',
  'updateTime',
  'viewCount',
  'lastLoginTime',
  'lastLoginIp',
  'read',
  'readTime',
  'actions',
  'moves',
  'roles',
])

export const contentOf = (specs: readonly FieldSpec[]): FieldSpec[] =>
  specs.filter(({ name }) => !NO_CONTENT.has(name))

/** State and opinion of a report. */
export const REPORT: readonly FieldSpec[] = [
  { name: 'status', caption: '报送状态', kind: 'dict', dict: 'report_status' },
  text('lastOpinion', '审核意见'),
]

export const DELETED: FieldSpec = { name: 'deleted', caption: '已删除', kind: 'boolean' }
