import { CountryStatus, DeclareStatus, RepeatFlag } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { quarterDays, roundTo } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { columns, projectFields } from '../es-project/columns.ts'
import { countsIn } from '../ledger/official.ts'
import { maskedContact } from '../masking.ts'
import { movedRows, type SnapshotPeriod } from './write.ts'

type Difference = components['schemas']['WarehouseDifference']

type Content = Readonly<Record<string, unknown>>

/** Planned action of a sync on one project. */
export interface Candidate {
  id: number
  provinceCode: string
  projectName: string
  change: Difference['change']
  /** Only its division or owner was succeeded by another; the record is the same. */
  isMove?: true
  before: Content | null
  after: Content | null
}

const captions = new Map(projectFields.map(({ name, caption }) => [name, caption]))

const textOf = (value: unknown): string | undefined => {
  if (value === null || value === undefined) return undefined
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, 2000)
}

/** Fields of a record that differ from its snapshot, as displayed. */
export function changedFields(before: Content, after: Content): NonNullable<Difference['fields']> {
  return columns.flatMap(([name, column]) => {
    const [was, is] = [textOf(before[column]), textOf(after[column])]
    if (was === is) return []
    const [old, now] = [maskedContact(name, was), maskedContact(name, is)]
    const values = {
      ...(old === undefined ? {} : { before: old }),
      ...(now === undefined ? {} : { after: now }),
    }
    return [{ name, label: captions.get(name) ?? name, ...values }]
  })
}

const amount = (content: Content | null, column: string): number => Number(content?.[column] ?? 0)

/** Power and energy of a project in the current and in the next snapshot; 0 where it is not in it. */
const amountsOf = ({ before, after }: Candidate) => ({
  powerBefore: amount(before, 'rated_power'),
  powerAfter: amount(after, 'rated_power'),
  energyBefore: amount(before, 'rated_energy'),
  energyAfter: amount(after, 'rated_energy'),
})

type Amounts = ReturnType<typeof amountsOf>

/** Power and energy of all projects in a period, and after the planned actions. */
export async function totalsOf(
  db: Db,
  period: SnapshotPeriod,
  candidates: readonly Candidate[],
): Promise<Amounts> {
  const { rows } = await sql<{ power: number; energy: number }>`
    select coalesce(sum(w.rated_power), 0) as power, coalesce(sum(w.rated_energy), 0) as energy
    from official_project w where ${countsIn(period)}`.execute(db)
  const { power = 0, energy = 0 } = rows[0] ?? {}
  const amounts = candidates.map(amountsOf)
  const change = (was: keyof Amounts, is: keyof Amounts) =>
    amounts.reduce((sum, each) => sum + each[is] - each[was], 0)
  return {
    powerBefore: power,
    powerAfter: roundTo(power + change('powerBefore', 'powerAfter'), 4),
    energyBefore: energy,
    energyAfter: roundTo(energy + change('energyBefore', 'energyAfter'), 4),
  }
}

function differenceOf(candidate: Candidate): Difference {
  const { id, provinceCode, projectName, change, before, after } = candidate
  const fields = before && after ? changedFields(before, after) : undefined
  return {
    id,
    projectName,
    provinceCode: provinceCode as NonNullable<Difference['provinceCode']>, // a division's code
    change,
    ...amountsOf(candidate),
    ...(fields ? { fields } : {}),
  }
}

const MOST_DIFFERENCES = 1000

/** Counts of the planned actions of each kind, and the first of them as shown. */
export function shownDifferences(candidates: readonly Candidate[]) {
  const count = (change: Difference['change']) => candidates.filter((each) => each.change === change).length
  return {
    counts: { added: count('ADDED'), changed: count('CHANGED'), removed: count('REMOVED') },
    differences: candidates.slice(0, MOST_DIFFERENCES).map(differenceOf),
  }
}

// The complete record of an official row (`w`).
const record = sql`official_record r on r.province_code = w.province_code and r.project_id = w.project_id
  and r.sync_id = w.sync_id`

