import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { factorKey } from '../../src/domain/auth/second-factor/key.ts'
import { sealStored } from '../../src/domain/kinds/objection/person.ts'
import { type Rig, startRig } from '../rig.ts'
import {
  ANSWERED,
  evidenceOf,
  FILED,
  FORWARDED,
  OBJECTOR,
  objectionOf,
  publicised,
  registered,
  step,
  VERIFIED,
  verified,
} from '../support/objections.ts'
import { refusalCodes } from '../support/rules.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ config: { undoSeconds: 600 } })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const filed = async () => {
  const { batch, ids } = await publicised(rig)
  return { batch, projectId: ids[0] ?? 0, ...(await registered(rig, ids[0] ?? 0)) }
}

const codeOf = async (projectId: number) =>
  (await rig.db.selectFrom('demo_project').select('demo_code').where('id', '=', projectId).executeTakeFirst())
    ?.demo_code ?? ''

const statusOf = async (projectId: number) =>
  (await rig.db.selectFrom('demo_project').select('status').where('id', '=', projectId).executeTakeFirst())
    ?.status

const upheld = async (projectId: number) => ({
  ...{
    action: 'ANSWER' as const,
    conclusion: 'UPHELD' as const,
    text: '经核实，备案主体与申报单位确不一致，异议成立。',
  },
  ...{ cancelReason: '备案主体与申报单位不一致', demoCode: await codeOf(projectId) },
})

/** The tasks of an office about objections. */
const tasksOf = async (username: string) =>
  (await (await rig.sameAs(username)).review.listTasks({ entity: 'OBJECTION', size: 100 })).content.map(
    ({ entityId }) => entityId,
  )

