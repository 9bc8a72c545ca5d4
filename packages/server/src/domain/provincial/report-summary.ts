import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { OWED } from './parts.ts'
import { chapters } from './report-chapters.ts'
import { type ReportFilter, reportingProvinces, typesOf } from './report-lines.ts'
import { visibleWorkReports } from './scope.ts'

type Schemas = components['schemas']

interface GroupCount {
  group: Schemas['RegionGroup'] | null
  due: number
  reported: number
  returned: number
  draft: number
  missing: number
  /** Reports that have the chapter, by its name. */
  chapters: Record<string, number>
}

const RETURNED = OWED.filter((status) => status !== ReportStatus.draft)

const KINDS = ['due', 'reported', 'returned', 'draft', 'missing'] as const

/** Counts reports by region group. Drafts are counted without their content. */
export async function summaryOf(
  db: Db,
  filter: ReportFilter,
  year: number,
  user: Caller,
): Promise<Schemas['WorkReportSummary']> {
  const filled = chapters.map(
    ({ name }) => sql`${name}::text, count(*) filter (where ${visibleWorkReports(user)}
      and trim(p.content->>${name}::text) <> '')`,
  )
  const { rows } = await sql<GroupCount>`
    select r.region_group as "group", count(*) as due,
      count(*) filter (where p.status <> all(${[...OWED]}::text[])) as reported,
      count(*) filter (where p.status = any(${RETURNED}::text[])) as returned,
      count(*) filter (where p.status = ${ReportStatus.draft}) as draft,
      count(*) filter (where p.id is null) as missing,
      jsonb_build_object(${sql.join(filled)}) as chapters
    from region r cross join unnest(${typesOf(filter)}::text[]) as t(type)
    left join work_report p on p.province_code = r.code and p.year = ${year} and p.report_type = t.type
    where ${reportingProvinces(user)} ${filter.provinceCode === undefined ? sql`` : sql`and r.code = ${filter.provinceCode}`}
    group by r.region_group order by min(r.code)`.execute(db)
  const sum = (of: (row: GroupCount) => number) => rows.reduce((total, row) => total + Number(of(row)), 0)
  const [due, reported, returned, draft, missing] = KINDS.map((kind) => sum((row) => row[kind]))
  return {
    ...{ year, due: due ?? 0, reported: reported ?? 0, returned: returned ?? 0 },
    ...{ draft: draft ?? 0, missing: missing ?? 0 },
    groups: rows.flatMap(({ group, ...counts }) =>
      group === null
        ? []
        : [{ regionGroup: group, due: Number(counts.due), reported: Number(counts.reported) }],
    ),
    chapters: chapters.map(({ name }) => ({ field: name, filled: sum((row) => row.chapters[name] ?? 0) })),
  }
}
