import type { Project, ReviewRecord, ReviewTask } from '@xinchu/sdk'
import { example } from '@xinchu/testing'
import { on } from './network.ts'

/** Tasks of the queue: three projects, the oldest first. */
export const tasks: readonly ReviewTask[] = ['高沙窝', '惠安堡', '青山乡'].map((name, index) => ({
  entity: 'PROJECT',
  entityId: 1001 + index,
  version: 4,
  title: `盐池县${name}100MW/200MWh储能电站`,
  code: `ES6420260017${index}`,
  orgName: '盐池一号储能有限公司',
  place: '宁夏 吴忠市 盐池县',
  ratedPower: 100,
  ratedEnergy: 200,
  status: '1',
  statusLabel: '待县级审核',
  waitingSince: '2026-03-01 09:24:00',
  waitingDays: 12 - index,
  submissionNo: 1,
  warningCount: 0,
  remarkCount: 0,
  answeredCount: 0,
  changeCount: 0,
}))

const goals: ReviewRecord['goals'] = [
  {
    action: 'PASS',
    target: 'province',
    text: '通过后送吴忠市能源主管部门',
    office: '吴忠市能源主管部门',
    needsOpinion: false,
  },
  {
    action: 'RETURN',
    target: 'province',
    text: '退回后回到盐池一号储能有限公司',
    office: '盐池一号储能有限公司',
    needsOpinion: true,
  },
]

/** The review of a task of the queue. */
export function recordOf(id: number, change: Partial<ReviewRecord> = {}): ReviewRecord {
  const task = tasks.find(({ entityId }) => entityId === id) ?? tasks[0]
  if (!task) throw new Error('the queue of the tests is empty')
  return {
    task,
    submissions: [{ no: 1, time: '2026-03-01 09:24:00', orgName: task.orgName ?? '', userName: '李工' }],
    steps: [
      { name: '企业', state: 'DONE', orgName: task.orgName ?? '', time: '2026-03-01 09:24:00' },
      { name: '县', state: 'CURRENT', orgName: '盐池县能源主管部门', time: '2026-03-01 09:24:00' },
      { name: '市', state: 'NEXT', orgName: '吴忠市能源主管部门' },
    ],
    goals,
    warnings: [],
    completeness: { filled: 41, required: 41 },
    remarks: [],
    ...change,
  }
}

export type Remark = ReviewRecord['remarks'][number]

export const remarkOf = (id: number, change: Partial<Remark> = {}): Remark => ({
  id,
  entity: 'PROJECT',
  entityId: 1001,
  entityName: tasks[0]?.title ?? '',
  field: 'ratedEnergy',
  fieldLabel: '额定能量',
  value: '240 MWh',
  currentValue: '200 MWh',
  changed: true,
  text: '备案证为 200 MWh，请核对',
  origin: 'PERSON',
  level: 5,
  status: '1',
  statusLabel: '已答复',
  raisedBy: '盐池县能源主管部门 王科',
  raisedAt: '2026-02-20 10:41:00',
  answer: '已按备案证改正',
  answeredBy: '李工',
  answeredAt: '2026-02-21 15:06:00',
  submissionNo: 1,
  notes: [],
  closable: true,
  ...change,
})

const project = (id: number): Project => ({
  ...example('getEsProject'),
  id,
  projectName: tasks.find(({ entityId }) => entityId === id)?.title ?? '',
})

/** Answers what the desk reads. Later answers of a test replace these. */
export function answerDesk(records: Readonly<Record<number, Partial<ReviewRecord>>> = {}): void {
  on('listReviewTasks', ({ query }) => ({
    content: query.size === 1 ? [] : [...tasks],
    totalElements: tasks.length,
    waiting: tasks.length,
    others: [],
    kinds: [{ entity: 'PROJECT' as const, label: '项目', count: tasks.length }],
    doneToday: 6,
  }))
  on('getReviewRecord', ({ query }) => recordOf(query.entityId, records[query.entityId]))
  on('getReviewChanges', { basis: 'NONE', changes: [] })
  on('getEsProject', ({ path }) => project(path.id))
  on('listReviewPhrases', ['情况属实，同意上报', '请按备案证核对'])
  on('listFillTimes', [])
  on('saveReviewDraft', ({ body }) => ({ ...body, savedAt: '2026-03-01 10:32:00' }))
}