describe('the way of an objection', () => {
  test('leads from the platform to the recommender, to the nation and to its answer', async () => {
    const { id, evidenceIds, receiptNo, batch } = await filed()
    expect(receiptNo).toMatch(/^YY2041\d\d-[2-9A-Z]{6}$/)
    expect(await tasksOf('platform')).toContain(id)
    const [, second = 0] = evidenceIds
    const forwarded = await step(rig, 'platform', id, {
      action: 'FORWARD',
      text: FORWARDED,
      fileIds: [second],
    })
    expect(forwarded.objection).toMatchObject({ status: 'FORWARDED', statusLabel: '待核实' })
    expect(await tasksOf('platform')).not.toContain(id)
    expect(await tasksOf('province_nx')).toContain(id)
    await step(rig, 'province_nx', id, { action: 'VERIFY', finding: 'REFUTED', text: VERIFIED })
    expect(await tasksOf('nation')).toContain(id)
    await step(rig, 'nation', id, { action: 'RETURN', text: '请附变更备案的文件' })
    expect(await objectionOf(rig, 'province_nx', id)).toMatchObject({
      status: 'FORWARDED',
      actions: ['VERIFY'],
    })
    const proof = await evidenceOf(rig, 'province_nx', '变更备案.pdf')
    const again = { finding: 'REFUTED' as const, text: VERIFIED, fileIds: [proof] }
    await step(rig, 'province_nx', id, { action: 'VERIFY', ...again })
    await step(rig, 'nation', id, { action: 'ANSWER', conclusion: 'REJECTED', text: ANSWERED })
    const seen = await objectionOf(rig, 'enterprise_yc', id)
    expect(seen).toMatchObject({
      status: 'ANSWERED',
      conclusionLabel: '不成立',
      answer: ANSWERED,
      actions: [],
    })
    expect(await tasksOf('nation')).not.toContain(id)
    const page = await (await rig.sameAs('nation')).demoReview.listObjections(batch)
    expect(page).toMatchObject({ totalElements: 1, waiting: 0 })
  })

  test('ends at once if the nation declines it, and concerns nobody else', async () => {
    const { id } = await filed()
    await step(rig, 'nation', id, { action: 'DECLINE', text: '所提内容与该项目无关，不予受理。' })
    expect(await objectionOf(rig, 'platform', id)).toMatchObject({ conclusionLabel: '不予受理' })
    for (const account of ['enterprise_yc', 'province_nx', 'query'])
      expect(await objectionOf(rig, account, id)).toBeUndefined()
  })

  test('is on the record with its deadline and stages', async () => {
    const { id } = await filed()
    await step(rig, 'platform', id, { action: 'FORWARD', text: FORWARDED })
    const { review } = await rig.sameAs('province_nx')
    const record = await review.getRecord({ entity: 'OBJECTION', entityId: id })
    expect(record.steps.map(({ name, state }) => [name, state])).toEqual([
      ['登记转办', 'DONE'],
      ['推荐单位核实', 'CURRENT'],
      ['国家答复', 'NEXT'],
      ['办结', 'NEXT'],
    ])
    expect(record.task.dueTime).toMatch(/ 23:59:59$/)
    expect(record.goals.map(({ action }) => action)).toEqual(['VERIFY'])
  })

  test.each([
    ['a recommender who verifies what he has not', 'province_nx', 'VERIFY', 'W-002'],
    ['a platform that answers', 'platform', 'ANSWER', 'W-005'],
  ] as const)('refuses %s', async (_why, account, action, code) => {
    const { id } = await filed()
    const said = { text: VERIFIED, finding: 'REFUTED' as const, conclusion: 'REJECTED' as const }
    expect(await refusalCodes(step(rig, account, id, { action, ...said }))).toContain(code)
  })

  test('refuses an answer before the recommender is late, and takes it with a reason afterwards', async () => {
    const { id } = await filed()
    await step(rig, 'platform', id, { action: 'FORWARD', text: FORWARDED })
    const answer = { action: 'ANSWER' as const, conclusion: 'REJECTED' as const, text: ANSWERED }
    expect(await refusalCodes(step(rig, 'nation', id, answer))).toContain('E-030')
    await rig.db
      .updateTable('objection')
      .set({ due_at: new Date(Date.now() - 60_000).toISOString() })
      .where('id', '=', id)
      .execute()
    expect(await objectionOf(rig, 'nation', id)).toMatchObject({ overdue: true, actions: ['ANSWER'] })
    expect(await refusalCodes(step(rig, 'nation', id, answer))).toContain('E-030')
    await step(rig, 'nation', id, { ...answer, reason: '推荐单位逾期未核实' })
    expect(await objectionOf(rig, 'nation', id)).toMatchObject({ status: 'ANSWERED' })
  })

  test('refuses a step on a version that others have changed', async () => {
    const { id } = await filed()
    const { demoReview } = await rig.sameAs('platform')
    await step(rig, 'platform', id, { action: 'FORWARD', text: FORWARDED })
    const late = { id, version: 1, action: 'FORWARD' as const, text: FORWARDED }
    expect(await refusalCodes(demoReview.stepObjection(late))).toContain('W-003')
  })
})

