import { AccountStatus } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type Caller, isAmong } from '../caller.ts'
import { linksTo } from '../links/link-to.ts'
import { addressedTo, isLast } from '../messages/addressed.ts'
import { visiblePilots } from '../pilot-project/scope.ts'
import { isEditor, isLive } from '../sections/query.ts'
import { inColumns } from '../text-search/words.ts'
import { reachable } from '../users/contacts.ts'
import { accounts } from '../users/query.ts'
import { type Found, foundOf, hitOf, MOST_HITS, NOTHING, rankOf, type Sought } from './hits.ts'

const keywordOf = (title: string) => title.slice(0, 100)

interface PilotRow {
  id: number
  project_name: string
  company_name: string | null
  demo_code: string | null
  batch_year: number
}

/** Callers who may list demonstration projects. */
const PILOT_LISTERS = ['ENT', 'PRV', 'CEN', 'NAT', 'NQ', 'PLT', 'NAR', 'NAP'] as const

/** Finds demonstration projects by name, company and code. */
export async function findPilotHits(db: Db, sought: Sought, user: Caller): Promise<Found> {
  const { words } = sought
  const pathOf = linksTo({ kind: 'DEMO', purpose: 'read' }, sought.grants)
  if (!pathOf || !isAmong(user, PILOT_LISTERS)) return NOTHING
  const { rows } = await sql<PilotRow>`
    select p.id, p.project_name, p.company_name, p.demo_code, p.batch_year from demo_project p
    where ${visiblePilots(user)} and ${inColumns(words, ['p.project_name', 'p.company_name', 'p.demo_code'])}
    order by p.id desc limit ${MOST_HITS + 1}`.execute(db)
  const { shown, ...found } = foundOf(rows, sought, ({ project_name }) => rankOf(project_name, words))
  const hits = shown.map(({ id, project_name, company_name, demo_code, batch_year }) =>
    hitOf(sought, {
      id,
      title: project_name,
      subtitle: [company_name, demo_code].filter(Boolean).join(' · '),
      note: `${batch_year}年`,
      path: pathOf({ id }),
    }),
  )
  return { ...found, hits }
}

interface MessageRow {
  id: number
  title: string
  publish_time: string | null
}

/** Finds the caller's received messages by title. */
export async function findMessageHits(db: Db, sought: Sought, user: Caller): Promise<Found> {
  const { words } = sought
  const pathOf = linksTo({ kind: 'MESSAGE', purpose: 'read' }, sought.grants)
  if (!pathOf) return NOTHING
  const { rows } = await sql<MessageRow>`
    select m.id, m.title, m.publish_time from message_push m
    where ${addressedTo(user)} and ${isLast} and ${inColumns(words, ['m.title'])}
    order by m.publish_time desc, m.id desc limit ${MOST_HITS + 1}`.execute(db)
  const { shown, ...found } = foundOf(rows, sought, ({ title }) => rankOf(title, words))
  const hits = shown.map(({ id, title, publish_time }) =>
    hitOf(sought, {
      id,
      title,
      note: publish_time?.slice(0, 10),
      path: pathOf({ search: { keyword: keywordOf(title), id } }),
    }),
  )
  return { ...found, hits }
}

const SECTIONS = ['policy', 'industry', 'platform'] as const
const SECTION_KINDS = { policy: 'POLICY', industry: 'INDUSTRY', platform: 'PLATFORM' } as const

interface SectionRow {
  id: number
  category: (typeof SECTIONS)[number]
  title: string
  summary: string | null
  publish_date: string | null
}

/** Finds entries of the sections that the caller has a page of: those shown today, and all for their editors. */
export async function findSectionHits(db: Db, sought: Sought, user: Caller): Promise<Found> {
  const { words } = sought
  const paths = new Map(
    SECTIONS.map((each) => [each, linksTo({ kind: SECTION_KINDS[each], purpose: 'list' }, sought.grants)]),
  )
  const open = SECTIONS.filter((each) => paths.get(each))
  if (open.length === 0) return NOTHING
  const edited = open.filter((category) => isEditor(user, category))
  const { rows } = await sql<SectionRow>`
    select s.id, s.category, s.title, s.summary, s.publish_date from section_info s
    where (${isLive} or s.category = any(${edited}::text[]))
      and s.category = any(${open}::text[])
      and ${inColumns(words, ['s.title', 's.doc_no', 's.summary', 's.company_name', 's.platform_name', 's.host_org'])}
    order by s.id desc limit ${MOST_HITS + 1}`.execute(db)
  const { shown, ...found } = foundOf(rows, sought, ({ title }) => rankOf(title, words))
  const hits = shown.flatMap(({ id, category, title, summary, publish_date }) => {
    const path = paths.get(category)?.({ search: { keyword: keywordOf(title) } })
    return path === undefined
      ? []
      : [hitOf(sought, { id, title, subtitle: summary?.slice(0, 100), note: publish_date, path })]
  })
  return { ...found, hits }
}

interface ContactRow {
  id: number
  real_name: string
  org_name: string | null
  position: string | null
}

/** Finds the caller's contacts by name and office. */
export async function findContactHits(db: Db, sought: Sought, user: Caller): Promise<Found> {
  const { words } = sought
  const pathOf = linksTo({ kind: 'CONTACT', purpose: 'list' }, sought.grants)
  if (!pathOf) return NOTHING
  const { rows } = await sql<ContactRow>`
    select u.id, coalesce(u.real_name, u.username) as real_name, o.org_name, u.position from ${accounts}
    where u.status = ${AccountStatus.active} and ${reachable(user)} and ${inColumns(words, ['u.real_name', 'o.org_name'])}
    order by u.id desc limit ${MOST_HITS + 1}`.execute(db)
  const { shown, ...found } = foundOf(rows, sought, ({ real_name }) => rankOf(real_name, words))
  const hits = shown.map(({ id, real_name, org_name, position }) =>
    hitOf(sought, {
      id,
      title: real_name,
      subtitle: org_name,
      note: position,
      path: pathOf({ search: { keyword: keywordOf(real_name) } }),
    }),
  )
  return { ...found, hits }
}
