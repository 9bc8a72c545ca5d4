import { CountryStatus, DeclareStatus, RepeatFlag } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { quarterDays, roundTo } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { columns, projectFields } from '../es-project/columns.ts'
import { maskedContact } from '../masking.ts'
import type { SnapshotPeriod } from './snapshot.ts'

type Difference = components['schemas']['WarehouseDifference']

type Content = Readonly<Record<string, unknown>>

/** Planned action of a sync on one project. */
export interface Candidate {
  id: number
  provinceCode: string
  projectName: string
  change: Difference['change']
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

/** Power and energy of all projects in the current snapshot, and after the planned actions. */
export async function totalsOf(
  db: Db,
  base: SnapshotPeriod | undefined,
  candidates: readonly Candidate[],
): Promise<Amounts> {
  const { rows } = await sql<{ power: number; energy: number }>`
    select coalesce(sum(rated_power), 0) as power, coalesce(sum(rated_energy), 0) as energy from warehouse_project
    where year = ${base?.year ?? 0} and quarter = ${base?.quarter ?? 0}`.execute(db)
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

export function differenceOf(candidate: Candidate): Difference {
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

/** Projects of the previous snapshot that the platform has deleted since, or found to be duplicates. */
async function findGone(db: Db, base: SnapshotPeriod | undefined): Promise<Candidate[]> {
  const { rows } = await sql<{ id: number; province_code: string; project_name: string; content: Content }>`
    select w.project_id as id, w.province_code, w.project_name, w.content from warehouse_project w
    left join es_project p on p.province_code = w.province_code and p.id = w.project_id
    where w.year = ${base?.year ?? 0} and w.quarter = ${base?.quarter ?? 0}
      and (p.id is null or p.deleted or p.repeat_flag = ${RepeatFlag.duplicate})
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

/** Returns passed projects not yet stored, and stored ones that no longer count. */
export async function findCandidates(
  db: Db,
  period: SnapshotPeriod,
  base: SnapshotPeriod | undefined,
): Promise<{ candidates: Candidate[]; skipped: { id: number; message: string }[] }> {
  const { last } = quarterDays(period)
  const { rows } = await sql<{
    id: number
    province_code: string
    project_name: string
    is_late: boolean
    before: Content | null
    after: Content
  }>`
    select p.id, p.province_code, p.project_name, coalesce(p.commission_date > ${last}::date, false) as is_late,
      w.content as before, to_jsonb(p) as after
    from es_project p
    left join warehouse_project w on w.province_code = p.province_code and w.project_id = p.id
      and w.year = ${base?.year ?? 0} and w.quarter = ${base?.quarter ?? 0}
    where not p.deleted and p.declare_status = ${DeclareStatus.passed}
      and p.country_status = ${CountryStatus.passed} and p.repeat_flag <> ${RepeatFlag.duplicate}
    order by p.province_code, p.id for update of p`.execute(db)
  const taken = rows.filter(({ is_late }) => !is_late)
  return {
    candidates: [
      ...taken.map(
        ({ id, province_code, project_name, before, after }): Candidate => ({
          id,
          provinceCode: province_code,
          projectName: project_name,
          change: before ? 'CHANGED' : 'ADDED',
          before,
          after,
        }),
      ),
      ...(await findGone(db, base)),
    ],
    skipped: rows
      .filter(({ is_late }) => is_late)
      .map(({ id }) => ({ id, message: `投运日期晚于${last}，留待以后入库` })),
  }
}
