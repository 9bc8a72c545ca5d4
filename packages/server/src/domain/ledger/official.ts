import { type RawBuilder, sql } from 'kysely'

/** Period of official data: the latest by default, and all its quarters without one. */
export interface OfficialPeriod {
  year?: number | undefined
  /** Default: the whole year. */
  quarter?: number | undefined
  /** Official data as of this edition; default: the newest. */
  edition?: number | undefined
}

/** Number of a period in official rows. */
export const periodNumber = ({ year, quarter }: { year: number; quarter: number }): number =>
  year * 4 + quarter

/** Number of the asked period; undefined for the latest. */
export const askedNumber = ({ year, quarter }: OfficialPeriod): number | undefined =>
  year === undefined ? undefined : periodNumber({ year, quarter: quarter ?? 4 })

/** SQL condition: official rows are those of an edition. */
export function ofEdition(edition: number | undefined, alias = 'w'): RawBuilder<boolean> {
  const end = sql.ref(`${alias}.to_edition`)
  if (edition === undefined) return sql<boolean>`${end} is null`
  return sql<boolean>`(${sql.ref(`${alias}.from_edition`)} <= ${edition} and (${end} is null or ${end} > ${edition}))`
}

/** SQL condition: official rows (`w`) count in a period, given as SQL of its number. */
export const coversPeriod = (number: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(w.from_period <= ${number} and (w.to_period is null or w.to_period >= ${number}))`

/** SQL condition: official rows (`w`) count in a period as of an edition. */
export function countsIn(period: OfficialPeriod): RawBuilder<boolean> {
  const number = askedNumber(period)
  const covers =
    number === undefined ? sql<boolean>`w.to_period is null` : coversPeriod(sql`${number}::integer`)
  return sql<boolean>`${ofEdition(period.edition)} and ${covers}`
}

/** Columns that official projects lack, because all of them were submitted and count. */
const asRecords = sql`w.project_id as id, false as deleted, true as submitted_once, true as is_counted`

/** Official projects (`p`) of a period, with the columns that statistics read. Periods before the first are by date. */
export const officialProjects = (period: OfficialPeriod): RawBuilder<unknown> =>
  sql`(select w.*, ${asRecords} from official_project w where ${countsIn(period)}) p`

/** Official projects (`p`) of all periods as of an edition, with the periods of each row. */
export const officialRows = (edition: number | undefined): RawBuilder<unknown> =>
  sql`(select w.*, ${asRecords} from official_project w where ${ofEdition(edition)}) p`
