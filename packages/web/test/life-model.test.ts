import { expect, test } from 'vitest'
import { lifeOf } from '../src/features/pilot-project/detail/life-model.ts'
import { phasesOf } from '../src/features/pilot-project/detail/phases.ts'

type Action = Parameters<typeof phasesOf>[0]['flow']['history'][number]['action']

const step = (action: Action, time: string, more: object = {}) => ({
  action,
  actionLabel: action,
  time,
  orgName: '宁夏',
  userName: '张三',
  deptId: 3 as const,
  toStatus: '1',
  ...more,
})
const issued = (kind: 'APPLICATION' | 'ANNUAL', submissionNo: number, year?: number) => ({
  kind,
  title: '申报书',
  submissionNo,
  pages: 42,
  size: 100,
  code: `${kind}${submissionNo}`,
  issuedAt: '2026-03-18 09:00:00',
  ...(year ? { year } : {}),
})
const project = {
  flow: {
    history: [
      step('SUBMIT', '2023-10-09 10:00:00'),
      step('RETURN', '2023-10-12 10:00:00', { opinion: '请补充' }),
      step('SUBMIT', '2023-10-20 10:00:00'),
    ],
  },
  implementation: {
    milestones: [
      { name: '开工', planDate: '2023-12-08', actualDate: '2023-12-08' },
      { name: '到货', planDate: '2024-03-25', actualDate: '2024-03-20' },
      { name: '投运', planDate: '2025-05-31', actualDate: '2025-07-30' },
      { name: '验收', planDate: '2025-08-31' },
    ],
  },
  documents: [issued('APPLICATION', 2), issued('ANNUAL', 1, 2025), issued('ANNUAL', 2, 2024)],
  life: [
    {
      kind: 'ANNUAL' as const,
      time: '2026-03-18 09:00:00',
      title: '2025年度报告',
      statusLabel: '已确认',
      link: '/demonstration/annual/index?project=1&year=2025',
    },
  ],
}

test('the events of a project come newest first, milestones among steps and reports', () => {
  expect(lifeOf(project).map(({ time, title }) => `${time.slice(0, 10)} ${title}`)).toEqual([
    '2026-03-18 2025年度报告',
    '2025-07-30 投运',
    '2024-03-20 到货',
    '2023-12-08 开工',
    '2023-10-20 SUBMIT',
    '2023-10-12 RETURN',
    '2023-10-09 SUBMIT',
  ])
})

test('milestones tell by how many days they were off their plan', () => {
  const milestones = lifeOf(project).filter(({ kind }) => kind === 'PROGRESS')
  expect(milestones.map(({ tag, text }) => `${tag} ${text}`)).toEqual([
    '里程碑 3/4 计划 2025-05-31，晚 60 天',
    '里程碑 2/4 计划 2024-03-25，早 5 天',
    '里程碑 1/4 计划 2023-12-08，按期',
  ])
})

test('a document stands at the submission that it was issued for', () => {
  const at = lifeOf(project).flatMap(({ time, documents }) =>
    documents.map(({ code }) => `${time.slice(0, 10)} ${code}`),
  )
  expect(at).toEqual(['2026-03-18 ANNUAL1', '2023-10-20 APPLICATION2'])
})

test('returns are of their own kind and keep the opinion', () => {
  expect(lifeOf(project).filter(({ kind }) => kind === 'RETURN')).toMatchObject([{ opinion: '请补充' }])
})

test('steps of the same second keep their order, the later one first', () => {
  const time = '2023-10-09 10:00:00'
  const events = lifeOf({ flow: { history: [step('SUBMIT', time), step('PASS', time)] } })
  expect(events.map(({ title }) => title)).toEqual(['PASS', 'SUBMIT'])
})

test('the phases of a project follow from its steps, the last one is open', () => {
  const phases = phasesOf({
    status: '1',
    createTime: '2023-10-01 10:00:00',
    flow: {
      status: '1',
      statusLabel: '待推荐',
      actions: [],
      history: [step('SUBMIT', '2023-10-09 10:00:00')],
    },
  })
  expect(phases[0]).toMatchObject({ title: '申报', days: 8 })
  expect(phases[1]).toMatchObject({ title: '推荐', from: '2023-10-09 10:00:00', to: undefined })
  expect(phases[2]?.from).toBeUndefined()
})

test.each([
  ['in the primary review', '8', 'PRIMARY_FAIL'],
  ['in the excellence review', '11', 'EXCELLENT_FAIL'],
] as const)('a project that failed %s ends with the announcement of its batch', (_where, status, action) => {
  const times = ['2023-10-09', '2023-10-12', '2023-10-20', '2023-12-01'].map((day) => `${day} 10:00:00`)
  const history = (['SUBMIT', 'PASS', 'ACCEPT', action] as const).map((each, at) =>
    step(each, times[at] ?? ''),
  )
  const project = {
    ...{ status, createTime: '2023-10-01 10:00:00' },
    flow: { status, statusLabel: '未通过', actions: [], history },
  }
  const lastOf = (announcedAt?: string) =>
    phasesOf(announcedAt === undefined ? project : { ...project, announcedAt }).at(-1)
  expect(lastOf()).toMatchObject({ title: '公示', from: '2023-12-01 10:00:00', to: undefined })
  expect(lastOf('2024-01-10 09:00:00')).toMatchObject({ title: '公示', to: '2024-01-10 09:00:00', days: 40 })
})
