import { deptKinds } from '@xinchu/contract/rights'
import type { Code, ValuesOf } from '../../src/domain/messages/catalogue.ts'

/** A message of an entry: who gets it, and what it says. */
export interface Example<C extends Code> {
  /** Accounts of the offices, or themselves, that are told. */
  to: readonly string[]
  by: 'offices' | 'users' | 'kinds' | 'regions'
  kinds?: readonly (typeof deptKinds)[keyof typeof deptKinds][]
  values: ValuesOf<C>
}

const AUTHORITIES = ['county_yc', 'city_wz', 'province_nx'] as const
const AUTHORS = ['enterprise_yc', ...AUTHORITIES] as const
/** Offices of each kind that reads official figures. */
const READERS = [
  'query',
  'region_xb',
  'province_nx',
  'city_wz',
  'county_yc',
  'group_spic',
  'query_nx',
] as const
const RECOMMENDERS = ['province_nx', 'group_spic'] as const
const DECIDERS = [...AUTHORITIES, 'nation'] as const

const offices = <C extends Code>(to: readonly string[], values: ValuesOf<C>): Example<C> => ({
  to,
  by: 'offices',
  values,
})
const users = <C extends Code>(to: readonly string[], values: ValuesOf<C>): Example<C> => ({
  to,
  by: 'users',
  values,
})
const platform = <C extends Code>(values: ValuesOf<C>): Example<C> => ({
  to: ['platform'],
  by: 'kinds',
  kinds: [deptKinds.platform],
  values,
})

const operators = <C extends Code>(values: ValuesOf<C>): Example<C> => ({
  to: ['platform', 'nation'],
  by: 'users',
  values,
})

const objection = { id: 7, project: '一号储能', due: '2026-12-02 23:59:59' }
const announced = { batchYear: 2026, batchNo: 1, no: '国家能源局公告2026年第2号', date: '2026-12-04' }
const returned = { id: 7, name: '一号储能', office: '盐池县能源主管部门', opinion: '请核对建设规模' }
const together = {
  kind: 'PROJECT',
  names: ['一号储能', '二号储能'],
  count: 2,
  office: '盐池县能源主管部门',
} as const
const aProject = { kind: 'PROJECT', purpose: 'read' } as const
const projects = { kind: 'PROJECT', purpose: 'list' } as const
const usageForm = { kind: 'USAGE', purpose: 'write' } as const
const ofPilots = { kind: 'DEMO', target: { kind: 'DEMO', purpose: 'list' } } as const
const ofReports = {
  kind: 'USAGE',
  target: { kind: 'DESK', purpose: 'list', search: { kind: 'usage' } },
} as const
const quarter = { year: 2026, quarter: 3 } as const
const due = { ...quarter, deadline: '2026-10-20 18:00:00', isOver: false }
const workReport = { year: 2026, reportType: 'Q3' }
const pair = { one: '一号储能', two: '二号储能' }
const progress = { report: '2026年第3季度进展', search: { project: 7, quarter: '2026-3' } }
const annual = { report: '2026年度报告', search: { project: 7, year: 2026 } }

