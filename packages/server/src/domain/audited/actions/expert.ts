import { sql } from 'kysely'
import { type Asked, at, idsAsked, valueAsked } from '../../audit-log/asked.ts'
import type { Actions } from './action.ts'
import { ofBatch } from './batch.ts'

const READS = '只读'
/** Sheets are sealed until the opening, also from those who read the log. */
const SEALED = '评分在启封前保密'
const ARRANGED = '专家的安排在启封前保密'

const demo = { kind: 'DEMO', group: 'demo' } as const
const byProject = { ...demo, keys: ['projectId'] }
const group = { kind: 'EXPERT_GROUP', group: 'expert' } as const
const catalogue = {
  kind: 'CATALOGUE',
  group: 'expert',
  about: (asked: Asked) => `指标体系第 ${String(valueAsked(asked, 'version') ?? '')} 版`,
  unchanged: '体系按版本整体保存，可在体系中对照',
} as const
const policy = {
  kind: 'CONFLICT_POLICY',
  group: 'expert',
  about: (asked: Asked) => {
    const no = valueAsked(asked, 'id') ?? at(asked.reply, 'no')
    return no === undefined ? '利益冲突规则' : `利益冲突规则第 ${String(no)} 版`
  },
  unchanged: '规则按版本整体保存',
} as const

/** Expert review. */
export const expertActions: Actions = {
  assignPrimaryExperts: { ...group, name: '初评分配专家', keys: ['groupId'], unchanged: ARRANGED },
  assignExcellentExperts: { ...group, name: '优选分配专家', keys: ['groupId'], unchanged: ARRANGED },
  savePrimaryScore: { ...byProject, group: 'expert', name: '初评打分', unchanged: SEALED },
  saveExcellentScore: { ...byProject, group: 'expert', name: '优选打分', unchanged: SEALED },
  createExpertGroup: { ...group, name: '保存专家组', keys: ['id'], created: ['id'] },
  createExcellentGroup: { ...group, name: '保存优选项目分组', keys: ['groupId'] },
  deleteGroupExperts: { ...group, name: '移除组内专家', keys: ['groupId'] },
  createExpert: { group: 'expert', name: '新增专家', kind: 'USER', created: ['id'] },
  saveExpert: {
    group: 'expert',
    name: '修改专家档案',
    kind: 'EXPERT',
    find: (asked) => [
      { kind: 'EXPERT', where: sql`r.user_id = any(${idsAsked(asked, ['userId'])}::bigint[])` },
    ],
  },
  saveOwnAvailability: { group: 'expert', name: '修改本人可参加时间', kind: 'EXPERT', isOwn: true },
  proposeConflictPolicy: { ...policy, name: '提出利益冲突规则新版本' },
  approveConflictPolicy: { ...policy, name: '批准利益冲突规则' },
  computeConflicts: {
    ...group,
    name: '计算利益冲突',
    keys: ['groupId'],
    unchanged: '由规则计算，不改变专家组',
  },
  decideConflict: { ...byProject, group: 'expert', name: '判定利益冲突', unchanged: ARRANGED },
  declareRecusal: { ...byProject, group: 'expert', name: '申请回避', unchanged: ARRANGED },
  computeAssignPlan: { ...group, name: '计算分配方案', keys: ['groupId'], unchanged: ARRANGED },
  changeAssignPlan: {
    ...group,
    name: '调整分配方案',
    find: (asked) => [
      {
        kind: 'EXPERT_GROUP',
        where: sql`r.id in (select p.group_id from assign_plan p where p.id = any(${idsAsked(asked, ['id'])}::bigint[]))`,
      },
    ],
    unchanged: ARRANGED,
  },
  askSeed: { ...group, name: '申请更换随机种子', keys: ['groupId'], unchanged: ARRANGED },
  decideSeed: {
    ...group,
    name: '答复更换随机种子',
    by: { field: 'agreed', names: { true: '同意更换随机种子', false: '不同意更换随机种子' } },
    find: (asked) => [
      {
        kind: 'EXPERT_GROUP',
        where: sql`r.id in (select s.group_id from seed_request s where s.id = any(${idsAsked(asked, ['id'])}::bigint[]))`,
      },
    ],
    unchanged: ARRANGED,
  },
  planReassignment: {
    ...demo,
    group: 'expert',
    name: '计算改派方案',
    keys: ['projectIds'],
    unchanged: READS,
  },
  applyReassignment: {
    ...demo,
    group: 'expert',
    name: '改派专家',
    keys: ['projectIds'],
    unchanged: ARRANGED,
  },
  extendReviewDeadline: {
    ...demo,
    group: 'expert',
    name: '延长评审期限',
    keys: ['projectIds'],
    unchanged: ARRANGED,
  },
  remindExperts: { ...ofBatch, group: 'expert', name: '催办专家', unchanged: '只发送消息' },
  confirmGroupSheets: { ...group, name: '确认评分齐全', keys: ['groupId'] },
  askScoreOpening: { ...ofBatch, group: 'expert', name: '申请启封', unchanged: '启封属于批次，不是单个记录' },
  confirmScoreOpening: {
    ...ofBatch,
    group: 'expert',
    name: '确认启封',
    unchanged: '启封属于批次，不是单个记录',
  },
  revealExpertNames: {
    ...group,
    group: 'privacy',
    name: '查看专家姓名',
    shows: '专家姓名',
    keys: ['groupId'],
    unchanged: READS,
  },
  downloadScorePdf: { ...ofBatch, group: 'export', name: '下载评分汇总 PDF', unchanged: READS },
  exportReviewResults: { ...ofBatch, group: 'export', name: '导出评审结果', unchanged: READS },
  exportConflicts: { ...group, group: 'export', name: '导出利益冲突', keys: ['groupId'], unchanged: READS },
  exportExperts: { group: 'export', name: '导出专家库', about: () => '专家库', unchanged: READS },
  downloadBatchDocument: {
    ...ofBatch,
    group: 'export',
    name: '下载公布名单或评审结果报告',
    unchanged: READS,
  },
  downloadScoreWord: { ...ofBatch, group: 'export', name: '下载评分汇总 Word', unchanged: READS },
  createAssessVersion: { ...catalogue, name: '建立体系新版本' },
  saveAssessVersion: { ...catalogue, name: '修改体系版本' },
  publishAssessVersion: { ...catalogue, name: '发布体系版本' },
}
