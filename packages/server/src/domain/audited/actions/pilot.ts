import { type RawBuilder, sql } from 'kysely'
import { type Asked, at, idsAsked, valueAsked } from '../../audit-log/asked.ts'
import type { Wanted } from '../../audit-log/recorded.ts'
import type { Actions } from './action.ts'
import { ofBatch } from './batch.ts'

const READS = '只读'
const demo = { kind: 'DEMO', group: 'demo' } as const
const byId = { ...demo, keys: ['id'] }
const byProject = { ...demo, keys: ['projectId'] }
/** Calls of the public, of which neither person nor content is recorded. */
const byPublic = { group: 'demo', about: () => '公示异议', unchanged: '不记异议人与所写内容' } as const
/** SQL condition: a report `r` is of the period that a call names. */
type Period = (asked: Asked) => RawBuilder<boolean>

const yearIn = ({ body }: Asked) => sql`${at(body, 'year') ?? null}::int`
const ofYear: Period = (asked) => sql<boolean>`r.year = ${yearIn(asked)}`
const ofQuarter: Period = (asked) =>
  sql<boolean>`${ofYear(asked)} and r.quarter = ${valueAsked(asked, 'quarter') ?? null}::int`
/** The values of a stage, in a year or in any. */
const ofStage: Period = (asked) =>
  sql<boolean>`r.year is not distinct from coalesce(${yearIn(asked)}, r.year)
    and r.stage = ${valueAsked(asked, 'stage') ?? null}`

/** A report of a demonstration project, by its id or by its period. */
const reportOf =
  (kind: Wanted['kind'], ofPeriod: Period, keys: readonly string[] = ['id']) =>
  (asked: Asked): Wanted[] => [
    {
      kind,
      where: sql`(r.id = any(${idsAsked(asked, keys)}::bigint[])
        or r.demo_project_id = any(${idsAsked(asked, ['demoProjectId'])}::bigint[]) and ${ofPeriod(asked)})`,
    },
  ]

