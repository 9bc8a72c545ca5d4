import type { Actions } from './action.ts'

const READS = '只读'

const VERBS = {
  SAVE: '保存',
  SUBMIT: '提交',
  WITHDRAW: '撤回',
  PASS: '通过',
  RETURN: '退回',
  CONFIRM: '确认',
  REOPEN: '重新开放',
}
const namesFor = (what: string) =>
  Object.fromEntries(Object.entries(VERBS).map(([action, verb]) => [action, `${verb}${what}`]))

/** Provincial demonstration projects and work reports. */
export const provincialActions: Actions = {
  createProvincialDemo: {
    group: 'provincial',
    name: '新增省级示范项目',
    kind: 'PROV_DEMO',
    created: ['id'],
    by: { field: 'action', names: { SAVE: '新增省级示范项目', SUBMIT: '新增并提交省级示范项目' } },
  },
  updateProvincialDemo: {
    group: 'provincial',
    name: '修改省级示范项目',
    kind: 'PROV_DEMO',
    keys: ['id', 'ids'],
    by: { field: 'action', names: namesFor('省级示范项目') },
  },
  deleteProvincialDemos: { group: 'provincial', name: '删除省级示范项目', kind: 'PROV_DEMO', keys: [''] },
  restoreProvincialDemos: { group: 'provincial', name: '恢复省级示范项目', kind: 'PROV_DEMO', keys: ['ids'] },
  downloadProvincialDemos: {
    group: 'export',
    name: '导出省级示范项目清单',
    about: () => '省级示范项目清单',
    unchanged: READS,
  },
  saveWorkReport: {
    group: 'provincial',
    name: '填报省级工作报告',
    kind: 'WORK_REPORT',
    keys: ['id'],
    created: ['id'],
    by: { field: 'action', names: namesFor('省级工作报告') },
  },
  exportWorkReports: {
    group: 'export',
    name: '导出省级工作报告列表',
    about: () => '省级工作报告列表',
    unchanged: READS,
  },
  remindWorkReports: {
    group: 'message',
    name: '催报省级工作报告',
    about: () => '省级工作报告',
    unchanged: '只发送消息',
  },
  downloadWorkReportWord: {
    group: 'export',
    name: '下载工作报告 Word',
    kind: 'WORK_REPORT',
    keys: ['id'],
    unchanged: READS,
  },
}
