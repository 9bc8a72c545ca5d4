import { CountryStatus } from '@xinchu/contract/codes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { all } from '../../db/sql.ts'
import { type Caller, isAmong } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { conditions, NAMES, type ProjectQuery } from '../es-project/filters.ts'
import { linksTo } from '../links/link-to.ts'
import { fewContaining } from '../text-search/rare-words.ts'
import { inColumns, inText } from '../text-search/words.ts'
import { type Found, foundOf, hitOf, MOST_HITS, NOTHING, rankOf, type Sought } from './hits.ts'

interface Row {
  id: number
  project_name: string
  company_name: string | null
  project_code: string
  declare_status: string
  country_status: string
  rated_power: number | null
  rated_energy: number | null
  place: string | null
}

/**
 * SQL condition: a submitted project contains all words. By the index of words, unless many projects have them: then rows
 * are read in order until enough are found. While the index is incomplete, names are read.
 */
async function containing(db: Db, words: readonly string[]): Promise<RawBuilder<boolean>> {
  const few = await fewContaining(db, words)
  if (few === 'unknown') return inColumns(words, NAMES, 'p.initials')
  if (few === 'many')
    return sql<boolean>`exists (select from project_search s where s.project_id = p.id and ${inText(words)})`
  return sql<boolean>`p.id = any(${[...few]}::bigint[])`
}

/** Filters in the notation of addresses as a query. */
const queryOf = (filters: Readonly<Record<string, string>>): ProjectQuery =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => {
      if (LISTS.has(name)) return [name, value.split(',')]
      return [name, NUMBERS.has(name) ? Number(value) : value]
    }),
  )

const LISTS: ReadonlySet<string> = new Set(['techType', 'techSubType', 'appSubScenario', 'buildStatus'])
const NUMBERS: ReadonlySet<string> = new Set([
  'powerMin',
  'powerMax',
  'energyMin',
  'energyMax',
  'ownerGroupId',
])

const noteOf = (row: Row): string =>
  row.country_status === CountryStatus.none
    ? labelIn('declare_status', row.declare_status)
    : labelIn('country_status', row.country_status)

const subtitleOf = ({ place, company_name, rated_power, rated_energy, project_code }: Row): string =>
  [
    place,
    company_name,
    rated_power === null
      ? undefined
      : `${rated_power}MW${rated_energy === null ? '' : `/${rated_energy}MWh`}`,
    project_code,
  ]
    .filter(Boolean)
    .join(' · ')

/** Callers who may list projects. */
const PROJECT_LISTERS = ['READ', 'ENT'] as const

/** Finds projects in the caller's scope: own drafts, and submitted ones. */
export async function findProjectHits(
  db: Db,
  sought: Sought & { filters: Readonly<Record<string, string>> },
  user: Caller,
): Promise<Found> {
  const pathOf = linksTo({ kind: 'PROJECT', purpose: 'read' }, sought.grants)
  if (!pathOf || !isAmong(user, PROJECT_LISTERS)) return NOTHING
  const { words, filters } = sought
  const where = conditions(queryOf(filters), user)
  const parts = [
    all([where, sql`p.submitted_once`, ...(words.length > 0 ? [await containing(db, words)] : [])]),
    all([
      where,
      sql`not p.submitted_once and p.org_id = ${user.orgId}`,
      ...(words.length > 0 ? [inColumns(words, NAMES, 'p.initials')] : []),
    ]),
  ]
  const newest = parts.map(
    (part) =>
      sql`(select p.id, p.province_code from es_project p where ${part} order by p.id desc limit ${MOST_HITS + 1})`,
  )
  const { rows } = await sql<Row>`
    select p.id, p.project_name, p.company_name, p.project_code, p.declare_status, p.country_status, p.rated_power,
      p.rated_energy, (select r.name from region r where r.code = coalesce(p.county_code, p.city_code, p.province_code)) as place
    from (${sql.join(newest, sql` union all `)}) n join es_project p on p.province_code = n.province_code and p.id = n.id
    order by p.id desc limit ${MOST_HITS + 1}`.execute(db)
  const { shown, ...found } = foundOf(rows, sought, ({ project_name, project_code }) =>
    Math.min(rankOf(project_name, words), rankOf(project_code, words)),
  )
  const hits = shown.map((row) =>
    hitOf(sought, {
      id: row.id,
      title: row.project_name,
      subtitle: subtitleOf(row),
      note: noteOf(row),
      path: pathOf({ id: row.id }),
    }),
  )
  return { ...found, hits }
}