/** Projects of the period that the platform has deleted since, or found to be duplicates. */
async function findGone(db: Db, period: SnapshotPeriod): Promise<Candidate[]> {
  const { rows } = await sql<{ id: number; province_code: string; project_name: string; content: Content }>`
    select w.project_id as id, w.province_code, w.project_name, r.content from official_project w
    left join ${record} left join es_project p on p.province_code = w.province_code and p.id = w.project_id
    where ${countsIn(period)} and (p.id is null or p.deleted or p.repeat_flag = ${RepeatFlag.duplicate})
    order by w.province_code, w.project_id`.execute(db)
  return rows.map(({ id, province_code, project_name, content }) => ({
    id,
    provinceCode: province_code,
    projectName: project_name,
    change: 'REMOVED',
    before: content,
    after: null,
  }))
}

/** Stored projects whose division or owner has been succeeded by another since. */
async function findMoved(db: Db, others: readonly Candidate[]): Promise<Candidate[]> {
  const { rows } = await sql<{
    id: number
    province_code: string
    project_name: string
    content: Content
    was: Content
    is: Content
  }>`
    select w.project_id as id, w.province_code, w.project_name, r.content,
      jsonb_build_object('city_code', w.city_code, 'county_code', w.county_code, 'owner_group_id', w.owner_group_id) as was,
      jsonb_build_object('city_code', w.new_city, 'county_code', w.new_county, 'owner_group_id', w.new_owner) as is
    from ${movedRows} left join ${record} order by w.province_code, w.project_id`.execute(db)
  const taken = new Set(others.map(({ id }) => id))
  return rows
    .filter(({ id }) => !taken.has(id))
    .map(({ id, province_code, project_name, content, was, is }) => ({
      id,
      provinceCode: province_code,
      projectName: project_name,
      change: 'CHANGED',
      isMove: true,
      before: { ...content, ...was },
      after: { ...content, ...is },
    }))
}

/** Passed projects not yet stored, or changed since. */
async function findPassed(db: Db, period: SnapshotPeriod) {
  const { last } = quarterDays(period)
  const { rows } = await sql<{
    id: number
    province_code: string
    project_name: string
    is_late: boolean
    is_stored: boolean
    before: Content | null
    after: Content
  }>`
    select p.id, p.province_code, p.project_name, coalesce(p.commission_date > ${last}::date, false) as is_late,
      w.project_id is not null as is_stored, r.content as before, to_jsonb(p) as after
    from es_project p
    left join official_project w on w.province_code = p.province_code and w.project_id = p.id and ${countsIn(period)}
    left join ${record}
    where not p.deleted and p.declare_status = ${DeclareStatus.passed}
      and p.country_status = ${CountryStatus.passed} and p.repeat_flag <> ${RepeatFlag.duplicate}
    order by p.province_code, p.id for update of p`.execute(db)
  return rows
}

/** Returns passed projects not yet stored, stored ones that no longer count, and those whose division or owner ended. */
export async function findCandidates(
  db: Db,
  period: SnapshotPeriod,
): Promise<{ candidates: Candidate[]; skipped: { id: number; message: string }[] }> {
  const { last } = quarterDays(period)
  const rows = await findPassed(db, period)
  const taken = rows
    .filter(({ is_late }) => !is_late)
    .map(
      ({ id, province_code, project_name, is_stored, before, after }): Candidate => ({
        id,
        provinceCode: province_code,
        projectName: project_name,
        change: is_stored ? 'CHANGED' : 'ADDED',
        before,
        after,
      }),
    )
  const others = [...taken, ...(await findGone(db, period))]
  return {
    candidates: [...others, ...(await findMoved(db, others))],
    skipped: rows
      .filter(({ is_late }) => is_late)
      .map(({ id }) => ({ id, message: `投运日期晚于${last}，留待以后入库` })),
  }
}
