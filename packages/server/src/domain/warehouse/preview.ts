import { createHash } from 'node:crypto'
import { ReportStatus } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { conflict } from '../../errors.ts'
import { columns } from '../es-project/columns.ts'
import { periodNumber } from '../ledger/official.ts'
import type { Candidate } from './differences.ts'
import type { SnapshotPeriod } from './write.ts'

/** Stamps of what a sync would take in: projects, reports of its period, and the reports of each earlier one together. */
export type Preview = Readonly<Record<string, string>>

const QUARTER = 'quarter '

/** Stamp of what a sync would do to a project. Times and versions of the record do not count. */
function stampOf({ change, after }: Candidate): string {
  const content = columns.map(([, column]) => after?.[column])
  return createHash('sha256')
    .update(JSON.stringify([change, content]))
    .digest('base64url')
    .slice(0, 12)
}

async function reportStamps(db: Db, period: SnapshotPeriod): Promise<[key: string, stamp: string][]> {
  const number = periodNumber(period)
  const { rows } = await sql<{ key: string; stamp: string }>`
    select 'report ' || id as key, version::text as stamp from usage_report
    where status = ${ReportStatus.confirmed} and year * 4 + quarter = ${number}
    union all
    select ${QUARTER} || (year * 4 + quarter), md5(string_agg(id || ':' || version, ',' order by id)) from usage_report
    where status = ${ReportStatus.confirmed} and year * 4 + quarter < ${number} group by year * 4 + quarter`.execute(
    db,
  )
  return rows.map(({ key, stamp }) => [key, stamp])
}

/** Stamps of what a sync into a period would take in now. */
export async function previewOf(
  db: Db,
  period: SnapshotPeriod,
  candidates: readonly Candidate[],
): Promise<Preview> {
  const projects = candidates.map((each) => [`project ${each.id}`, stampOf(each)])
  return Object.fromEntries([...projects, ...(await reportStamps(db, period))])
}

/** Keeps what a dry run has shown, under its number. */
export async function keepPreview(trx: Trx, taskId: number, preview: Preview): Promise<void> {
  await sql`update warehouse_sync set preview = ${JSON.stringify(preview)}::text::jsonb where id = ${taskId}`.execute(
    trx,
  )
}

interface Previewed {
  previewId: number
  period: SnapshotPeriod
  /** The first period that the sync revises; only its own by default. */
  revise?: SnapshotPeriod | undefined
}

/** @throws HttpError 409 if a sync would take in other than what the dry run of this number has shown */
export async function assertAsPreviewed(
  db: Db,
  now: Preview,
  { previewId, period, revise }: Previewed,
): Promise<void> {
  const { rows } = await sql<{ preview: Preview | null }>`
    select preview from warehouse_sync
    where id = ${previewId} and dry_run and year = ${period.year} and quarter = ${period.quarter}`.execute(db)
  const shown = rows[0]?.preview
  if (!shown) throw conflict('W-011', '没有本期的这次核对，请重新核对')
  const from = periodNumber(revise ?? period)
  const counts = (key: string) => !key.startsWith(QUARTER) || Number(key.slice(QUARTER.length)) >= from
  const keys = new Set([...Object.keys(shown), ...Object.keys(now)])
  const changed = [...keys].filter((key) => counts(key) && shown[key] !== now[key]).length
  if (changed > 0) throw conflict('W-011', `核对之后又有 ${changed} 件变动，请重新核对`)
}
