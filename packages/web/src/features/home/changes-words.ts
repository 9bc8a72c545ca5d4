import type { EventKind, HomeChanges } from '@xinchu/sdk'

const SUBJECTS: Readonly<Record<string, string>> = {
  project: '项目',
  usage: '季度使用情况',
  yearCalc: '年度测算',
  demo: '示范项目申报',
  progress: '示范项目进展',
  annual: '示范项目年度报告',
  provincialDemo: '省级示范项目',
  workReport: '省级工作报告',
  period: '正式统计期',
}

const VERBS: Readonly<Record<string, string>> = {
  created: '新建',
  changed: '修改',
  imported: '批量导入',
  deleted: '删除',
  restored: '恢复',
  submitted: '提交',
  passed: '通过',
  returned: '退回',
  withdrawn: '撤回',
  reopened: '退回重报',
  signedIn: '签收',
  confirmed: '确认',
  undone: '撤销办理',
  moved: '随区划调整',
  stored: '入库',
  published: '正式公布',
  revised: '修订',
  accepted: '形审通过',
  assigned: '分配专家',
  primaryPassed: '初评通过',
  primaryFailed: '初评未通过',
  excellentPassed: '优选通过',
  excellentFailed: '优选未通过',
  publicised: '公示',
  announced: '公布',
  cancelled: '取消',
  quit: '退出',
}

const partsOf = (kind: EventKind) => {
  const [subject = '', verb = ''] = kind.split('.')
  return { subject, verb }
}

/** Name of what happened, such as 退回. */
export const verbOf = (kind: EventKind): string | undefined => VERBS[partsOf(kind).verb]

export interface ChangesOfSubject {
  subject: string
  name: string
  steps: readonly { name: string; records: number }[]
}

/** Changes by kind of record, in the order of the flow's subjects, the most frequent step first. */
export function bySubject({ changes }: HomeChanges): ChangesOfSubject[] {
  return Object.entries(SUBJECTS).flatMap(([subject, name]) => {
    const steps = changes
      .filter(({ kind }) => partsOf(kind).subject === subject)
      .toSorted((a, b) => b.records - a.records)
      .map(({ kind, records }) => ({ name: verbOf(kind) ?? kind, records }))
    return steps.length > 0 ? [{ subject, name, steps }] : []
  })
}
