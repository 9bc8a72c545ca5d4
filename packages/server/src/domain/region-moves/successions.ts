import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { badRequest, conflict } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { shortRegionName } from '../regions/short-name.ts'
import { reply } from '../reply.ts'
import { applyMoves, COUNTY_LEVEL, countMoves, type Division } from './moves.ts'

type Schemas = components['schemas']
type Draft = Schemas['RegionSuccessionDraft']

const PROVINCE_LEVEL = 1
const CITY_LEVEL = 2
// Approvals are published some days before they take effect.
const MOST_DAYS_AHEAD = 30

const refuse = (field: keyof Draft, message: string) => badRequest('W-034', message, [{ field, message }])

/** Returns successions, the newest first. */
export async function listSuccessions(db: Db): Promise<Schemas['RegionSuccession'][]> {
  const rows = await db
    .selectFrom('region_succession')
    .selectAll()
    .orderBy('effective_date', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) =>
    reply<Schemas['RegionSuccession']>({
      id: row.id,
      fromCode: row.from_code,
      fromName: row.from_name,
      toCode: row.to_code,
      toName: row.to_name,
      kind: row.kind,
      effectiveDate: row.effective_date,
      documentNo: row.document_no,
      note: row.note,
      createBy: row.create_by,
      createTime: row.create_time,
    }),
  )
}

/** Counts the projects and offices of each division that has any, those of its parts included. */
export async function regionUsage(db: Db): Promise<Schemas['RegionUsage'][]> {
  const { rows } = await sql<Schemas['RegionUsage']>`
    select u.code, sum(u.projects) as "projectCount", sum(u.offices) as "orgCount"
    from (
      select unnest(array[p.province_code, p.city_code, p.county_code]) as code, p.count as projects, 0 as offices
      from (select province_code, city_code, county_code, count(*) as count from es_project where not deleted group by 1, 2, 3) p
      union all
      select unnest(array[r.province_code, r.city_code, r.county_code]), 0, o.count
      from (select region_code, count(*) as count from org group by 1) o join region r on r.code = o.region_code) u
    where u.code is not null group by u.code order by u.code`.execute(db)
  return rows
}

async function divisions(db: Db, codes: readonly string[]): Promise<Map<string, Division>> {
  const rows = await db
    .selectFrom('region')
    .select(['code', 'name', 'short_name', 'level', 'province_code', 'city_code', 'county_code', 'ended_on'])
    .where('code', 'in', [...codes])
    .orderBy('code')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.code, row]))
}

const daysAhead = (date: string, today: string) => (Date.parse(date) - Date.parse(today)) / 86_400_000

/** @throws HttpError 400 or 409 unless the division can end */
async function assertMayEnd(db: Db, from: Division): Promise<void> {
  if (from.level === PROVINCE_LEVEL) throw refuse('fromCode', '省级行政区划不能并入其他区划')
  if (from.ended_on) throw conflict('W-034', `${from.name}已终止，不能重复记录`)
  if (from.level !== CITY_LEVEL) return
  const { rows } = await sql<{ name: string }>`
    select name from region where parent_code = ${from.code} and ended_on is null order by code limit 1`.execute(
    db,
  )
  const [county] = rows
  if (county) throw refuse('fromCode', `请先记录${from.name}所辖${county.name}等县（区）的沿革`)
}

/** @throws HttpError 400 or 409 unless one division can become the other */
function assertMayFollow(from: Division, to: Division): void {
  if (to.level !== from.level) throw refuse('toCode', '两个区划须为同一级别')
  if (to.province_code !== from.province_code) throw refuse('toCode', '两个区划须在同一省（自治区、直辖市）')
  if (to.ended_on) throw conflict('W-034', `并入的${to.name}已终止，沿革不能成环`)
}

// Codes end with four zeros for a province and with two for a city.
const levelOf = (code: string) =>
  code.endsWith('0000') ? PROVINCE_LEVEL : code.endsWith('00') ? CITY_LEVEL : COUNTY_LEVEL

/** @throws HttpError 400 unless a succession can found the division that it names */
function assertMayFound(from: Division, { toCode, toName }: Draft): void {
  if (!toName) throw refuse('toCode', '并入的区划不存在；新设的区划请填写名称')
  if (levelOf(toCode) !== from.level || toCode.slice(0, 2) !== from.province_code.slice(0, 2))
    throw refuse('toCode', '新区划代码与所在省、级别不符')
}

/** Adds the division that a succession founds, at the place of the one that ends. */
async function found(trx: Trx, from: Division, { toCode, toName = '' }: Draft): Promise<Division> {
  const { rows } = await sql<Division>`
    insert into region (code, name, short_name, level, parent_code, province_code, city_code, county_code, region_group,
      lng, lat, is_reporting)
    select ${toCode}, ${toName}, ${shortRegionName(toName)}, o.level,
      case when o.level = ${CITY_LEVEL} then o.province_code else coalesce(c.code, o.province_code) end, o.province_code,
      case when o.level = ${CITY_LEVEL} then ${toCode} else c.code end, case when o.level > ${CITY_LEVEL} then ${toCode} end,
      o.region_group, o.lng, o.lat, o.is_reporting
    from region o left join region c on c.code = ${`${toCode.slice(0, 4)}00`} and c.level = ${CITY_LEVEL} and c.ended_on is null
    where o.code = ${from.code}
    returning code, name, short_name, level, province_code, city_code, county_code, ended_on`.execute(trx)
  const [made] = rows
  if (!made) throw new Error('the division that ends exists')
  return made
}

async function keep(trx: Trx, from: Division, to: Division, draft: Draft, user: Caller): Promise<number> {
  const { id } = await trx
    .insertInto('region_succession')
    .values({
      from_code: from.code,
      from_name: from.name,
      to_code: to.code,
      to_name: to.name,
      kind: draft.kind,
      effective_date: draft.effectiveDate,
      document_no: draft.documentNo ?? null,
      note: draft.note ?? null,
      create_by: user.username,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`update region set successor_code = ${to.code}, ended_on = coalesce(ended_on, ${draft.effectiveDate}::date)
    where code = ${from.code} or successor_code = ${from.code}`.execute(trx)
  return id
}

/**
 * Ends a division and moves everything in use to its successor, or counts what would move.
 * @throws HttpError 400, 409
 */
export async function recordSuccession(
  trx: Trx,
  draft: Draft,
  user: Caller,
  today: string,
): Promise<Schemas['RegionSuccessionPlan']> {
  const { fromCode, toCode, effectiveDate, dryRun = false } = draft
  if (fromCode === toCode) throw refuse('toCode', '不能并入区划本身')
  if (daysAhead(effectiveDate, today) > MOST_DAYS_AHEAD)
    throw refuse('effectiveDate', `变更日期不能晚于${MOST_DAYS_AHEAD}天后`)
  const known = await divisions(trx, [fromCode, toCode])
  const from = known.get(fromCode)
  if (!from) throw refuse('fromCode', '原区划不存在')
  await assertMayEnd(trx, from)
  const target = known.get(toCode)
  if (target) assertMayFollow(from, target)
  if (!target) assertMayFound(from, draft)
  const plan = await countMoves(trx, from)
  if (dryRun) return plan
  const to = target ?? (await found(trx, from, draft))
  await applyMoves(trx, { from, to }, await keep(trx, from, to, draft, user), user)
  return plan
}
