import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { allTold } from '../support/all-told.ts'
import { publicised, registered, step, verified } from '../support/objections.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ config: { undoSeconds: 600 } })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const REASON = '备案主体与申报单位不一致'

const leave = async (id: number, action: 'CANCEL' | 'QUIT') =>
  (await rig.sameAs('nation')).demoProjects.updateStatuses({ ids: [id], action, opinion: REASON })

/** A project of a batch that is publicised or, to quit it, announced. */
async function made(action: 'CANCEL' | 'QUIT') {
  const [id = 0] = (await publicised(rig)).ids
  if (action === 'QUIT')
    await rig.db.updateTable('demo_project').set({ status: '12' }).where('id', '=', id).execute()
  return id
}

/** What the messages about the departure of a project say, once they appear. */
async function told(id: number, username: string): Promise<(string | undefined)[]> {
  const { content } = await (await rig.sameAs(username)).messages.list({ size: 100 })
  return content
    .filter(({ title, link }) => link === `/demonstration/detail/${id}` && /已(取消|退出)/.test(title))
    .map(({ title, content: text }) => `${title.replace(/“.*”/, '')}|${text}`)
}

const readers = ['enterprise_yc', 'province_nx', 'platform']

/** Moves the start of a batch's publicity to some seconds from now. */
const startsIn = ({ batchYear, batchNo }: { batchYear: number; batchNo: number }, seconds: number) =>
  rig.db
    .updateTable('demo_publicity')
    .set({ start_time: new Date(Date.now() + seconds * 1_000).toISOString() })
    .where('batch_year', '=', batchYear)
    .where('batch_no', '=', batchNo)
    .execute()

/** What changes by itself: time that is left, and positions of events, which also count those that a caller may not see. */
const CLOCKS = /"(remainingSeconds|head|next)":\d+,?/g

/** Makes the messages about a project appear, as the time for undoing does. */
const passUndo = (id: number) =>
  rig.db
    .updateTable('message_push')
    .set({ publish_time: new Date(Date.now() - 1_000).toISOString() })
    .where('code', '=', 'pilot.left')
    .where('link', '=', `/demonstration/detail/${id}`)
    .execute()

describe('a project that leaves its batch', () => {
  test.each([
    ['CANCEL', '已取消拟入选资格'],
    ['QUIT', '已退出试点示范'],
  ] as const)(
    'by %s is told to applicant, recommender and platform with the reason, after the time for undoing',
    async (action, title) => {
      const id = await made(action)
      expect((await leave(id, action)).failed).toEqual([])
      for (const reader of readers) expect(await told(id, reader)).toEqual([])
      await passUndo(id)
      for (const reader of readers)
        expect(await told(id, reader)).toEqual([expect.stringMatching(`^${title}\\|.*原因：${REASON}`)])
      for (const other of ['enterprise_sy', 'province_bj', 'nation'])
        expect(await told(id, other)).toEqual([])
    },
  )

  test('before the publicity is told to the platform alone, and read by the others once it begins', async () => {
    const { batch, ids } = await publicised(rig)
    const [id = 0] = ids
    const shown = async (username: string) => {
      const { flow } = await (await rig.sameAs(username)).demoProjects.get({ id })
      return [flow.statusLabel, flow.lastOpinion, await told(id, username)]
    }
    await startsIn(batch, 60)
    expect((await leave(id, 'CANCEL')).failed).toEqual([])
    const news = [expect.stringMatching(`^已取消拟入选资格\\|.*原因：${REASON}`)]
    expect(await shown('platform')).toEqual(['未入选', REASON, news])
    for (const reader of ['enterprise_yc', 'province_nx'])
      expect(await shown(reader)).toEqual(['评审中', undefined, []])
    await startsIn(batch, -60)
    for (const reader of ['enterprise_yc', 'province_nx'])
      expect(await shown(reader)).toEqual(['未入选', REASON, []])
  })

  test.each([
    ['its applicant', 'enterprise_yc'],
    ['its recommender', 'province_nx'],
    ['the branch of its place', 'office_nx'],
    ['a reader of its place', 'query_nx'],
    ['an expert', 'expert20'],
    ['the public', undefined],
  ])('before the publicity changes nothing that %s reads', async (_who, reader) => {
    const { batch, ids } = await publicised(rig)
    const [projectId = 0] = ids
    await startsIn(batch, 600)
    const read = async () =>
      (await allTold(rig, reader, { ...batch, projectId, groupIds: [] })).map(
        ({ path, status, body }) => `${path} ${status} ${body.replace(CLOCKS, '')}`,
      )
    const before = await read()
    expect((await leave(projectId, 'CANCEL')).failed).toEqual([])
    expect(await read()).toEqual(before)
  })

  test('is told to nobody if it comes back in time', async () => {
    const id = await made('QUIT')
    const { undo } = await leave(id, 'QUIT')
    await (await rig.sameAs('nation')).review.undo({ undoId: undo?.undoId ?? '' })
    await passUndo(id)
    for (const reader of readers) expect(await told(id, reader)).toEqual([])
  })

  test('by an upheld objection is told once, in the answer', async () => {
    const projectId = await made('CANCEL')
    const { id } = await registered(rig, projectId)
    await verified(rig, id)
    const project = await (await rig.sameAs('nation')).demoProjects.get({ id: projectId })
    await step(rig, 'nation', id, {
      ...{ action: 'ANSWER', conclusion: 'UPHELD', cancelReason: REASON, demoCode: project.demoCode ?? '' },
      text: '经核实，备案主体与申报单位确不一致，异议成立。',
    })
    await passUndo(projectId)
    for (const reader of readers) expect(await told(projectId, reader)).toEqual([])
  })
})
