import { ReportStatus } from '@xinchu/contract/codes'
import type { BatchResult } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { decideReviews } from '../../src/domain/desk/decide.ts'
import { lackingFor } from '../../src/domain/permissions.ts'
import { type Rig, startRig } from '../rig.ts'
import { announcedOf } from '../support/announced.ts'
import { loadCaller } from '../support/caller.ts'
import { counting } from '../support/counting.ts'
import { annualIn, clearReports, KINDS, progressIn, quarter } from '../support/pilot-reports.ts'
import { refusalCodes } from '../support/rules.ts'

type Action = 'PASS' | 'RETURN' | 'CONFIRM' | 'REOPEN'

const OPINION = '请核对后修改'
const FEW = 2
const MANY = 30

let rig: Rig
let announced: number
/** Projects like the announced one, with its plan. */
let copies: number[]
beforeAll(async () => {
  rig = await startRig({ config: { undoSeconds: 10 } })
  announced = await announcedOf(rig, 'enterprise_yc')
  copies = await copiesOf(announced, MANY)
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})
beforeEach(() => clearReports(rig))

async function copiesOf(id: number, times: number): Promise<number[]> {
  const columnsOf = async (table: string, own: readonly string[]) => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'`.execute(
      rig.db,
    )
    return rows.map(({ name }) => name).filter((name) => !own.includes(name))
  }
  const columns = await columnsOf('demo_project', ['id', 'demo_code', 'project_name'])
  const names = sql.join(columns.map((name) => sql.ref(name)))
  const { rows } = await sql<{ id: number }>`
    insert into demo_project (demo_code, project_name, ${names})
    select 'COPY' || n, p.project_name || n, ${sql.join(columns.map((name) => sql.ref(`p.${name}`)))}
    from demo_project p cross join generate_series(1, ${times}) n where p.id = ${id} returning id`.execute(
    rig.db,
  )
  const made = rows.map((row) => row.id)
  const parts = await columnsOf('demo_part', ['id', 'project_id'])
  const partNames = sql.join(parts.map((name) => sql.ref(name)))
  await sql`
    insert into demo_part (project_id, ${partNames})
    select n.id, ${sql.join(parts.map((name) => sql.ref(`p.${name}`)))}
    from demo_part p cross join unnest(${made}::bigint[]) n(id)
    where p.project_id = ${id} and p.part = 'IMPLEMENTATION'`.execute(rig.db)
  return made
}

const tableOf = (kind: (typeof KINDS)[number]) =>
  kind === 'PROGRESS' ? ('demo_progress' as const) : ('annual_report' as const)

