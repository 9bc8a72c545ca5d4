import { readdirSync, readFileSync } from 'node:fs'
import { BuildStatus, ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { importRows, type XinchuClient } from '@xinchu/sdk'
import { closedQuarter } from '@xinchu/validators'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budget } from '../../../../scripts/lib/test-seed.mjs'
import type { Db } from '../../src/db/database.ts'
import { leadsTo } from '../../src/db/origin.ts'
import { pageProjects } from '../../src/domain/es-project/page.ts'
import { dueUsage } from '../../src/domain/general-items/due-usage.ts'
import {
  addUpChanges,
  revisionsOf,
  touchProjects,
  touchReports,
} from '../../src/domain/revisions/statistics.ts'
import { keepCurrent } from '../../src/domain/statistics/kept-sums.ts'
import { projectLocations } from '../../src/domain/statistics/locations.ts'
import { usageOutliers } from '../../src/domain/statistics/outliers.ts'
import { figuresByPlace } from '../../src/domain/statistics/places.ts'
import { scaleLayout } from '../../src/domain/statistics/scale.ts'
import { usageStatistics } from '../../src/domain/statistics/usage.ts'
import { usageSpread } from '../../src/domain/statistics/usage-spread.ts'
import { usageTimeliness } from '../../src/domain/statistics/usage-timeliness.ts'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { loadCaller } from '../support/caller.ts'
import { changedByHand } from '../support/changed-by-hand.ts'
import { goodRow, type ImportCells } from '../support/import-rows.ts'
import { soundProject } from '../support/projects.ts'
import { soundUsage } from '../support/usage.ts'

