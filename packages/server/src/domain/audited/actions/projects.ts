import { REVIEWED_KINDS } from '@xinchu/validators'
import { sql } from 'kysely'
import { type Asked, at, idsAsked, idsReplied, valueAsked } from '../../audit-log/asked.ts'
import type { RecordKind } from '../../audit-log/kinds.ts'
import type { Wanted } from '../../audit-log/recorded.ts'
import { reportIds } from '../../general-items/usage-rows.ts'
import { KINDS } from '../kinds.ts'
import type { Action, Actions } from './action.ts'

const READS = '只读'

const isKind = (value: unknown): value is RecordKind =>
  typeof value === 'string' && Object.hasOwn(KINDS, value)

/** The records of a review: `entity`, and `entityId` or the ids of `items`. */
function reviewed(asked: Asked): Wanted[] {
  const kind = valueAsked(asked, 'entity')
  return isKind(kind)
    ? [{ kind, where: sql`r.id = any(${idsAsked(asked, ['entityId', 'items.id'])}::bigint[])` }]
    : []
}

/** The records that remarks are about. */
const ofRemarks =
  (path: string) =>
  (asked: Asked): Wanted[] => {
    const ids = idsAsked(asked, [path])
    return REVIEWED_KINDS.map((kind) => ({
      kind,
      where: sql`r.id in (select m.entity_id from review_remark m where m.entity = ${kind} and m.id = any(${ids}::bigint[]))`,
    }))
  }

/** The records of a step that can be undone. */
function undone(asked: Asked): Wanted[] {
  const id = valueAsked(asked, 'undoId')
  return REVIEWED_KINDS.map((kind) => ({
    kind,
    where: sql`r.id = any(array(select (x->>'id')::bigint from review_undo u, jsonb_array_elements(u.records) x
      where u.id::text = ${String(id)} and u.entity = ${kind}))`,
  }))
}

/** Forms of a period, by their ids or by what they are about. */
function generalItems(asked: Asked): Wanted[] {
  const items = [valueAsked(asked, 'items')].flat()
  const usage = items.flatMap((item) => {
    const form = at(item, 'usage')
    const [projectId, year, quarter] = [at(form, 'projectId'), at(form, 'year'), at(form, 'quarter')]
    const isKey = typeof projectId === 'number' && typeof year === 'number' && typeof quarter === 'number'
    return isKey ? [{ projectId, year, quarter }] : []
  })
  const ids = (type: string) =>
    idsAsked({ ...asked, body: items.filter((item) => at(item, 'itemType') === type) }, ['id'])
  const saved = idsReplied(asked, 'saved.id')
  const calc = items.flatMap((item) => {
    const form = at(item, 'yearCalc')
    const key = [at(form, 'scopeType'), at(form, 'scopeId'), at(form, 'year')]
    return key.some((part) => part === undefined) ? [] : [key.join('/')]
  })
  return [
    {
      kind: 'USAGE',
      where: sql`r.id = any(${ids('USAGE')}::bigint[] || array(${reportIds(usage)}))`,
    },
    {
      kind: 'YEARCALC',
      where: sql`(r.id = any(${[...ids('YEARCALC'), ...(calc.length > 0 ? saved : [])]}::bigint[])
        or r.scope_type || '/' || r.scope_id || '/' || r.year = any(${calc}::text[]))`,
    },
  ]
}

const period = (asked: Asked) => {
  const [year, quarter] = [valueAsked(asked, 'year'), valueAsked(asked, 'quarter')]
  return year === undefined
    ? undefined
    : `${String(year)}年${quarter === undefined ? '' : `第${String(quarter)}季度`}`
}

const project = { kind: 'PROJECT', group: 'project' } as const
const review = { group: 'review' } as const
/** Both projects of the appeal that a call names. */
const ofAppeal = (asked: Asked): Wanted[] => [
  {
    kind: 'PROJECT',
    where: sql`r.id = any(array(select unnest(array[a.project_id, a.other_id]) from repeat_appeal a
      where a.id = any(${idsAsked(asked, ['id'])}::bigint[])))`,
  },
]

const batch = { kind: 'IMPORT', group: 'import' } as const

/** An act on official data. Its entry holds the seals that it makes; the data itself is kept by edition. */
const sealing: Pick<Action, 'kind' | 'find'> = {
  kind: 'WAREHOUSE',
  find: () => [{ kind: 'WAREHOUSE', where: sql<boolean>`r.sealed_at = now()` }],
}