describe('who objects', () => {
  test('is masked for platform and nation, who see it with a purpose that is recorded', async () => {
    const { id } = await filed()
    expect(await objectionOf(rig, 'nation', id)).toMatchObject({
      objector: { name: '欧***', phone: '139****5678' },
      text: FILED,
    })
    const { demoReview } = await rig.sameAs('nation')
    expect(await demoReview.revealObjector({ id, purpose: '电话核实所述情况' })).toEqual(OBJECTOR)
    const asked = await rig.db
      .selectFrom('objector_request')
      .selectAll()
      .where('objection_id', '=', id)
      .execute()
    expect(asked).toMatchObject([{ purpose: '电话核实所述情况', create_by: 'nation' }])
    for (const account of ['province_nx', 'enterprise_yc', 'query', 'admin'])
      expect(
        await refusalCodes(
          (await rig.sameAs(account)).demoReview.revealObjector({ id, purpose: '想要知道' }),
        ),
      ).toContain('W-001')
  })

  test.each([
    ['name', `欧阳明德反映备案主体不一致，请核实。`],
    ['unit', `贺兰山清洁能源研究所反映备案主体不一致。`],
    ['phone', `备案主体不一致，可致电 139 1234 5678 了解。`],
    ['phone in other signs', `备案主体不一致，可致电 １３９·１２３４·５６７８ 了解。`],
  ])('may not be forwarded by %s', async (_part, text) => {
    const { id } = await filed()
    expect(await refusalCodes(step(rig, 'platform', id, { action: 'FORWARD', text }))).toContain('E-029')
  })

  test.each([
    ['a return', { action: 'RETURN', text: '请就欧阳明德所述再核。' }],
    [
      'an answer',
      {
        action: 'ANSWER',
        conclusion: 'REJECTED',
        text: `欧阳明德所反映的备案主体情况与事实不符。${ANSWERED}`,
      },
    ],
  ] as const)('may not be named by %s', async (_step, said) => {
    const { id } = await filed()
    await verified(rig, id)
    expect(await refusalCodes(step(rig, 'nation', id, said))).toContain('E-029')
  })

  test('is not found out by an office that tries names', async () => {
    const { id } = await filed()
    const tried = (text: string) =>
      step(rig, 'province_nx', id, { action: 'FORWARD', text }).catch(({ status, code }) => ({
        status,
        code,
      }))
    expect(await tried('欧阳明德反映备案主体不一致，请核实。')).toEqual(
      await tried('王小明反映备案主体不一致，请核实。'),
    )
  })

  test('is in no reply, message, event or entry of the log of others', async () => {
    const { id, evidenceIds } = await filed()
    const [first = 0] = evidenceIds
    await step(rig, 'platform', id, { action: 'FORWARD', text: FORWARDED, fileIds: [first] })
    await step(rig, 'province_nx', id, { action: 'VERIFY', finding: 'REFUTED', text: VERIFIED })
    await step(rig, 'nation', id, { action: 'ANSWER', conclusion: 'REJECTED', text: ANSWERED })
    for (const account of ['province_nx', 'enterprise_yc', 'query', 'admin']) {
      const { messages, auditLog, events } = await rig.sameAs(account)
      const told = JSON.stringify([
        await objectionOf(rig, account, id).catch(() => undefined),
        await messages.list({ size: 50 }),
        await auditLog.list({ size: 100 }).catch(() => undefined),
        await events.read({}).catch(() => undefined),
      ])
      for (const word of [...Object.values(OBJECTOR), FILED, '异议书']) expect(told).not.toContain(word)
    }
    const stored = await rig.db
      .selectFrom('objection_person')
      .selectAll()
      .where('objection_id', '=', id)
      .execute()
    expect(JSON.stringify(stored)).not.toContain('欧阳')
  })
})

describe('files', () => {
  test('reach the recommender under a number, and only those that were forwarded', async () => {
    const { id, evidenceIds } = await filed()
    const [first = 0, second = 0] = evidenceIds
    const stranger = await evidenceOf(rig, 'platform', '别的文件.pdf')
    const wrong = { action: 'FORWARD' as const, text: FORWARDED, fileIds: [stranger] }
    expect(await refusalCodes(step(rig, 'platform', id, wrong))).toContain('E-030')
    await step(rig, 'platform', id, { action: 'FORWARD', text: FORWARDED, fileIds: [first] })
    for (const account of ['province_nx', 'enterprise_yc']) {
      const seen = await objectionOf(rig, account, id)
      expect(seen?.forwardFiles?.map(({ fileName }) => fileName)).toEqual(['证明材料1.pdf'])
      const { files } = await rig.sameAs(account)
      expect((await files.download(first)).fileName).toBe('证明材料1.pdf')
      expect(await refusalCodes(files.download(second))).toContain('W-002')
    }
    expect((await (await rig.sameAs('nation')).files.download(first)).fileName).toBe('欧阳明德的异议书.pdf')
    const { files } = await rig.sameAs('platform')
    expect(await refusalCodes(files.delete(second))).toContain('W-016')
  })
})