describe.each(KINDS)('decisions on many reports of the kind %s', (kind) => {
  const table = tableOf(kind)

  /** Reports of as many projects in the same state. */
  async function storedIn(status: ReportStatus, times: number): Promise<number[]> {
    const id = await (kind === 'PROGRESS' ? progressIn : annualIn)(rig, announced, status)
    const period = kind === 'PROGRESS' ? sql`year, quarter` : sql`year`
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(table)} (demo_project_id, province_code, ${period}, content, status, submit_time)
      select n.id, province_code, ${period}, content, status, submit_time
      from ${sql.table(table)} cross join unnest(${copies.slice(0, times)}::bigint[]) n(id)
      where ${sql.table(table)}.id = ${id} returning id`.execute(rig.db)
    return rows.map((row) => row.id)
  }
  const itemsOf = (ids: readonly number[], version = 0) => ids.map((id) => ({ id, version }))
  const decide = async (username: string, ids: readonly number[], action: Action, more: object = {}) =>
    (await rig.sameAs(username)).review.decide({ entity: kind, action, items: itemsOf(ids), ...more })
  const statesOf = async (ids: readonly number[]) => {
    const rows = await rig.db
      .selectFrom(table)
      .select(['id', 'status'])
      .where('id', 'in', [...ids])
      .orderBy('id')
      .execute()
    return rows.map(({ status }) => status)
  }

  test.each<[string, Action, ReportStatus, ReportStatus]>([
    ['province_nx', 'PASS', ReportStatus.submitted, ReportStatus.passed],
    ['province_nx', 'RETURN', ReportStatus.submitted, ReportStatus.returned],
    ['platform', 'CONFIRM', ReportStatus.passed, ReportStatus.confirmed],
    ['nation', 'RETURN', ReportStatus.passed, ReportStatus.returnedByNation],
    ['nation', 'REOPEN', ReportStatus.confirmed, ReportStatus.returned],
  ])('%s takes %s on all reports of a call', async (username, action, from, to) => {
    const ids = await storedIn(from, 3)
    const { succeeded, failed } = await decide(username, ids, action, { opinion: OPINION })
    expect([succeeded, failed]).toEqual([ids, []])
    expect(await statesOf(ids)).toEqual([to, to, to])
  })

  test('one undo takes all back, with the remarks', async () => {
    const ids = await storedIn(ReportStatus.submitted, 3)
    const { undo } = await decide('province_nx', ids, 'RETURN', { opinion: OPINION })
    expect(undo?.ids).toBeUndefined()
    const { review } = await rig.sameAs('province_nx')
    const remarks = async () => (await review.listRemarks({ entity: kind, size: 50 })).content
    expect(await remarks()).toHaveLength(3)
    await review.undo({ undoId: undo?.undoId ?? '' })
    expect(await statesOf(ids)).toEqual(Array(3).fill(ReportStatus.submitted))
    expect(await remarks()).toEqual([])
  })

  test.each<[Action, string | undefined, string]>([
    ['PASS', undefined, '尚需核对'],
    ['RETURN', OPINION, OPINION],
  ])('undoing %s brings back the remarks that were saved at the desk', async (action, opinion, kept) => {
    const [id = 0, other = 0] = await storedIn(ReportStatus.submitted, 2)
    const field = kind === 'PROGRESS' ? 'nextPlan' : 'nextYearPlan'
    const remarks = [{ field, text: '请写明时间' }]
    const { review } = await rig.sameAs('province_nx')
    await review.saveDraft({ entity: kind, entityId: id, opinion: '尚需核对', remarks })
    const { undo } = await decide('province_nx', [id, other], action, opinion ? { opinion } : {})
    const draftOf = async (entityId: number) => (await review.getRecord({ entity: kind, entityId })).draft
    expect(await draftOf(id)).toBeUndefined()
    await review.undo({ undoId: undo?.undoId ?? '' })
    expect(await draftOf(id)).toMatchObject({ opinion: kept, remarks })
    expect((await draftOf(other))?.opinion).toBe(opinion)
  })

  test('undoing a step without words leaves no draft', async () => {
    const [id = 0] = await storedIn(ReportStatus.submitted, 1)
    const { undo } = await decide('province_nx', [id], 'PASS')
    const { review } = await rig.sameAs('province_nx')
    await review.undo({ undoId: undo?.undoId ?? '' })
    expect((await review.getRecord({ entity: kind, entityId: id })).draft).toBeUndefined()
  })

  test('reports that are refused say why and do not stop the others', async () => {
    const ids = await storedIn(ReportStatus.submitted, 4)
    const [sound = 0, changed = 0, passed = 0, hidden = 0] = ids
    await rig.db.updateTable(table).set({ version: 3 }).where('id', '=', changed).execute()
    await rig.db.updateTable(table).set({ status: ReportStatus.passed }).where('id', '=', passed).execute()
    await sql`update demo_project set recommend_org_id = null, province_code = '110000' where id = ${copies[3]}`.execute(
      rig.db,
    )
    const { succeeded, failed } = await decide('province_nx', ids, 'PASS')
    await sql`update demo_project p set recommend_org_id = o.recommend_org_id, province_code = o.province_code
      from demo_project o where o.id = ${announced} and p.id = ${copies[3]}`.execute(rig.db)
    expect(succeeded).toEqual([sound])
    expect(failed).toMatchObject([
      { id: changed, code: 'W-003' },
      { id: passed, code: 'W-005' },
      { id: hidden, code: 'W-002' },
    ])
  })

  test('a return needs words', async () => {
    const ids = await storedIn(ReportStatus.submitted, 1)
    expect(await refusalCodes(decide('province_nx', ids, 'RETURN', { opinion: ' ' }))).toContain('W-006')
    expect(await statesOf(ids)).toEqual([ReportStatus.submitted])
  })

  test('the platform opens none again', async () => {
    const ids = await storedIn(ReportStatus.confirmed, 2)
    const { failed }: BatchResult = await decide('platform', ids, 'REOPEN', { opinion: OPINION })
    expect(failed.map(({ id }) => id)).toEqual(ids)
  })

  test('offices without a part in the review cannot call it', async () => {
    const ids = await storedIn(ReportStatus.submitted, 1)
    for (const username of ['enterprise_yc', 'query', 'county_yc', 'expert'])
      expect(await refusalCodes(decide(username, ids, 'PASS')), username).toContain('W-001')
    const { failed } = await decide('group_spic', ids, 'PASS')
    expect(failed).toMatchObject([{ code: 'W-002' }])
  })

  test('needs the permission to review reports of the kind, not of the other', async () => {
    const user = await loadCaller(rig.db, 'province_nx')
    const lacking = (...without: string[]) => {
      const permissions = user.permissions.filter((name) => !without.includes(name))
      return lackingFor('decideReviews', { ...user, permissions }, { entity: kind, action: 'PASS' })?.name
    }
    const [own = '', other = ''] =
      kind === 'PROGRESS' ? ['progress:audit', 'annual:audit'] : ['annual:audit', 'progress:audit']
    expect([lacking(own), lacking(other)]).toEqual([own, undefined])
  })

  test.each<[string, Action, ReportStatus]>([
    ['province_nx', 'PASS', ReportStatus.submitted],
    ['nation', 'RETURN', ReportStatus.passed],
    ['nation', 'CONFIRM', ReportStatus.passed],
  ])('%s takes %s on many in as many statements as on a few', async (username, action, status) => {
    const user = await loadCaller(rig.db, username)
    const sent: number[] = []
    for (const times of [FEW, MANY]) {
      await clearReports(rig)
      const items = itemsOf(await storedIn(status, times))
      const { db, count } = counting(rig.db)
      const decision = { entity: kind, action, items, opinion: OPINION }
      const result = await inTransaction(db, (trx) =>
        decideReviews(trx, decision, { user, now: new Date(), undoSeconds: 10 }),
      )
      expect(result.succeeded).toHaveLength(times)
      sent.push(count())
    }
    expect(sent[1]).toBe(sent[0])
  })
})

describe('dates of milestones', () => {
  const milestonesOf = async (projectId: number) => {
    const { content } = await rig.db
      .selectFrom('demo_part')
      .select('content')
      .where('project_id', '=', projectId)
      .where('part', '=', 'IMPLEMENTATION')
      .executeTakeFirstOrThrow()
    const { milestones = [] } = content as { milestones?: { id: number; progressPct?: number }[] } // by its part
    return milestones
  }

  /** Passed reports of a project, each saying how far its first milestone is. */
  async function reportsOf(projectId: number, progress: readonly number[]): Promise<number[]> {
    const [milestone] = await milestonesOf(projectId)
    const made: number[] = []
    for (const [place, progressPct] of progress.entries()) {
      const last = quarter.year * 4 + quarter.quarter - 1 - place
      const { id } = await rig.db
        .insertInto('demo_progress')
        .values({
          ...{ demo_project_id: projectId, province_code: '640000', status: ReportStatus.passed },
          ...{ year: Math.floor(last / 4), quarter: ((last % 4) + 1) as 1 | 2 | 3 | 4 }, // 1 to 4 by the remainder
          content: JSON.stringify({ milestones: [{ milestoneId: milestone?.id ?? 0, progressPct }] }),
          submit_time: '2026-01-01 00:00:00',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      made.push(id)
    }
    return made
  }

  const confirm = async (ids: readonly number[]) => {
    const user = await loadCaller(rig.db, 'nation')
    const items = ids.map((id) => ({ id, version: 0 }))
    const { db, count } = counting(rig.db)
    const result = await inTransaction(db, (trx) =>
      decideReviews(
        trx,
        { entity: 'PROGRESS', action: 'CONFIRM', items },
        { user, now: new Date(), undoSeconds: 10 },
      ),
    )
    return { ...result, statements: count() }
  }

  test('are taken into the plan of each project, the later quarter counting, and are not undone', async () => {
    const [one = 0, other = 0] = copies
    const ids = [...(await reportsOf(one, [80, 60])), ...(await reportsOf(other, [40]))]
    const { succeeded, undo } = await confirm(ids)
    expect([succeeded, undo]).toEqual([ids, undefined])
    expect((await milestonesOf(one))[0]).toMatchObject({ progressPct: 80 })
    expect((await milestonesOf(other))[0]).toMatchObject({ progressPct: 40 })
  })

  test('do not take the undo from reports without them', async () => {
    const [one = 0, other = 0] = copies
    const ids = [...(await reportsOf(one, [30])), ...(await reportsOf(other, [10]))]
    const [lasting = 0, plain = 0] = ids
    await rig.db.updateTable('demo_progress').set({ content: '{}' }).where('id', '=', plain).execute()
    const { succeeded, undo } = await confirm(ids)
    expect([succeeded, undo?.ids]).toEqual([ids, [plain]])
    await (await rig.sameAs('nation')).review.undo({ undoId: undo?.undoId ?? '' })
    const stored = await rig.db.selectFrom('demo_progress').select(['id', 'status']).orderBy('id').execute()
    expect(stored).toEqual([
      { id: lasting, status: ReportStatus.confirmed },
      { id: plain, status: ReportStatus.passed },
    ])
    expect((await milestonesOf(one))[0]).toMatchObject({ progressPct: 30 })
  })

  test('are taken into the plans of many projects in as many statements as of a few', async () => {
    const sent: number[] = []
    for (const times of [FEW, MANY]) {
      await clearReports(rig)
      const ids: number[] = []
      for (const projectId of copies.slice(0, times)) ids.push(...(await reportsOf(projectId, [50])))
      sent.push((await confirm(ids)).statements)
    }
    expect(sent[1]).toBe(sent[0])
  })
})