/** Demonstration projects, their materials and reports. */
export const pilotActions: Actions = {
  createDemoProject: { ...demo, name: '新建示范项目', created: ['', 'id'] },
  updateDemoProject: { ...byId, name: '修改示范项目' },
  deleteDemoProjects: { ...demo, name: '删除示范项目草稿', keys: [''] },
  restoreDemoProjects: { ...demo, name: '恢复示范项目草稿', keys: ['ids'] },
  saveDemoApplication: { ...byProject, name: '保存申报书' },
  saveDemoImplementation: { ...byProject, name: '保存实施方案' },
  saveDemoBrief: { ...byProject, name: '保存项目简介' },
  copyDemoParts: { ...byProject, name: '从往批申报复制' },
  uploadDemoFile: {
    group: 'file',
    name: '上传申报附件',
    kind: 'FILE',
    created: ['id'],
    unchanged: '新文件，无前值',
  },
  getDemoSubmitStatus: { ...demo, name: '查看各部分完成情况', keys: ['projectIds'], unchanged: READS },
  updateDemoStatuses: {
    ...demo,
    group: 'review',
    name: '示范项目流转',
    keys: ['ids'],
    by: {
      field: 'action',
      names: {
        SUBMIT: '提交示范项目',
        PASS: '通过示范项目',
        RETURN: '退回示范项目',
        WITHDRAW: '撤回示范项目',
        READ: '签收示范项目',
        ACCEPT: '受理示范项目',
        PRIMARY_PASS: '初评通过',
        PRIMARY_FAIL: '初评不通过',
        EXCELLENT_PASS: '优选通过',
        EXCELLENT_FAIL: '优选不通过',
        ANNOUNCE: '公布示范项目',
        CANCEL: '取消示范项目',
        QUIT: '示范项目退出',
        REOPEN: '重新开放示范项目',
      },
    },
  },
  judgeFormalCheck: {
    ...byProject,
    group: 'review',
    name: '判定形式审查要点',
    unchanged: '判定记在审查要点中',
  },
  setRecommendOrder: { ...demo, name: '调整推荐次序', keys: ['ids'] },
  setRecommendQuotas: { ...ofBatch, group: 'demo', name: '设置推荐名额', unchanged: '名额按批次整体保存' },
  adjustReviewResult: { ...byProject, group: 'expert', name: '调整优选结果' },
  setPublicity: { ...ofBatch, group: 'demo', name: '设置公示期', unchanged: '公示期属于批次，不是单个记录' },
  sendObjectionCode: { ...byPublic, name: '获取异议短信验证码' },
  openObjection: { ...byPublic, name: '核对异议人手机' },
  uploadObjectionEvidence: { ...byPublic, name: '上传异议证明材料' },
  fileObjection: { ...byPublic, name: '提出异议' },
  getFiledObjection: { ...byPublic, name: '查询异议' },
  withdrawObjection: { ...byPublic, name: '撤回异议' },
  renewObjectionCode: { ...byPublic, name: '重取异议查询码' },
  registerPaperObjection: { group: 'demo', name: '登记书面异议', kind: 'OBJECTION', created: ['id'] },
  stepObjection: {
    group: 'demo',
    name: '办理异议',
    kind: 'OBJECTION',
    keys: ['id'],
    by: {
      field: 'action',
      names: {
        FORWARD: '转办异议',
        VERIFY: '核实异议',
        RETURN: '退回异议重核',
        ANSWER: '答复异议',
        DECLINE: '不予受理异议',
      },
    },
  },
  revealObjector: {
    group: 'privacy',
    name: '查看异议人',
    kind: 'OBJECTION',
    shows: '异议人',
    keys: ['id'],
    unchanged: READS,
  },
  downloadDemoWord: {
    ...byId,
    group: 'export',
    name: '下载申报材料 Word',
    keys: ['id', 'projectId'],
    unchanged: READS,
  },
  downloadDemoPdf: {
    ...byId,
    group: 'export',
    name: '下载申报材料 PDF',
    keys: ['id', 'projectId'],
    unchanged: READS,
  },
  downloadDemoFile: {
    group: 'export',
    name: '下载申报附件',
    kind: 'FILE',
    keys: ['id', 'fileId'],
    unchanged: READS,
  },
  saveIndexValue: {
    group: 'report',
    name: '填报指标值',
    kind: 'INDEX_VALUE',
    find: reportOf('INDEX_VALUE', ofStage, []),
  },
  saveProgressSubmission: {
    group: 'report',
    name: '填报进展',
    by: {
      field: 'action',
      names: {
        SAVE: '保存进展',
        SUBMIT: '提交进展',
        WITHDRAW: '撤回进展',
        PASS: '通过进展',
        RETURN: '退回进展',
        CONFIRM: '确认进展',
        REOPEN: '重新开放进展',
      },
    },
    kind: 'PROGRESS',
    find: reportOf('PROGRESS', ofQuarter),
  },
  saveAnnualReport: {
    group: 'report',
    name: '填报年度报告',
    by: {
      field: 'action',
      names: {
        SAVE: '保存年度报告',
        SUBMIT: '提交年度报告',
        WITHDRAW: '撤回年度报告',
        PASS: '通过年度报告',
        RETURN: '退回年度报告',
        CONFIRM: '确认年度报告',
        REOPEN: '重新开放年度报告',
      },
    },
    kind: 'ANNUAL',
    find: reportOf('ANNUAL', ofYear),
  },
  uploadAnnualReport: {
    group: 'file',
    name: '上传年度报告盖章件',
    kind: 'FILE',
    created: ['id'],
    unchanged: '新文件，无前值',
  },
  remindProgressReporters: {
    group: 'message',
    name: '催报示范项目进展',
    about: () => '示范项目进展',
    unchanged: '只发送消息',
  },
  remindAnnualReporters: {
    group: 'message',
    name: '催报示范项目年度报告',
    about: () => '示范项目年度报告',
    unchanged: '只发送消息',
  },
  exportDemoProjects: {
    group: 'export',
    name: '导出示范项目',
    about: () => '示范项目查询',
    unchanged: READS,
  },
  exportProgressOverview: {
    group: 'export',
    name: '导出进展报送总览',
    about: () => '进展报送总览',
    unchanged: READS,
  },
  exportAnnualOverview: {
    group: 'export',
    name: '导出年度报告总览',
    about: () => '年度报告总览',
    unchanged: READS,
  },
  downloadAnnualWord: {
    group: 'export',
    name: '下载年度报告 Word',
    kind: 'ANNUAL',
    keys: ['id'],
    unchanged: READS,
  },
  downloadAnnualPdf: {
    group: 'export',
    name: '下载年度报告 PDF',
    kind: 'ANNUAL',
    keys: ['id'],
    unchanged: READS,
  },
}