describe('messages', () => {
  const titlesOf = async (username: string, projectId: number) => {
    const { project_name } = await rig.db
      .selectFrom('demo_project')
      .select('project_name')
      .where('id', '=', projectId)
      .executeTakeFirstOrThrow()
    await rig.db
      .updateTable('message_push')
      .set({ publish_time: new Date(0).toISOString() })
      .execute()
    const { content } = await (await rig.sameAs(username)).messages.list({ keyword: project_name, size: 50 })
    return content.map(({ title, senderName, link }) => ({ title, senderName, link }))
  }

  test('reach each office once for each step that concerns it, without a sender', async () => {
    const { id, projectId } = await filed()
    await verified(rig, id)
    await step(rig, 'nation', id, { action: 'ANSWER', conclusion: 'REJECTED', text: ANSWERED })
    const desk = `/esproject/desk/index?id=objection-${id}`
    const own = `/demonstration/detail/${projectId}`
    const titles = async (username: string) => (await titlesOf(username, projectId)).map(({ title }) => title)
    expect(await titlesOf('province_nx', projectId)).toEqual([
      { title: expect.stringMatching(/的异议已答复：不成立$/), senderName: undefined, link: own },
      { title: expect.stringMatching(/的异议请于 .* 前核实$/), senderName: undefined, link: desk },
    ])
    expect(await titles('enterprise_yc')).toEqual([
      expect.stringMatching(/的异议已答复：不成立$/),
      expect.stringMatching(/收到公示异议$/),
    ])
    for (const account of ['region_xb', 'office_nx', 'query']) expect(await titles(account)).toEqual([])
    expect(await titles('nation')).toEqual([
      expect.stringMatching(/的异议已核实，请答复$/),
      expect.stringMatching(/^“.*”$|^收到公示异议/),
    ])
  })
})

describe('an upheld objection', () => {
  test('needs the reason and the number of the project', async () => {
    const { id, projectId } = await filed()
    await verified(rig, id)
    const said = await upheld(projectId)
    expect(await refusalCodes(step(rig, 'nation', id, { ...said, demoCode: 'DEMO999' }))).toContain('E-030')
    const { cancelReason: _none, ...unreasoned } = said
    expect(await refusalCodes(step(rig, 'nation', id, unreasoned))).toContain('E-030')
    expect(await statusOf(projectId)).toBe('10')
  })

  test('cancels the project in the same step, and one undo restores both', async () => {
    const { id, projectId } = await filed()
    await verified(rig, id)
    const { undo } = await step(rig, 'nation', id, await upheld(projectId))
    expect(await statusOf(projectId)).toBe('11')
    const nation = await rig.sameAs('nation')
    await nation.review.undo({ undoId: undo?.undoId ?? '' })
    expect(await statusOf(projectId)).toBe('10')
    const before = await objectionOf(rig, 'nation', id)
    expect(before).toMatchObject({ status: 'VERIFIED' })
    expect(before).not.toHaveProperty('conclusion')
    expect(before).not.toHaveProperty('answer')
    const told = await rig.db
      .selectFrom('message_push')
      .select('code')
      .where('code', '=', 'objection.answered')
      .execute()
    const { objection } = await step(rig, 'nation', id, await upheld(projectId))
    expect(objection).toMatchObject({
      status: 'ANSWERED',
      conclusionLabel: '成立',
      cancelReason: '备案主体与申报单位不一致',
    })
    expect(await statusOf(projectId)).toBe('11')
    const later = await rig.db
      .selectFrom('message_push')
      .select('code')
      .where('code', '=', 'objection.answered')
      .execute()
    expect(later.length).toBe(told.length + 2)
  })

  test('stays unanswered if the project has left the publicity', async () => {
    const { id, projectId } = await filed()
    await verified(rig, id)
    await rig.db.updateTable('demo_project').set({ status: '12' }).where('id', '=', projectId).execute()
    expect(await refusalCodes(step(rig, 'nation', id, await upheld(projectId)))).toContain('E-025')
    expect(await objectionOf(rig, 'nation', id)).toMatchObject({ status: 'VERIFIED' })
  })

  test('to a project that another one has cancelled is upheld as well', async () => {
    const { id, projectId } = await filed()
    await verified(rig, id)
    await rig.db.updateTable('demo_project').set({ status: '11' }).where('id', '=', projectId).execute()
    await step(rig, 'nation', id, await upheld(projectId))
    expect(await objectionOf(rig, 'nation', id)).toMatchObject({ status: 'ANSWERED', conclusion: 'UPHELD' })
    expect(await statusOf(projectId)).toBe('11')
  })

  test('cannot be undone once the batch is announced', async () => {
    const { id, projectId } = await filed()
    await verified(rig, id)
    const { undo } = await step(rig, 'nation', id, { ...(await upheld(projectId)), conclusion: 'REJECTED' })
    await rig.db.updateTable('demo_project').set({ status: '12' }).where('id', '=', projectId).execute()
    const { review } = await rig.sameAs('nation')
    expect(await refusalCodes(review.undo({ undoId: undo?.undoId ?? '' }))).toContain('W-032')
  })
})

