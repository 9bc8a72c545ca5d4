import { ReportStatus } from '@xinchu/contract/codes'
import type { FlowAction, ReviewRecord } from '@xinchu/sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { announcedOf } from '../support/announced.ts'
import {
  annualContent,
  annualIn,
  clearReports,
  KINDS,
  PROGRESS,
  progressIn,
} from '../support/pilot-reports.ts'
import { refusalCodes } from '../support/rules.ts'

type Step = Extract<FlowAction, 'SUBMIT' | 'WITHDRAW' | 'PASS' | 'RETURN' | 'CONFIRM' | 'REOPEN'>
type Remarks = NonNullable<NonNullable<ReviewRecord['draft']>['remarks']>

const ASKED = '请核对下期计划'
const OFFICES = ['enterprise_yc', 'province_nx', 'platform', 'nation'] as const

let rig: Rig
let demoProjectId: number
beforeAll(async () => {
  rig = await startRig({ config: { undoSeconds: 10 } })
  demoProjectId = await announcedOf(rig, 'enterprise_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})
beforeEach(() => clearReports(rig))

describe.each(KINDS)('a report of the kind %s', (kind) => {
  const field = kind === 'PROGRESS' ? 'nextPlan' : 'nextYearPlan'
  const remarks: Remarks = [{ field, text: ASKED }]
  const ref = (id: number) => ({ entity: kind, entityId: id })
  const record = async (username: string, id: number) =>
    (await rig.sameAs(username)).review.getRecord(ref(id))
  const storedIn = (status: ReportStatus) =>
    kind === 'PROGRESS' ? progressIn(rig, demoProjectId, status) : annualIn(rig, demoProjectId, status)

  async function read(username: string, id: number) {
    const { progress, annualReports } = await rig.sameAs(username)
    if (kind === 'ANNUAL') return annualReports.get({ id })
    const [report] = (await progress.list({ id })).content
    if (!report) throw new Error(`${username} does not see report ${id}`)
    return report
  }

  /** Takes a step in the version that is stored now. */
  async function act(username: string, id: number, action: Step, more: object = {}) {
    const { progress, annualReports } = await rig.sameAs(username)
    const { version = 0 } = await read(username, id)
    const request = { id, version, action, ...more }
    const isSubmitted = action === 'SUBMIT'
    return kind === 'PROGRESS'
      ? progress.save({ ...(isSubmitted ? PROGRESS : {}), ...request })
      : annualReports.save({ ...(isSubmitted ? await annualContent(rig, demoProjectId) : {}), ...request })
  }

  const back = (username: string, id: number) =>
    act(username, id, 'RETURN', { opinion: ASKED, remarks, dueDate: '2030-01-31' })

  test.each<[ReportStatus, readonly string[]]>([
    [ReportStatus.draft, []],
    [ReportStatus.submitted, ['province_nx']],
    [ReportStatus.returned, []],
    [ReportStatus.returnedByNation, ['province_nx']],
    [ReportStatus.passed, ['platform', 'nation']],
    [ReportStatus.confirmed, []],
  ])('in the state %s is on the desk of %j', async (status, offices) => {
    const id = await storedIn(status)
    for (const username of ['province_nx', 'group_spic', 'platform', 'nation']) {
      const { content } = await (await rig.sameAs(username)).review.listTasks({ entity: kind, size: 100 })
      const isThere = content.some(({ entityId }) => entityId === id)
      expect(isThere, username).toBe(offices.includes(username))
    }
  })

  test.each<[ReportStatus, readonly string[]]>([
    [ReportStatus.draft, ['enterprise_yc']],
    [ReportStatus.submitted, ['province_nx']],
    [ReportStatus.returned, ['enterprise_yc']],
    [ReportStatus.returnedByNation, ['province_nx']],
    [ReportStatus.passed, ['platform', 'nation']],
    [ReportStatus.confirmed, []],
  ])('in the state %s is a task of %j, since when and until when', async (status, offices) => {
    const id = await storedIn(status)
    for (const username of ['enterprise_yc', 'province_nx', 'group_spic', 'platform', 'nation']) {
      const { demoProjects } = await rig.sameAs(username)
      const { content } = await demoProjects.getTasks({ size: 500 })
      const tasks = content.filter(({ bizType, bizId }) => bizType === kind && bizId === id)
      if (!offices.includes(username)) {
        expect(tasks, username).toEqual([])
        continue
      }
      expect(tasks, username).toMatchObject([
        { demoProjectId, status, deadline: expect.any(String), waitingSince: expect.any(String) },
      ])
      const page =
        username === 'enterprise_yc' ? `project=${demoProjectId}` : `id=${kind.toLowerCase()}-${id}`
      expect(tasks[0]?.link).toContain(page)
    }
  })

  test('is named by those who dealt with it among what they have done', async () => {
    const id = await storedIn(ReportStatus.submitted)
    await act('province_nx', id, 'PASS')
    const { demoProjects } = await rig.sameAs('province_nx')
    const { content } = await demoProjects.getTasks({ tab: 'done', size: 500 })
    const [task] = content.filter(({ bizType, bizId }) => bizType === kind && bizId === id)
    expect(task).toMatchObject({ status: ReportStatus.passed, doneTime: expect.any(String) })
  })

  test('names its way and where each step leads', async () => {
    const id = await storedIn(ReportStatus.submitted)
    const { steps, goals, task, completeness } = await record('province_nx', id)
    expect(steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
      '项目单位 DONE',
      '推荐单位 CURRENT',
      '国家 NEXT',
      '归档 NEXT',
    ])
    expect(goals.map(({ action, needsOpinion }) => [action, needsOpinion])).toEqual([
      ['PASS', false],
      ['RETURN', true],
    ])
    expect(goals.at(-1)?.text).toContain('盐池一号储能有限公司')
    expect(task.dueTime).toBeDefined()
    expect(completeness.filled).toBe(completeness.required)
  })

  test('comes back changed: the remark is answered by the change, and the difference is shown', async () => {
    const id = await storedIn(ReportStatus.submitted)
    await back('province_nx', id)
    const mine = await record('enterprise_yc', id)
    expect(mine.returned).toMatchObject({ opinion: ASKED, dueDate: '2030-01-31' })
    expect(mine.remarks).toMatchObject([{ field, text: ASKED, status: '0', answerable: true }])
    expect(await refusalCodes(act('enterprise_yc', id, 'SUBMIT'))).toContain('W-028')

    await act('enterprise_yc', id, 'SUBMIT', { [field]: '按月开展调试' })
    const again = await record('province_nx', id)
    expect(again.task).toMatchObject({ submissionNo: 2, answeredCount: 1 })
    expect(again.remarks).toMatchObject([{ status: '1', changed: true, currentValue: '按月开展调试' }])
    const { changes } = await (await rig.sameAs('province_nx')).review.getChanges(ref(id))
    expect(changes.find((change) => change.field === field)).toMatchObject({
      newValue: '按月开展调试',
      asked: true,
    })
    expect(await refusalCodes(act('province_nx', id, 'PASS'))).toContain('W-029')
    await act('province_nx', id, 'PASS', { closeRemarks: true })
    expect((await record('nation', id)).remarks).toMatchObject([{ status: '2' }])
  })

  test('may be handed in unchanged with an answer to the remark', async () => {
    const id = await storedIn(ReportStatus.submitted)
    await act('province_nx', id, 'RETURN', { opinion: ASKED, remarks })
    const [remark] = (await record('enterprise_yc', id)).remarks
    const { review } = await rig.sameAs('enterprise_yc')
    await review.answer({ items: [{ id: remark?.id ?? 0, answer: '已与供货单位核对' }] })
    expect((await act('enterprise_yc', id, 'SUBMIT')).status).toBe(ReportStatus.submitted)
  })

  test.each(['nation', 'platform'])(
    'what %s asks is seen by the recommender, and by the author only once it is sent down',
    async (asker) => {
      const id = await storedIn(ReportStatus.passed)
      await back(asker, id)
      const opinionFor = async (username: string) =>
        (await read(username, id)).flow.history.find(({ action }) => action === 'RETURN')?.opinion
      for (const username of ['province_nx', 'platform', 'nation'])
        expect(await opinionFor(username), username).toBe(ASKED)
      for (const username of ['enterprise_yc', 'query'])
        expect(await opinionFor(username), username).toBeUndefined()
      expect((await record('enterprise_yc', id)).remarks).toEqual([])
      expect((await record('province_nx', id)).remarks).toMatchObject([{ answerable: true }])
      const { content } = await (await rig.sameAs('province_nx')).messages.list({})
      expect(content[0]?.link ?? '').not.toContain('/demonstration/')

      await act('province_nx', id, 'RETURN', { opinion: '请按意见修改' })
      expect(await opinionFor('enterprise_yc')).toBe(ASKED)
      expect((await record('enterprise_yc', id)).remarks).toHaveLength(2)
    },
  )

  test('is passed on to the nation again only with an answer to what the nation asked', async () => {
    const id = await storedIn(ReportStatus.passed)
    await back('nation', id)
    const said = { opinion: '经核实无误' }
    expect(await refusalCodes(act('province_nx', id, 'PASS', said))).toContain('W-028')
    const [remark] = (await record('province_nx', id)).remarks
    const { review } = await rig.sameAs('province_nx')
    await review.answer({ items: [{ id: remark?.id ?? 0, answer: '经核实无误' }] })
    expect(await refusalCodes(act('province_nx', id, 'PASS'))).toContain('W-007')
    expect(await refusalCodes(act('province_nx', id, 'PASS', { opinion: ' ' }))).toContain('W-007')
    await act('province_nx', id, 'PASS', said)
    expect((await record('nation', id)).remarks).toMatchObject([{ status: '1', closable: true }])
  })

  test('is opened again by the nation with its remarks', async () => {
    const id = await storedIn(ReportStatus.confirmed)
    await act('nation', id, 'REOPEN', { opinion: ASKED, remarks })
    expect((await record('enterprise_yc', id)).remarks).toMatchObject([{ field, answerable: true }])
  })

  test('takes no remark on a field that it does not have', async () => {
    const id = await storedIn(ReportStatus.submitted)
    const wrong = { opinion: ASKED, remarks: [{ field: 'projectName', text: ASKED }] }
    expect(await refusalCodes(act('province_nx', id, 'RETURN', wrong))).toContain('W-031')
  })

  test('shows no remark to those who do not take part', async () => {
    const id = await storedIn(ReportStatus.submitted)
    await back('province_nx', id)
    for (const username of ['query', 'enterprise_sy', 'province_bj', 'county_yc', 'expert']) {
      const { review } = await rig.sameAs(username)
      expect(await refusalCodes(review.getRecord(ref(id))), username).toContain('W-002')
      expect((await review.listRemarks({ entity: kind })).content, username).toEqual([])
    }
  })

  const UNDONE: readonly [office: (typeof OFFICES)[number], Step, ReportStatus][] = [
    ['enterprise_yc', 'SUBMIT', ReportStatus.returned],
    ['province_nx', 'PASS', ReportStatus.submitted],
    ['province_nx', 'RETURN', ReportStatus.submitted],
    ['nation', 'RETURN', ReportStatus.passed],
    ['platform', 'RETURN', ReportStatus.passed],
    ['nation', 'CONFIRM', ReportStatus.passed],
  ]
  test.each(UNDONE)('the step of %s, %s in the state %s, is undone with all that it did', async (...row) => {
    const [office, action, status] = row
    const id = await storedIn(status)
    const isReturn = action === 'RETURN'
    const { undo } = await act(office, id, action, isReturn ? { opinion: ASKED, remarks } : {})
    await (await rig.sameAs(office)).review.undo({ undoId: undo?.undoId ?? '' })
    const report = await read(office, id)
    expect([report.status, report.flow.history]).toEqual([status, []])
    const { remarks: left, draft } = await record(office, id)
    expect(left).toEqual([])
    if (isReturn) expect(draft).toMatchObject({ opinion: ASKED, remarks })
    const told = await rig.db.selectFrom('message_push').select('id').where('biz_type', '=', kind).execute()
    expect(told).toEqual([])
  })

  test('a first submission that is undone is a draft again, which nobody else sees', async () => {
    const id = await storedIn(ReportStatus.draft)
    const table = kind === 'PROGRESS' ? ('demo_progress' as const) : ('annual_report' as const)
    await rig.db.updateTable(table).set({ submit_time: null }).where('id', '=', id).execute()
    const { undo } = await act('enterprise_yc', id, 'SUBMIT')
    await (await rig.sameAs('enterprise_yc')).review.undo({ undoId: undo?.undoId ?? '' })
    expect((await read('enterprise_yc', id)).status).toBe(ReportStatus.draft)
    expect(await refusalCodes(record('province_nx', id))).toContain('W-002')
  })

  test('a step is not undone once somebody has acted', async () => {
    const id = await storedIn(ReportStatus.submitted)
    const { undo } = await act('province_nx', id, 'PASS')
    await act('nation', id, 'CONFIRM')
    const { review } = await rig.sameAs('province_nx')
    expect(await refusalCodes(review.undo({ undoId: undo?.undoId ?? '' }))).toContain('W-032')
  })
})

test('dates that a confirmation takes into the plan are not taken back: it offers no undoing', async () => {
  const enterprise = await rig.sameAs('enterprise_yc')
  const { implementation } = await enterprise.demoProjects.get({ id: demoProjectId })
  const [milestone] = implementation?.milestones ?? []
  const id = await progressIn(rig, demoProjectId, ReportStatus.returned)
  const milestones = [{ milestoneId: milestone?.id ?? 0, actualDate: '2024-06-01', progressPct: 100 }]
  const sent = await enterprise.progress.save({ ...PROGRESS, id, version: 0, action: 'SUBMIT', milestones })
  const passed = await (await rig.sameAs('province_nx')).progress.save({
    id,
    version: sent.version,
    action: 'PASS',
  })
  const nation = await rig.sameAs('nation')
  const confirmed = await nation.progress.save({ id, version: passed.version, action: 'CONFIRM' })
  expect([confirmed.status, confirmed.undo]).toEqual([ReportStatus.confirmed, undefined])
})

test('a milestone that moved is named by the plan in the differences', async () => {
  const enterprise = await rig.sameAs('enterprise_yc')
  const { implementation } = await enterprise.demoProjects.get({ id: demoProjectId })
  const [milestone] = implementation?.milestones ?? []
  const id = await progressIn(rig, demoProjectId, ReportStatus.returned)
  const send = async (version: number, expectedDate: string) =>
    enterprise.progress.save({
      ...PROGRESS,
      id,
      version,
      action: 'SUBMIT',
      milestones: [{ milestoneId: milestone?.id ?? 0, expectedDate, progressPct: 40 }],
    })
  const first = await send(0, '2027-05-31')
  const province = await rig.sameAs('province_nx')
  const back = await province.progress.save({
    id,
    version: first.version,
    action: 'RETURN',
    opinion: ASKED,
    remarks: [{ field: 'milestones[0].expectedDate', text: '请核对日期' }],
  })
  await send(back.version, '2027-06-30')
  const { changes } = await province.review.getChanges({ entity: 'PROGRESS', entityId: id })
  expect(changes).toMatchObject([
    {
      field: 'milestones[0].expectedDate',
      oldValue: '2027-05-31',
      newValue: '2027-06-30',
      meaning: '推迟 30 天',
    },
  ])
})
