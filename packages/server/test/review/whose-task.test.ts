import { DemoStatus, ReportStatus } from '@xinchu/contract/codes'
import type { ReviewListTasksQuery, ReviewTaskPage, XinchuClient } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { announcedOf } from '../support/announced.ts'
import { makePilots } from '../support/pilot-projects.ts'
import { annualIn, clearReports, progressIn } from '../support/pilot-reports.ts'
import { soundProject } from '../support/projects.ts'
import { clearProvincial, provincialIn } from '../support/provincial.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const OFFICES = ['county_yc', 'city_wz', 'province_nx', 'group_spic', 'nation', 'platform', 'province_bj']
/** Those that check for the nation: one party. */
const NATION = ['nation', 'platform']

type Kind = NonNullable<ReviewListTasksQuery['entity']>

async function pagesOf({ listTasks }: XinchuClient['review'], entity: Kind) {
  const first = await listTasks({ entity, size: 100 })
  const pages: [ReviewTaskPage, ...ReviewTaskPage[]] = [first]
  for (let page = 1; page * 100 < first.totalElements; page += 1)
    pages.push(await listTasks({ entity, size: 100, page }))
  return pages
}

/** Offices that have a record on their desk. */
async function desksWith(entity: Kind, id: number): Promise<string[]> {
  const found: string[] = []
  for (const username of OFFICES) {
    const { review } = await rig.sameAs(username)
    const [first, ...rest] = await pagesOf(review, entity)
    const { kinds, totalElements } = first
    const content = [first, ...rest].flatMap((page) => page.content)
    // The badge and the home page add up the kinds.
    const { count = 0 } = kinds.find((kind) => kind.entity === entity) ?? {}
    expect(count, `${username} ${entity}`).toBe(totalElements)
    if (content.some(({ entityId }) => entityId === id)) found.push(username)
  }
  return found
}

const { draft, submitted, returned, passed, confirmed, returnedByNation } = ReportStatus

/** Whose task a report is in each state: the author's, of these offices, or nobody's any more. */
type Owners = Readonly<Record<ReportStatus, 'author' | readonly string[]>>

const byReviewer = (reviewer: string, nation: readonly string[] = NATION): Owners => ({
  [draft]: 'author',
  [submitted]: [reviewer],
  [returned]: 'author',
  [passed]: nation,
  [returnedByNation]: [reviewer],
  [confirmed]: [],
})
const byNation = (nation: readonly string[]): Owners => ({
  [draft]: 'author',
  [submitted]: nation,
  [returned]: 'author',
  [passed]: [],
  [returnedByNation]: 'author',
  [confirmed]: [],
})
const byProvinceAlone: Owners = { ...byReviewer('province_nx', []), [returnedByNation]: ['province_nx'] }

interface Reported {
  kind: Kind
  name: string
  owners: Owners
  /** Stores a record in a state. @returns its id */
  make: (status: ReportStatus) => Promise<number>
  /** Whether its author finds it among what he has to do. */
  isAuthorsTask: (id: number) => Promise<boolean>
}

const year = Number(day(new Date()).slice(0, 4))
const as = (username: string): Promise<XinchuClient> => rig.sameAs(username)

async function usageIn(status: ReportStatus): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update usage_report u set status = ${status} from es_project p
    where u.id = (select min(r.id) from usage_report r join es_project s on s.id = r.project_id
      join org o on o.id = s.org_id where o.org_name = '盐池一号储能有限公司')
      and p.id = u.project_id returning u.id`.execute(rig.db)
  return rows[0]?.id ?? 0
}

async function isDueUsage(id: number): Promise<boolean> {
  const row = await rig.db
    .selectFrom('usage_report')
    .select(['year', 'quarter', 'project_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { projects } = await as('enterprise_yc')
  const quarter = row.quarter as 1 | 2 | 3 | 4 // a quarter is 1 to 4
  const status = [draft, returned]
  const due = await projects.listDueItems({ itemType: 'USAGE', year: row.year, quarter, status, size: 100 })
  return due.content.some(({ projectId }) => projectId === row.project_id)
}

/** Stores a calculation of this year, of a division or of the enterprise. */
async function calcIn(author: string, status: ReportStatus): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into year_calc (province_code, scope_type, scope_id, scope_name, year, city_code, county_code, org_id, status)
    select ${'640000'}, ${author === 'enterprise_yc' ? 'ENTERPRISE' : 'REGION'},
      ${author === 'enterprise_yc' ? sql`o.id` : sql`o.region_code::bigint`}, o.org_name, ${year},
      ${author === 'province_nx' ? null : '640300'}, ${['county_yc', 'enterprise_yc'].includes(author) ? '640323' : null},
      o.id, ${status}
    from app_user u join org o on o.id = u.org_id where u.username = ${author}
    on conflict (province_code, scope_type, scope_id, year) do update set status = excluded.status
    returning id`.execute(rig.db)
  return rows[0]?.id ?? 0
}