/** Every entry with each of its kinds of recipients. */
export const examples: { readonly [C in Code]: readonly Example<C>[] } = {
  'project.returned': [offices(AUTHORS, returned)],
  'record.moved': [
    offices(AUTHORS, { ...together, target: aProject, id: 7, count: 1, verb: '通过', state: '待市级审核' }),
    offices(AUTHORS, {
      ...{ ...together, target: projects, verb: '上报国家', state: '待国家审核' },
      next: '由国家能源主管部门办理（第 5/6 步）',
    }),
    offices(AUTHORS, {
      ...together,
      kind: 'USAGE',
      target: usageForm,
      verb: '通过',
      state: '省级或央企审核通过',
    }),
    offices(['province_nx', 'corps'], { ...together, ...ofReports, verb: '确认', state: '已确认' }),
    offices(['enterprise_yc', ...RECOMMENDERS], {
      ...together,
      ...ofPilots,
      verb: '形审通过',
      state: '待分组',
    }),
  ],
  'record.todo': [
    offices([...DECIDERS, 'group_spic'], { ...together, ...ofReports, verb: '提交' }),
    offices(['nation'], { ...together, ...ofReports, office: undefined, verb: '推荐' }),
  ],
  'record.voided': [
    offices(AUTHORITIES, { ...together, target: projects }),
    offices(['city_wz', 'province_nx'], { ...together, kind: 'YEARCALC', target: ofReports.target }),
  ],
  'record.withdrawn': [
    offices(AUTHORITIES, { ...together, target: projects }),
    offices(DECIDERS, { ...together, ...ofReports }),
  ],
  'project.stored': [offices(AUTHORS, { ...together, target: projects, period: '2026年第3季度' })],
  'project.unstored': [offices(AUTHORS, { ...together, target: projects, batch: '2026Q3-02' })],
  'usage.returned': [
    offices(AUTHORS, { ...returned, ...quarter, purpose: 'write' }),
    offices(['province_nx'], { ...returned, ...quarter, purpose: 'review' }),
  ],
  'year-calc.returned': [
    offices(AUTHORS, { ...returned, year: 2026, purpose: 'write' }),
    offices(['city_wz', 'province_nx'], { ...returned, year: 2026, purpose: 'review' }),
  ],
  'demo.returned': [offices(['enterprise_yc'], { ...returned, dueDate: '2026-12-01' })],
  'demo.returned.notice': [offices(RECOMMENDERS, { ...returned, dueDate: undefined })],
  'progress.returned': [
    offices(['enterprise_yc'], { ...returned, ...progress, purpose: 'write' }),
    offices(RECOMMENDERS, { ...returned, ...progress, purpose: 'review' }),
  ],
  'annual.returned': [
    offices(['enterprise_yc'], { ...returned, ...annual, purpose: 'write' }),
    offices(RECOMMENDERS, { ...returned, ...annual, purpose: 'review' }),
  ],
  'provincial-demo.returned': [offices(['province_nx', 'corps'], { ...returned, search: {} })],
  'work-report.returned': [offices(['province_nx', 'corps'], { ...returned, search: workReport })],
  'remarks.due': [offices(['enterprise_yc'], { returned: '项目被退回：一号储能', remarks: 2 })],
  'usage.due': [offices(AUTHORS, due)],
  'usage.review-due': [offices(['province_nx', 'corps'], { ...due, isOver: true })],
  'work-report.due': [
    offices(['province_nx', 'corps'], {
      ...workReport,
      period: '2026年三季度',
      deadline: undefined,
      office: '国家能源主管部门',
    }),
  ],
  'demo-report.due': [
    offices(['enterprise_yc'], {
      ...{ kind: 'PROGRESS', year: 2026, quarter: 3, names: ['一号示范项目'] },
      ...{ deadline: '2026-12-31 23:59:59', office: '宁夏回族自治区能源主管部门' },
    }),
  ],
  'demo-report.review-due': [
    offices(['province_nx', 'group_spic'], {
      ...{ kind: 'ANNUAL', year: 2025, names: ['一号示范项目'], office: '国家能源主管部门' },
    }),
  ],
  'registration.todo': [offices(['county_yc', 'platform'], { names: ['甲公司', '乙公司'], count: 2 })],
  'registration.due': [offices(['county_yc'], { count: 3, oldest: '2026-11-01 08:00:00' })],
  'window.extended': [
    offices(['enterprise_yc', 'province_nx'], {
      window: '2026年三季度使用情况',
      from: '2026-10-01 00:00:00',
      until: '2026-11-01 00:00:00',
      reason: '电力抢修',
    }),
  ],
  'review.assigned': [users(['expert'], { deadline: '2026-12-01 18:00:00' })],
  'review.reassigned': [users(['expert'], { projects: 2 })],
  'review.extended': [users(['expert'], { projects: 2, deadline: '2026-12-01 18:00:00' })],
  'review.due': [users(['expert'], {})],
  'review.recused': [platform({ project: '一号储能' })],
  'review.conflict': [platform({ group: '第一组', tasks: 2 })],
  'official.differs': [
    users(['admin', 'nation'], { problems: ['2025年第4季度：宁夏的项目数据与封存时不符'] }),
  ],
  'warehouse.stored': [
    users(['nation'], {
      ...{ period: '2026年第3季度', added: 2, changed: 1, removed: 0 },
      revised: ['2024年第4季度', '2025年第4季度'],
    }),
    users(['admin'], { period: '2026年第3季度', added: 2, changed: 0, removed: 0, revised: [] }),
  ],
  'warehouse.failed': [
    users(['nation', 'admin'], {
      period: '2026年第3季度',
      message: '核对之后又有 3 件变动，请重新核对',
    }),
  ],
  'period.published': [offices(READERS, { year: 2025, quarter: 4, batch: '2025Q4-01', earlier: 3 })],
  'period.revised': [
    offices(READERS, {
      ...{ year: 2025, quarter: 4, periods: ['2025年第4季度'] },
      texts: ['2025年第4季度：修订记录：2026-11-30 批次 2025Q4-02，全国在运项目 3 → 4 个；原因：补录。'],
    }),
  ],
  'objection.received': [operators(objection)],
  'objection.forwarded': [offices(RECOMMENDERS, objection)],
  'objection.returned': [offices(RECOMMENDERS, { ...objection, opinion: '请附变更备案的文件' })],
  'objection.told': [
    offices(['enterprise_yc'], {
      ...{ id: 7, project: '一号储能', projectId: 9 },
      ...{ text: '反映备案主体不一致', recommender: '宁夏回族自治区发展和改革委员会' },
    }),
  ],
  'objection.verified': [operators(objection)],
  'objection.withdrawn': [
    operators({ id: 7, project: '一号储能', projectId: 9 }),
    offices(['enterprise_yc', ...RECOMMENDERS], { id: 7, project: '一号储能', projectId: 9 }),
  ],
  'objection.due': [
    operators({ id: 7, project: '一号储能', late: 0 }),
    offices(RECOMMENDERS, { id: 7, project: '一号储能', late: 2 }),
  ],
  'objection.answered': [
    offices(['enterprise_yc', ...RECOMMENDERS], {
      ...{ id: 7, project: '一号储能', projectId: 9 },
      ...{ conclusion: '不成立', answer: '经核实，所提异议不成立' },
    }),
  ],
  'pilot.announced': [
    offices(['enterprise_yc'], { ...announced, id: 7, project: '一号储能', year: 2027, quarter: 1 }),
  ],
  'pilot.left': [
    offices(['enterprise_yc', ...RECOMMENDERS], {
      id: 7,
      project: '一号储能',
      action: 'QUIT',
      reason: '企业申请退出',
    }),
    platform({ id: 7, project: '一号储能', action: 'CANCEL', reason: '备案主体与申报单位不一致' }),
  ],
  'batch.announced': [
    offices(RECOMMENDERS, { ...announced, projects: 5, own: 2 }),
    platform({ ...announced, projects: 5 }),
  ],
  'batch.announced.expert': [users(['expert'], { ...announced, projects: 5 })],
  'appeal.opened.other': [offices(AUTHORS, { name: '一号储能', number: '备案文号' })],
  'appeal.opened': [offices(DECIDERS, { ...pair, number: '备案文号' })],
  'appeal.due': [offices(DECIDERS, { ...pair, days: 5 })],
  'appeal.ended': [
    offices(AUTHORS, { ...pair, end: 'SAME', opinion: '同一项目' }),
    offices(DECIDERS, { ...pair, end: 'WITHDRAWN', opinion: null }),
  ],
  'second-factor.cleared': [users(['expert', 'policy_edit', 'nation'], { reason: '手机遗失' })],
  'webhook.stopped': [users(['province_nx'], { url: 'https://a.example/in', reason: '对方回复 410' })],
}
