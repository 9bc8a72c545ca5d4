import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { badRequest } from '../../errors.ts'

/** An ended division, with its successor's name. */
export interface Ended {
  name: string
  ended_on: string | null
  successor_name: string | null
}

/** Name of the division of today that an ended one (`region`) belongs to. */
export const successorName: RawBuilder<string | null> = sql<
  string | null
>`(select s.name from region s where s.code = region.successor_code)`

/** A date as people write it: 2021年4月9日. */
export const inWords = (date: string): string => {
  const [year, month, day] = date.split('-').map(Number)
  return `${year}年${month}月${day}日`
}

/** Returns why a division can no longer be chosen; undefined while it exists. */
export const endedMessage = ({ name, ended_on, successor_name }: Ended): string | undefined =>
  ended_on === null
    ? undefined
    : `${name}已于${inWords(ended_on)}并入${successor_name ?? ''}，请选择${successor_name ?? ''}`

/** @throws HttpError 400 if the division has ended */
export async function assertCurrent(db: Db, code: string | undefined, field = 'regionCode'): Promise<void> {
  if (!code) return
  const region = await db
    .selectFrom('region')
    .select(['name', 'ended_on', successorName.as('successor_name')])
    .where('code', '=', code)
    .executeTakeFirst()
  const message = region && endedMessage(region)
  if (message) throw badRequest('W-035', `行政区划：${message}`, [{ field, message }])
}

/** Parameters that name a division. Provinces never end. */
const PLACES = ['regionCode', 'parentCode', 'cityCode', 'countyCode'] as const

/** Whether a call can be filtered by a division. */
export const namesPlaces = (parameters: readonly { name: string }[]): boolean =>
  parameters.some(({ name }) => PLACES.some((place) => place === name))

/**
 * Replaces ended divisions in a query by those of today, in at most one statement. Official data keeps the divisions that
 * it was published with.
 */
export async function followSuccessions(db: Db, query: Record<string, unknown>): Promise<void> {
  if (query['source'] === 'warehouse' || query['asOf'] !== undefined) return
  const asked = PLACES.flatMap((place) => query[place] ?? [])
  if (asked.length === 0) return
  const { rows } = await sql<{ code: string; successor_code: string; city_code: string | null }>`
    select r.code, r.successor_code, s.city_code from region r join region s on s.code = r.successor_code
    where r.code = any(${asked}::text[])`.execute(db)
  for (const { code, successor_code, city_code } of rows)
    for (const place of PLACES) {
      if (query[place] !== code) continue
      query[place] = successor_code
      // A county that went to another city is found there.
      if (place === 'countyCode' && query['cityCode'] && city_code) query['cityCode'] = city_code
    }
}
