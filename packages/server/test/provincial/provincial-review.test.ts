import { ReportStatus } from '@xinchu/contract/codes'
import type { FlowAction, ReviewRecord } from '@xinchu/sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import {
  clearProvincial,
  fileFor,
  PILOT_CONTENT,
  PROVINCIAL_KINDS,
  provincialIn,
  REPORT_CONTENT,
} from '../support/provincial.ts'
import { refusalCodes } from '../support/rules.ts'

type Step = Extract<FlowAction, 'SUBMIT' | 'WITHDRAW' | 'RETURN' | 'CONFIRM' | 'REOPEN'>
type Remarks = NonNullable<NonNullable<ReviewRecord['draft']>['remarks']>

const ASKED = '请核对'
const CALLERS = [
  'province_nx',
  'province_bj',
  'corps',
  'nation',
  'platform',
  'query',
  'region_xb',
  'office_nx',
  'query_nx',
  'enterprise_yc',
] as const
const ACTIONS = ['SUBMIT', 'WITHDRAW', 'RETURN', 'CONFIRM', 'REOPEN'] as const

/** Whatever is not here is refused. */
const ALLOWED: Readonly<Record<string, ReportStatus>> = {
  'province_nx SUBMIT 0': '1',
  'province_nx SUBMIT 2': '1',
  'province_nx SUBMIT 4': '1',
  'province_nx WITHDRAW 1': '0',
  'nation RETURN 1': '4',
  'nation CONFIRM 1': '5',
  'nation REOPEN 5': '2',
}

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ config: { undoSeconds: 10 } })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})
beforeEach(() => clearProvincial(rig))