test('persons of earlier objections are sealed, and found again', async () => {
  const { id } = await filed()
  await rig.db
    .updateTable('objection_person')
    .set({ sealed: null, plain: JSON.stringify({ name: '李建国', phone: '010-68555888' }) })
    .where('objection_id', '=', id)
    .execute()
  const key = await factorKey(rig.db, { dataDir: rig.dataDir, secondFactorKey: undefined })
  expect(await inTransaction(rig.db, (trx) => sealStored(trx, key))).toBe(1)
  const stored = await rig.db
    .selectFrom('objection_person')
    .selectAll()
    .where('plain', 'is not', null)
    .execute()
  expect(stored).toEqual([])
  const { demoReview } = await rig.sameAs('nation')
  expect(await demoReview.revealObjector({ id, purpose: '电话核实情况' })).toEqual({
    name: '李建国',
    phone: '010-68555888',
  })
})

test('an objection on paper is registered for a day of the publicity', async () => {
  const { ids } = await publicised(rig)
  const { demoReview } = await rig.sameAs('platform')
  const draft = {
    ...{ projectId: ids[0] ?? 0, person: { ...OBJECTOR }, text: FILED },
    evidenceIds: [await evidenceOf(rig, 'platform', '异议书.pdf')],
  }
  for (const receivedDate of ['2020-01-01', '2099-01-01'])
    expect(await refusalCodes(demoReview.registerPaperObjection({ ...draft, receivedDate }))).toContain(
      'E-025',
    )
})

test('no project of a batch is announced while an objection to one of them is open', async () => {
  const { batch, ids } = await publicised(rig, 2)
  const { id } = await registered(rig, ids[0] ?? 0)
  await rig.db
    .updateTable('demo_publicity')
    .set({ end_time: new Date(Date.now() - 60_000).toISOString() })
    .where('batch_no', '=', batch.batchNo)
    .execute()
  const { demoProjects } = await rig.sameAs('nation')
  const announce = () =>
    demoProjects.updateStatuses({
      ...{ ids, action: 'ANNOUNCE' as const },
      ...{ announceNo: '国家能源局公告2041年第1号', announceDate: '2041-10-01' },
    })
  const refusal = { code: 'M-017', message: '尚有 1 件异议未答复，不能公布' }
  expect((await announce()).failed).toMatchObject([refusal, refusal])
  await step(rig, 'nation', id, { action: 'DECLINE', text: '所提内容与该项目无关，不予受理。' })
  expect((await announce()).failed).toEqual([])
})