const TODAY = day(new Date())
const LAST = closedQuarter(TODAY)
const PERIOD = { year: LAST.year, quarter: LAST.quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4

let rig: Rig
/** The same database as a second process reads it, which keeps its own results, and the way of its background work. */
let second: Db
let behind: Db
beforeAll(async () => {
  rig = await startRig({ config: { undoSeconds: 60 } })
  second = rig.db.withoutPlugins()
  behind = rig.db.withoutPlugins()
  leadsTo(behind, second)
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

/** The same database, of which nothing is kept. */
const afresh = (): Db => rig.db.withoutPlugins()

/** What statistics say to a user. */
async function statistics(db: Db, username: string) {
  const user = await loadCaller(rig.db, username)
  const scale = await scaleLayout(
    db,
    { dimensions: ['region', 'durationBand'], buildStatus: Object.values(BuildStatus) },
    user,
    LAST.year,
  )
  const usage = { ...PERIOD, dimensions: ['techType'] as const }
  const figuresOf = await figuresByPlace(db, {}, user)
  const due = await dueUsage(db, { itemType: 'USAGE', ...PERIOD }, PERIOD.quarter, user, new Date())
  const missing = { ...PERIOD, figure: 'unreported' as const, withSums: true }
  const { content: _rows, ...totals } = await pageProjects(db, missing, user, new Date())
  const listed = await pageProjects(db, { withSums: true, size: 3 }, user, new Date())
  return {
    scale,
    usage: await usageStatistics(db, usage, user, TODAY),
    spread: await usageSpread(db, PERIOD, user, TODAY),
    outliers: await usageOutliers(db, PERIOD, user, TODAY),
    timeliness: await usageTimeliness(db, PERIOD, user, TODAY),
    cells: await projectLocations(db, { cell: 4 }, user),
    states: due.states,
    projects: { ...listed, content: listed.content.map(({ id }) => id) },
    listed: due.content.map(({ projectId }) => projectId),
    totals,
    places: ['640000', '640300', '640323', '640324'].map(figuresOf),
  }
}

/** Each process keeps what one user reads after each write; in soak, what both read. */
const READERS: readonly (readonly [username: string, processes: () => (readonly [string, Db])[]])[] = [
  ['nation', () => [['first', rig.db], ...budget([], [['second', second] as const])]],
  ['county_yc', () => [['second', second], ...budget([], [['first', rig.db] as const])]],
]

let times = 0
async function expectSound(what: string): Promise<void> {
  times += 1
  // Every other time background work has been there first.
  if (times % 2 === 0) await keepCurrent(behind, new AbortController().signal)
  for (const [username, processes] of READERS) {
    const fresh = await statistics(afresh(), username)
    for (const [name, db] of processes())
      expect(await statistics(db, username), `${what}, ${username}, ${name} process`).toEqual(fresh)
  }
}

const made: number[] = []
let undoId: string | undefined
const client = (username: string): Promise<XinchuClient> => rig.sameAs(username)
const noted = ({ undo }: { undo?: components['schemas']['UndoOffer'] }) => {
  undoId = undo?.undoId ?? undoId
}

async function submit(username: string, action: 'SUBMIT' | 'PASS' | 'RETURN' | 'WITHDRAW', country = false) {
  const id = made.at(-1) ?? 0
  const opinion = action === 'RETURN' ? { opinion: '请核对' } : { closeRemarks: action === 'PASS' }
  const target = country ? { target: 'country' as const } : {}
  const step = await (await client(username)).projects.submit({ ids: [id], action, ...opinion, ...target })
  if (step.succeeded.length === 0) throw new Error(step.failed[0]?.message)
  noted(step)
}

/** Acts on the report of a station of the enterprise, by default its first one, for the last quarter. */
async function report(
  username: string,
  action: components['schemas']['GeneralItemsRequest']['action'],
  amount = 100,
  at = 0,
): Promise<void> {
  const enterprise = await client('enterprise_yc')
  const query = { itemType: 'USAGE' as const, ...PERIOD }
  const { content } = await enterprise.projects.listDueItems(query)
  const due = content[at]
  const projectId = due?.projectId ?? 0
  const usage = soundUsage(projectId, PERIOD, { chargeEnergy: amount, dischargeEnergy: amount * 0.85 })
  const known = due?.item ? { id: due.item.id, version: due.item.version } : {}
  // Who submits again answers what the report was returned for.
  const answer =
    action === 'SUBMIT' && due?.item?.status === ReportStatus.returned ? { answer: '已核对' } : {}
  const isWriting = action === 'SAVE' || action === 'SUBMIT'
  noted(
    await (await client(username)).projects.saveGeneralItems({
      action,
      ...(action === 'RETURN' || action === 'REOPEN' ? { opinion: '请核对' } : {}),
      items: [{ itemType: 'USAGE', ...known, ...answer, ...(isWriting ? { usage } : {}) }],
    }),
  )
}

let rowNo = 70_000
/** Imports a row that no other test has, or the last one again. */
async function importRow(isAgain: boolean, more: ImportCells): Promise<void> {
  if (!isAgain) rowNo += 1
  const { imports } = await client('enterprise_yc')
  const { batch } = await importRows(imports, [goodRow(rowNo, more)], {
    pollInterval: 60,
    takeReturned: true,
  })
  expect(batch).toMatchObject({ state: 'DONE', committedRows: 1 })
  const [project, ...others] = await rig.db
    .selectFrom('es_project')
    .select(['id', 'rated_energy'])
    .where('phase_no', '=', `${rowNo}期`)
    .execute()
  expect(others).toEqual([])
  expect(project?.rated_energy).toBe(more['ratedEnergy'])
  made.push(project?.id ?? 0)
}

const WRITES: Readonly<Record<string, () => Promise<unknown>>> = {
  'a project is drafted': async () => {
    const { id } = await (await client('enterprise_yc')).projects.create(soundProject(made.length * 7 + 3))
    made.push(id)
  },
  'a project is submitted': () => submit('enterprise_yc', 'SUBMIT'),
  'a county returns it': () => submit('county_yc', 'RETURN'),
  'a county passes it': () => submit('county_yc', 'PASS'),
  'an enterprise changes it': async () => {
    const enterprise = await client('enterprise_yc')
    const id = made.at(-1) ?? 0
    const { version = 0 } = await enterprise.projects.get(id)
    const more = { ratedPower: 77, ratedEnergy: 300 }
    await enterprise.projects.update({ ...soundProject(id % 1000, more), id, version })
  },
  'a draft is deleted': async () => {
    await (await client('enterprise_yc')).projects.delete([made.at(-1) ?? 0])
  },
  'a project is imported': () => importRow(false, { ratedEnergy: 61 }),
  'the returned project is imported again': () => importRow(true, { ratedEnergy: 62 }),
  'an enterprise withdraws it': () => submit('enterprise_yc', 'WITHDRAW'),
  'a report is saved': () => report('enterprise_yc', 'SAVE', 60),
  'a report is submitted': () => report('enterprise_yc', 'SUBMIT', 30 + made.length),
  'another report is submitted at once': () => report('enterprise_yc', 'SUBMIT', 45, 1),
  'a report is withdrawn': () => report('enterprise_yc', 'WITHDRAW'),
  'a province passes a report': () => report('province_nx', 'PASS'),
  'a province returns a report': () => report('province_nx', 'RETURN'),
  'the nation confirms a report': () => report('nation', 'CONFIRM'),
  'the nation opens a report again': () => report('nation', 'REOPEN'),
  'the last step is undone': async () => (await client('nation')).review.undo({ undoId: undoId ?? '' }),
  'the enterprise undoes its step': async () =>
    (await client('enterprise_yc')).review.undo({ undoId: undoId ?? '' }),
  'the province undoes its step': async () =>
    (await client('province_nx')).review.undo({ undoId: undoId ?? '' }),
  'the snapshot is stored': async () =>
    (await client('nation')).projects.syncWarehousingData({ ...PERIOD, dryRun: false }),
  'changes are added up': () => rig.db.transaction().execute(addUpChanges),
}

describe('changes of statistics', () => {
  test('add up to the same numbers, which no later change repeats', async () => {
    const quarters = [LAST.year * 4 + LAST.quarter]
    const seen = new Set<string>()
    for (let times = 0; times < 3; times += 1) {
      await WRITES['a project is drafted']?.()
      await WRITES['a project is submitted']?.()
      const now = await revisionsOf(rig.db, { quarters })
      await Promise.all([1, 2, 3].map(() => rig.db.transaction().execute(addUpChanges)))
      expect(await revisionsOf(rig.db, { quarters })).toEqual(now)
      expect(seen).not.toContain(now.get('640000'))
      seen.add(now.get('640000') ?? '')
    }
    const { rows } =
      await sql`select from statistics_change where province_code = '640000' and year is null`.execute(rig.db)
    expect(rows).toHaveLength(1)
  })

  test('that are not committed are kept by nobody', async () => {
    const nation = await loadCaller(rig.db, 'nation')
    const power = async (db: Db) =>
      (await scaleLayout(db, { dimensions: [] }, nation, LAST.year))[0]?.ratedPower
    const before = await power(rig.db)
    const work = rig.db.transaction().execute(async (trx) => {
      await sql`update es_project set rated_power = rated_power * 3 where province_code = '640000'`.execute(
        trx,
      )
      expect(await power(trx)).not.toBe(before)
      throw new Error('rolled back')
    })
    await expect(work).rejects.toThrow('rolled back')
    expect(await power(rig.db)).toBe(before)
  })

  test('are stated wherever projects or reports are written', () => {
    const domain = new URL('../../src/domain/', import.meta.url)
    // States of review, storing, duplicates and search, which no statistic reads.
    const others = [
      ...['kinds/project/move.ts', 'es-project/duplicates/store.ts', 'es-project/duplicates/number-keys.ts'],
      ...['text-search/project-index.ts', 'warehouse/mark-stored.ts', 'warehouse/restore.ts'],
      // Which version counts, before the step that says so.
      'es-project/submitted.ts',
    ]
    const writes =
      /(update|insert into|delete from) (es_project|usage_report)\b|(updateTable|insertInto|deleteFrom)\('(es_project|usage_report)'\)/
    const silent = readdirSync(domain, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !others.includes(name))
      .filter((name) => {
        const text = readFileSync(new URL(name, domain), 'utf8')
        return writes.test(text) && !/touch(Projects|AllProjects|Reports)\(/.test(text)
      })
    expect(silent).toEqual([])
  })
})

/** Writes in an order in which none is refused. */
const COURSE = [
  ...['a project is drafted', 'a project is submitted', 'a county returns it', 'an enterprise changes it'],
  ...[
    'a project is submitted',
    'the enterprise undoes its step',
    'a project is submitted',
    'an enterprise withdraws it',
    'a project is submitted',
    'a county passes it',
  ],
  ...['a project is drafted', 'a draft is deleted', 'a report is saved', 'a report is submitted'],
  ...['a report is withdrawn', 'a report is submitted', 'a province passes a report'],
  ...['the province undoes its step', 'a province passes a report', 'changes are added up'],
  ...['the nation confirms a report', 'the snapshot is stored', 'the nation opens a report again'],
  ...['a project is imported', 'a project is submitted', 'a county returns it'],
  'the returned project is imported again',
  'another report is submitted at once',
]

/** Why a write was refused; many are in a state. Empty if it was made. */
const refusalOf = (name: string): Promise<string> =>
  (WRITES[name] ?? (() => Promise.reject(new Error(name))))().then(() => '', String)

describe('kept statistics are what a fresh reading says', () => {
  test('after each write', async () => {
    await expectSound('before')
    const before = await statistics(rig.db, 'nation')
    for (const name of COURSE) {
      expect(await refusalOf(name), name).toBe('')
      await expectSound(name)
    }
    expect(await statistics(rig.db, 'nation')).not.toEqual(before)
  }, 240_000)

  test('after any writes in any order', async () => {
    const names = fc.array(fc.constantFrom(...Object.keys(WRITES)), { minLength: 4, maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(names, async (chosen) => {
        for (const name of chosen) if ((await refusalOf(name)) === '') await expectSound(name)
      }),
      { numRuns: budget(1, 8), endOnFailure: true },
    )
  })

  test('after many writes while others read', async () => {
    const enterprise = await client('enterprise_yc')
    const write = async (serial: number) => {
      const { id } = await enterprise.projects.create(soundProject(serial))
      await enterprise.projects.submit({ ids: [id], action: 'SUBMIT' })
    }
    const read = async (db: Db) => {
      await statistics(db, 'nation')
      await statistics(db, 'county_yc')
    }
    const before = await statistics(rig.db, 'nation')
    const work = [601, 608, 615, 622, 629, 636].flatMap((serial) => [
      write(serial),
      read(rig.db),
      read(second),
    ])
    await Promise.all([...work, rig.db.transaction().execute(addUpChanges)])
    await expectSound('many writes')
    expect((await statistics(rig.db, 'nation')).scale).not.toEqual(before.scale)
  })

  test('after a succession of divisions and a merger of owners', async () => {
    const admin = await rig.as('admin')
    await expectSound('before')
    await admin.regions.recordSuccession({
      ...{ fromCode: '640323', toCode: '640324', kind: '1' },
      ...{ effectiveDate: '2026-03-01', documentNo: '民函〔2026〕1号' },
    })
    await expectSound('a succession')
    const into = await admin.owners.create({ value: 'INTO', label: '并入能源集团' })
    const from = await rig.db
      .selectFrom('es_project')
      .select('owner_group_id')
      .where('owner_group_id', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    await admin.owners.merge({ fromId: from.owner_group_id ?? 0, intoId: into.id })
    await expectSound('a merger')
  })

  test('of what an enterprise owns in several provinces', async () => {
    const user = await loadCaller(rig.db, 'enterprise_yc')
    const { rows } = await sql<{ id: number; project_id: number }>`
      select u.id, u.project_id from usage_report u join es_project p on p.id = u.project_id
      where u.year = ${PERIOD.year} and u.quarter = ${PERIOD.quarter} and u.status = ${ReportStatus.confirmed}
        and p.province_code <> '640000' and p.submitted_once and p.build_status = ${BuildStatus.operating} limit 1`.execute(
      rig.db,
    )
    const [{ id, project_id: projectId } = { id: 0, project_id: 0 }] = rows
    await sql`update es_project set org_id = ${user.orgId} where id = ${projectId}`.execute(rig.db)
    await changedByHand(rig.db)
    const marksIn = async (db: Db) => (await usageOutliers(db, PERIOD, user, TODAY)).content
    const before = await marksIn(rig.db)
    await rig.db.transaction().execute(async (trx) => {
      await sql`update usage_report set discharge_energy = charge_energy * 3 where id = ${id}`.execute(trx)
      await touchReports(trx, [id])
    })
    expect(await marksIn(rig.db)).toEqual(await marksIn(afresh()))
    expect((await marksIn(rig.db)).length).toBeGreaterThan(before.length)
  })

  test('that background work has read again, which asks the database no more', async () => {
    const nation = await loadCaller(rig.db, 'nation')
    const power = async () =>
      (await scaleLayout(second, { dimensions: [] }, nation, LAST.year))[0]?.ratedPower
    // Background work reads again what was asked for more than once.
    await power()
    const before = (await power()) ?? 0
    await rig.db.transaction().execute(async (trx) => {
      await sql`update es_project set rated_power = rated_power + 1 where id = (select max(id) from es_project
        where province_code = '640000' and build_status = ${BuildStatus.operating} and submitted_once and not deleted)`.execute(
        trx,
      )
      await touchProjects(trx, ['640000'])
    })
    await keepCurrent(behind, new AbortController().signal)
    // Past the calls of the platform, so that only a kept result does not see it.
    await sql`update es_project set rated_power = rated_power * 2 where province_code = '640000'`.execute(
      rig.db,
    )
    expect(await power()).toBeCloseTo(before + 1, 4)
    await sql`update es_project set rated_power = rated_power / 2 where province_code = '640000'`.execute(
      rig.db,
    )
  })

  test('after provinces change their regional group', async () => {
    const nation = await loadCaller(rig.db, 'nation')
    const byGroup = (db: Db) => scaleLayout(db, { dimensions: ['regionGroup'] }, nation, LAST.year)
    const before = await byGroup(rig.db)
    await sql`update region set region_group = (select region_group from region where code = '110000')
      where code = '640000'`.execute(rig.db)
    expect(await byGroup(rig.db)).not.toEqual(before)
  })

  test('whose numbers say where a page of due stations begins', async () => {
    const nation = await client('nation')
    const ask = (page: number, size: number) =>
      nation.projects.listDueItems({ itemType: 'USAGE', ...PERIOD, page, size })
    const { totalElements } = await ask(0, 1)
    const size = 90
    const pages = Array.from({ length: Math.ceil(totalElements / size) }, (_, page) => ask(page, size))
    const listed = (await Promise.all(pages)).flatMap(({ content }) => content)
    const { rows } = await sql<{ id: number }>`
      select p.id from es_project p where p.id = any(${listed.map(({ projectId }) => projectId)}::bigint[])
      order by p.province_code, p.id`.execute(rig.db)
    expect(listed.map(({ projectId }) => projectId)).toEqual(rows.map(({ id }) => id))
    expect(listed.length).toBe(totalElements)
    expect(new Set(listed.map(({ provinceCode }) => provinceCode)).size).toBeGreaterThan(20)
  })
})