describe.each(PROVINCIAL_KINDS)('a record of the kind %s', (kind) => {
  const isDemo = kind === 'PROV_DEMO'
  const field = isDemo ? 'supportPolicy' : 'nextPlan'
  const remarks: Remarks = [{ field, text: ASKED }]
  const ref = (id: number) => ({ entity: kind, entityId: id })
  const record = async (username: string, id: number) =>
    (await rig.sameAs(username)).review.getRecord(ref(id))

  async function read(username: string, id: number) {
    const { provincialDemos, workReports } = await rig.sameAs(username)
    if (!isDemo) return workReports.getById({ id })
    const [demo] = (await provincialDemos.list({ id })).content
    if (!demo) throw new Error(`${username} does not see project ${id}`)
    return demo
  }

  const versionOf = async (id: number) => {
    const table = isDemo ? ('provincial_demo' as const) : ('work_report' as const)
    const query = rig.db.selectFrom(table).select('version').where('id', '=', id)
    return (await query.executeTakeFirstOrThrow()).version
  }

  /** Takes a step in the version that is stored now. */
  async function act(username: string, id: number, action: Step, more: object = {}) {
    const { provincialDemos, workReports } = await rig.sameAs(username)
    const request = { id, version: await versionOf(id), action, ...more }
    const isSubmitted = action === 'SUBMIT'
    const fileId = isSubmitted ? await fileFor(await rig.sameAs('province_nx'), kind) : 0
    if (isDemo) return provincialDemos.update({ ...(isSubmitted ? PILOT_CONTENT(fileId) : {}), ...request })
    return workReports.save({ ...(isSubmitted ? REPORT_CONTENT(fileId) : {}), ...request })
  }

  const back = (id: number) => act('nation', id, 'RETURN', { opinion: ASKED, remarks, dueDate: '2030-01-31' })

  test.each(Object.values(ReportStatus))(
    'in the state %s takes the steps that the table allows, of the offices that it allows',
    async (status) => {
      let id = await provincialIn(rig, kind, status)
      for (const caller of CALLERS)
        for (const action of ACTIONS) {
          const work = act(caller, id, action, { opinion: ASKED })
          const to = await work.then((done) => done.status).catch(() => undefined)
          expect(to, `${caller} ${action}`).toBe(ALLOWED[`${caller} ${action} ${status}`])
          if (to === undefined) continue
          await clearProvincial(rig)
          id = await provincialIn(rig, kind, status)
        }
    },
    60_000,
  )

  test.each<[ReportStatus, readonly string[]]>([
    [ReportStatus.draft, []],
    [ReportStatus.submitted, ['nation']],
    [ReportStatus.returned, []],
    [ReportStatus.returnedByNation, []],
    [ReportStatus.confirmed, []],
  ])('in the state %s is on the desk of %j', async (status, offices) => {
    const id = await provincialIn(rig, kind, status)
    for (const username of ['province_nx', 'nation', 'group_spic', 'platform', 'county_yc']) {
      const { content, kinds } = await (await rig.sameAs(username)).review.listTasks({
        entity: kind,
        size: 100,
      })
      const isThere = content.some(({ entityId }) => entityId === id)
      expect(isThere, username).toBe(offices.includes(username))
      expect(
        kinds.some(({ entity }) => entity === kind),
        username,
      ).toBe(username === 'nation')
    }
  })

  test('names its way, its deadline and where each step leads', async () => {
    const id = await provincialIn(rig, kind, ReportStatus.submitted)
    const { steps, goals, task, completeness } = await record('nation', id)
    expect(steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
      '省 DONE',
      '国家 CURRENT',
      '归档 NEXT',
    ])
    expect(goals.map(({ action }) => action)).toEqual(['RETURN', 'CONFIRM'])
    expect(goals[0]?.text).toBe('退回后回到 宁夏回族自治区能源主管部门')
    expect(task.dueTime).toBeDefined()
    expect(completeness.filled).toBe(completeness.required)
  })

  test('comes back changed: the remark is answered by the change, and the difference is shown', async () => {
    const id = await provincialIn(rig, kind, ReportStatus.submitted)
    await back(id)
    const mine = await record('province_nx', id)
    expect(mine.returned).toMatchObject({ opinion: ASKED, dueDate: '2030-01-31' })
    expect(mine.remarks).toMatchObject([{ field, text: ASKED, status: '0', answerable: true }])
    expect((await read('province_nx', id)).remarkCount).toBe(1)
    expect(await refusalCodes(act('province_nx', id, 'SUBMIT'))).toContain('W-028')

    await act('province_nx', id, 'SUBMIT', { [field]: '按放电量给予补偿' })
    const again = await record('nation', id)
    expect(again.task).toMatchObject({ submissionNo: 2, answeredCount: 1 })
    const { changes } = await (await rig.sameAs('nation')).review.getChanges(ref(id))
    expect(changes.find((change) => change.field === field)).toMatchObject({
      newValue: '按放电量给予补偿',
      asked: true,
    })
    expect(await refusalCodes(act('nation', id, 'CONFIRM'))).toContain('W-029')
    await act('nation', id, 'CONFIRM', { closeRemarks: true })
    expect((await record('province_nx', id)).remarks).toMatchObject([{ status: '2' }])
  })

  test('may be handed in unchanged with an answer to the remark', async () => {
    const id = await provincialIn(rig, kind, ReportStatus.submitted)
    await back(id)
    const [remark] = (await record('province_nx', id)).remarks
    const { review } = await rig.sameAs('province_nx')
    await review.answer({ items: [{ id: remark?.id ?? 0, answer: '已核对' }] })
    const [counted] = (await review.countRemarks()).filter(({ entity }) => entity === kind)
    expect(counted).toMatchObject({ orgName: '宁夏回族自治区能源主管部门', count: 1 })
    expect((await act('province_nx', id, 'SUBMIT')).status).toBe(ReportStatus.submitted)
  })

  test('tells the province of its return, with a way to the form', async () => {
    const id = await provincialIn(rig, kind, ReportStatus.confirmed)
    await act('nation', id, 'REOPEN', { opinion: ASKED, remarks })
    const [message] = await rig.db
      .selectFrom('message_push')
      .select(['link', 'content'])
      .where('biz_type', '=', kind)
      .where('code', 'like', '%.returned')
      .execute()
    expect(message?.content).toContain(ASKED)
    expect(message?.link).toContain(
      isDemo ? `/provincial/demonstration/index?id=${id}` : '/provincial/workreport/',
    )
  })

  test('takes no remark on a field that it does not have', async () => {
    const id = await provincialIn(rig, kind, ReportStatus.submitted)
    const wrong = { opinion: ASKED, remarks: [{ field: 'longitude', text: ASKED }] }
    expect(await refusalCodes(act('nation', id, 'RETURN', wrong))).toContain('W-031')
  })

  test('shows no remark to another province, and none to an enterprise', async () => {
    const id = await provincialIn(rig, kind, ReportStatus.submitted)
    await back(id)
    for (const username of ['province_bj', 'corps', 'enterprise_yc', 'county_yc']) {
      const { review } = await rig.sameAs(username)
      expect(await refusalCodes(review.getRecord(ref(id))), username).toContain('W-002')
      expect((await review.listRemarks({ entity: kind })).content, username).toEqual([])
    }
  })

  test.each<[office: string, Step, ReportStatus]>([
    ['province_nx', 'SUBMIT', ReportStatus.returnedByNation],
    ['nation', 'RETURN', ReportStatus.submitted],
    ['nation', 'CONFIRM', ReportStatus.submitted],
  ])('the step of %s, %s in the state %s, is undone with all that it did', async (...row) => {
    const [office, action, status] = row
    const id = await provincialIn(rig, kind, status)
    const isReturn = action === 'RETURN'
    const { undo } = await act(office, id, action, isReturn ? { opinion: ASKED, remarks } : {})
    const before = (await read(office, id)).flow.history.length
    await (await rig.sameAs(office)).review.undo({ undoId: undo?.undoId ?? '' })
    const report = await read(office, id)
    expect([report.status, report.flow.history.length]).toEqual([status, before - 1])
    const { remarks: left, draft } = await record(office, id)
    expect(left).toEqual([])
    if (isReturn) expect(draft).toMatchObject({ opinion: ASKED, remarks })
  })

  test('a first submission that is undone is a draft again, which nobody else sees', async () => {
    const province = await rig.sameAs('province_nx')
    const fileId = await fileFor(province, kind)
    const { id = 0, undo } = isDemo
      ? await province.provincialDemos.create({ ...PILOT_CONTENT(fileId), action: 'SUBMIT' })
      : await province.workReports.save({
          ...REPORT_CONTENT(fileId),
          year: PILOT_CONTENT(fileId).year,
          reportType: '2',
          action: 'SUBMIT',
        })
    await province.review.undo({ undoId: undo?.undoId ?? '' })
    expect((await read('province_nx', id)).status).toBe(ReportStatus.draft)
    expect(await refusalCodes(record('nation', id))).toContain('W-002')
  })
})