/** Projects, their forms, reviews, imports and the warehouse. */
export const projectActions: Actions = {
  createEsProject: { ...project, name: '新建项目', created: ['id'] },
  updateEsProject: { ...project, name: '修改项目', keys: ['id'] },
  deleteEsProjects: { ...project, name: '删除项目草稿', keys: [''] },
  restoreEsProjects: { ...project, name: '恢复项目草稿', keys: ['ids'] },
  submitProject: {
    ...project,
    group: 'review',
    name: '项目流转',
    keys: ['ids'],
    by: {
      field: 'action',
      names: {
        SUBMIT: '提交项目',
        PASS: '通过项目',
        RETURN: '退回项目',
        WITHDRAW: '撤回项目',
        REOPEN: '重新开放项目',
      },
    },
  },
  readProject: { ...project, group: 'review', name: '签收项目', keys: ['ids'] },
  checkProjectRepeat: {
    ...project,
    group: 'review',
    name: '查重',
    by: { field: 'decision', names: { '2': '判定项目重复', '3': '判定项目不重复' } },
    find: (asked) => [
      {
        kind: 'PROJECT',
        where: sql`r.id = any(${idsAsked(asked, ['keptId'])}::bigint[] || array(
          select unnest(array[d.newer_id, d.older_id]) from project_duplicate d
          where d.id = any(${idsAsked(asked, ['pairIds'])}::bigint[])))`,
      },
    ],
  },
  createRepeatAppeal: { ...project, name: '申请重复判定', keys: ['projectId', 'otherId'] },
  withdrawRepeatAppeal: { ...project, name: '撤回重复判定申请', find: ofAppeal },
  decideRepeatAppeal: {
    ...project,
    group: 'review',
    name: '判定重复申请',
    by: { field: 'verdict', names: { DISTINCT: '判定不是同一项目', SAME: '判定为同一项目' } },
    find: ofAppeal,
  },
  saveGeneralItems: {
    group: 'project',
    name: '填报通用填报项',
    by: {
      field: 'action',
      names: {
        SAVE: '保存填报项',
        SUBMIT: '提交填报项',
        PASS: '通过填报项',
        RETURN: '退回填报项',
        WITHDRAW: '撤回填报项',
        CONFIRM: '确认填报项',
        REOPEN: '重新开放填报项',
      },
    },
    kind: 'USAGE',
    find: generalItems,
  },
  confirmUsageOutlier: {
    group: 'review',
    name: '复核报送值',
    by: { field: 'confirmed', names: { true: '确认报送值属实', false: '取消报送值的确认' } },
    find: (asked) => [{ kind: 'USAGE', where: sql`r.id = any(${idsAsked(asked, ['itemId'])}::bigint[])` }],
    why: 'reason',
    unchanged: '不改变填报内容',
  },
  remindUsageReporters: {
    group: 'message',
    name: '催报季度使用情况',
    about: period,
    plans: (asked) => valueAsked(asked, 'dryRun') === true,
    unchanged: '只发送消息',
  },
  syncWarehousingData: {
    group: 'warehouse',
    name: '同步入库',
    ...sealing,
    about: period,
    plans: (asked) => valueAsked(asked, 'dryRun') === true,
  },
  undoWarehouseSync: {
    group: 'warehouse',
    name: '撤销入库',
    about: (asked) => `任务 ${String(valueAsked(asked, 'id'))}`,
    unchanged: '尚未写入任何数据',
  },
  publishPeriod: {
    group: 'warehouse',
    name: '公布统计期次',
    ...sealing,
    about: period,
  },
  withdrawRevision: {
    group: 'warehouse',
    name: '撤回统计修订',
    ...sealing,
    about: (asked) => {
      const batch = valueAsked(asked, 'batch')
      return batch === undefined ? undefined : String(batch)
    },
    why: 'reason',
    plans: (asked) => valueAsked(asked, 'dryRun') === true,
  },
  answerReviewRemarks: { ...review, name: '答复审核意见', find: ofRemarks('items.id') },
  closeReviewRemarks: { ...review, name: '关闭审核意见', find: ofRemarks('') },
  saveReviewDraft: { ...review, name: '保存办理草稿', find: reviewed, unchanged: '草稿不改变记录' },
  decideReviews: {
    ...review,
    name: '批量办理示范项目报告',
    by: {
      field: 'action',
      names: {
        PASS: '通过示范项目报告',
        RETURN: '退回示范项目报告',
        CONFIRM: '确认示范项目报告',
        REOPEN: '重新开放示范项目报告',
      },
    },
    find: reviewed,
  },
  undoReview: { ...review, name: '撤销办理', find: undone },
  importProjects: { ...batch, name: '上传导入文件', created: ['id'] },
  correctImportRows: { ...batch, name: '更正导入行', keys: ['id'] },
  commitImportBatch: { ...batch, name: '写入导入数据', keys: ['id'] },
  confirmImportReading: { ...batch, name: '确认导入文件的列', keys: ['id'] },
  deleteImportReading: {
    ...batch,
    name: '删除保存的列对应关系',
    keys: ['id'],
    unchanged: '只删除本单位保存的对应关系',
  },
  cancelImportBatch: { ...batch, name: '取消导入', keys: ['id'] },
  downloadImportErrors: { ...batch, group: 'export', name: '导出导入错误', keys: ['id'], unchanged: READS },
  revealProjectContact: {
    ...project,
    group: 'privacy',
    name: '查看项目联系人全部信息',
    shows: '联系人姓名、手机号、电子邮箱',
    keys: ['id'],
    unchanged: READS,
  },
  downloadProjectTemplate: {
    group: 'export',
    name: '下载导入模板',
    about: () => '项目导入模板',
    unchanged: READS,
  },
  downloadProjectPdf: { ...project, group: 'export', name: '下载项目报送表', keys: ['id'], unchanged: READS },
  downloadProjects: { ...project, group: 'export', name: '导出项目', keys: ['ids'], unchanged: READS },
  exportRecordProjectList: { group: 'export', name: '导出入库项目台账', about: period, unchanged: READS },
  downloadBulletin: { group: 'export', name: '下载季度通报', about: period, unchanged: READS },
  downloadOpenData: { group: 'export', name: '下载期次数据', about: period, unchanged: READS },
  exportMapData: { group: 'export', name: '导出规模布局数据', about: period, unchanged: READS },
}