const isOwnCalc = (author: string) => async (id: number) => {
  const { content } = await (await as(author)).projects.listDueItems({ itemType: 'YEARCALC', year })
  const own = content.find(({ item }) => item?.id === id)
  return own?.item?.flow.actions?.includes('SUBMIT') ?? false
}

const isPilotTask = async (kind: Kind, id: number) => {
  const { content } = await (await as('enterprise_yc')).demoProjects.getTasks({ tab: 'todo', size: 100 })
  const types: readonly string[] = kind === 'DEMO' ? ['APPLY'] : [kind]
  return content.some(({ bizType, bizId }) => types.includes(bizType) && bizId === id)
}

const calcOf = (author: string, owners: Owners): Reported => ({
  kind: 'YEARCALC',
  name: `the yearly calculation of ${author}`,
  owners,
  make: (status) => calcIn(author, status),
  isAuthorsTask: isOwnCalc(author),
})

const announced = () => announcedOf(rig, 'enterprise_yc')
const OPEN = [draft, returned, returnedByNation]

const REPORTS: readonly Reported[] = [
  {
    kind: 'USAGE',
    name: 'a quarterly report',
    owners: byReviewer('province_nx', ['nation']),
    make: usageIn,
    isAuthorsTask: isDueUsage,
  },
  calcOf('enterprise_yc', { ...byProvinceAlone, [passed]: [], [returnedByNation]: [] }),
  calcOf('county_yc', byReviewer('city_wz', ['nation'])),
  calcOf('city_wz', byReviewer('province_nx', ['nation'])),
  calcOf('province_nx', byNation(['nation'])),
  {
    kind: 'PROGRESS',
    name: 'a report of progress',
    owners: byReviewer('province_nx'),
    async make(status) {
      await clearReports(rig)
      return progressIn(rig, await announced(), status)
    },
    isAuthorsTask: (id) => isPilotTask('PROGRESS', id),
  },
  {
    kind: 'ANNUAL',
    name: 'an annual report',
    owners: byReviewer('province_nx'),
    async make(status) {
      await clearReports(rig)
      return annualIn(rig, await announced(), status)
    },
    isAuthorsTask: (id) => isPilotTask('ANNUAL', id),
  },
  {
    kind: 'PROV_DEMO',
    name: 'a provincial demonstration project',
    owners: byNation(['nation']),
    async make(status) {
      await clearProvincial(rig)
      return provincialIn(rig, 'PROV_DEMO', status)
    },
    async isAuthorsTask(id) {
      const { content } = await (await as('province_nx')).provincialDemos.list({ status: OPEN, size: 100 })
      return content.some((each) => each.id === id)
    },
  },
  {
    kind: 'WORK_REPORT',
    name: 'a work report',
    owners: byNation(['nation']),
    async make(status) {
      await clearProvincial(rig)
      return provincialIn(rig, 'WORK_REPORT', status)
    },
    async isAuthorsTask(id) {
      const { content } = await (await as('province_nx')).workReports.list({ status: OPEN, size: 100 })
      return content.some((each) => each.id === id)
    },
  },
]

describe.each(REPORTS)('$name', ({ kind, owners, make, isAuthorsTask }) => {
  test.each(Object.values(ReportStatus))('in the state %s is the task of one party', async (status) => {
    const id = await make(status)
    const owner = owners[status]
    expect(await desksWith(kind, id)).toEqual(owner === 'author' ? [] : owner)
    expect(await isAuthorsTask(id)).toBe(owner === 'author')
  })
})

test.each<[DemoStatus, 'author' | readonly string[]]>([
  [DemoStatus.draft, 'author'],
  [DemoStatus.atRecommender, ['province_nx']],
  [DemoStatus.returnedByRecommender, 'author'],
  [DemoStatus.recommended, NATION],
  [DemoStatus.returnedByNation, 'author'],
])('an application in the state %s is the task of one party', async (status, owner) => {
  const [id = 0] = await makePilots(rig.db, 1, { status })
  expect(await desksWith('DEMO', id)).toEqual(owner === 'author' ? [] : owner)
  expect(await isPilotTask('DEMO', id)).toBe(owner === 'author')
})

describe.each(['county_yc', 'city_wz', 'province_nx'])('a project that %s reports itself', (author) => {
  const states = { draft: '0', 'returned by the province': '6', 'passed by the province': '7' } as const

  test.each(Object.entries(states))('in the state %s is the task of one party', async (name, declare) => {
    const { projects } = await as(author)
    const { id } = await projects.create(soundProject(900 + Number(declare)))
    await rig.db
      .updateTable('es_project')
      .set({ declare_status: declare, submitted_once: name !== 'draft' })
      .where('id', '=', id)
      .execute()
    const isThrough = name === 'passed by the province'
    expect(await desksWith('PROJECT', id)).toEqual(isThrough ? ['province_nx'] : [])
    const own = await projects.list({ own: true, declareStatus: ['0', '6'], size: 100 })
    expect(own.content.some((each) => each.id === id)).toBe(!isThrough)
    await rig.db.deleteFrom('es_project').where('id', '=', id).execute()
  })
})
