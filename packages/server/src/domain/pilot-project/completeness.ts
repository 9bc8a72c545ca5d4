import { DemoStatus, PartStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { checkPilotProject, checkRecord, codes, type Issue, type RuleCode } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import type { FileRow } from '../files/info.ts'
import { fillTimeOf } from '../fill-time/view.ts'
import { groupedBy } from '../grouped.ts'
import { reply } from '../reply.ts'
import { pilotFields, pilotFieldsOf } from './columns.ts'
import { DRAFTING } from './flow-table.ts'
import { captionIn, PART_SPECS, partIssues, WRITTEN_PARTS, type WrittenPart } from './part-specs.ts'
import type { PilotRecord } from './query.ts'
import { type DemoPart, writableParts } from './states.ts'
import type { PilotWindows } from './window.ts'

type Schemas = components['schemas']
type Gap = Schemas['DemoGap'] & { code?: RuleCode }
export type PartRow = Row<'demo_part'>

/** Attachments without which a project cannot be submitted. */
export const REQUIRED_FILES = [
  'DEMO_APPLICATION_STAMPED',
  'DEMO_RECORD',
  'DEMO_GRID',
  'DEMO_COMMIT',
] as const satisfies readonly FileRow['biz_type'][]

/** A project's parts and files, as input of the completeness check. */
export interface Materials {
  parts: ReadonlyMap<DemoPart, PartRow>
  files: readonly FileRow[]
}

/** Parts and files of projects, by project, in two queries. */
export async function materialsOf(db: Db, ids: readonly number[]): Promise<Map<number, Materials>> {
  const { rows: parts } = await sql<PartRow>`
    select * from demo_part where project_id = any(${[...ids]}::bigint[])`.execute(db)
  const { rows: files } = await sql<FileRow>`
    select * from file_info where biz_id = any(${[...ids]}::bigint[]) and biz_type like 'DEMO\\_%' order by id`.execute(
    db,
  )
  const partsOf = groupedBy(parts, (row) => row.project_id)
  const filesOf = groupedBy(files, (row) => row.biz_id)
  return new Map(
    ids.map((id) => [
      id,
      {
        parts: new Map((partsOf.get(id) ?? []).map((row) => [row.part, row])),
        files: filesOf.get(id) ?? [],
      },
    ]),
  )
}

/** Converts an issue to a gap. An empty field is reported as 未填写. */
function gapOf(part: DemoPart, label: string, { field, code, message }: Issue): Gap {
  return reply<Gap>({ part, field, label, code, message: code === codes.nonEmpty ? '未填写' : message })
}

function masterGaps(row: PilotRecord): Gap[] {
  const content = pilotFieldsOf(row)
  const values = Object.fromEntries(Object.entries(content))
  return [...checkRecord(values, pilotFields, 'submit'), ...checkPilotProject(values)]
    .filter(({ level }) => level === 'error')
    .map((issue) => gapOf('MASTER', captionIn(pilotFields, issue.field), issue))
}

function partGaps(part: WrittenPart, row: PilotRecord, saved: PartRow | undefined): Gap[] {
  const content = Object.fromEntries(Object.entries(saved?.content ?? {}))
  const { fields } = PART_SPECS[part]
  return partIssues(part, content, 'submit', row.total_investment ?? undefined).map((issue) =>
    gapOf(part, captionIn(fields, issue.field), issue),
  )
}

const fileGaps = (files: readonly FileRow[]): Gap[] =>
  REQUIRED_FILES.filter((bizType) => !files.some((file) => file.biz_type === bizType)).map((bizType) => ({
    part: 'ATTACHMENTS',
    field: bizType,
    label: labelIn('file_biz_type', bizType),
    code: 'M-011',
    message: '未上传',
  }))

/** Returns all gaps of a project, in the order of the form. */
export const gapsOf = (row: PilotRecord, { parts, files }: Materials): Gap[] => [
  ...masterGaps(row),
  ...WRITTEN_PARTS.flatMap((part) => partGaps(part, row, parts.get(part))),
  ...fileGaps(files),
]

/** A gap as one line: 申报书“建设必要性”未填写. */
export const gapWords = ({ part, label, code, message }: Gap): string => {
  const where = part === 'ATTACHMENTS' ? label : `${labelIn('demo_part', part)}“${label}”`
  return code === codes.nonEmpty || code === 'M-011' ? `${where}${message}` : `${where}：${message}`
}

/** Time of the last change of a part. */
function changedAt(part: DemoPart, row: PilotRecord, { parts, files }: Materials): string {
  if (part === 'MASTER') return row.update_time
  if (part !== 'ATTACHMENTS') return parts.get(part)?.update_time ?? ''
  return (
    files
      .map(({ upload_time }) => upload_time)
      .sort()
      .at(-1) ?? ''
  )
}

/** Whether a part was returned and is unchanged since. */
const isReturned = (part: DemoPart, row: PilotRecord, materials: Materials): boolean =>
  (row.status === DemoStatus.returnedByRecommender || row.status === DemoStatus.returnedByNation) &&
  (row.opened_parts === null || row.opened_parts.includes(part)) &&
  changedAt(part, row, materials) <= row.waiting_since

/** Returns the status of a part. A part without a row of its own is judged by its gaps. */
function statusOf(part: DemoPart, row: PilotRecord, materials: Materials, hasGaps: boolean): PartStatus {
  const { parts, files } = materials
  if (isReturned(part, row, materials)) return PartStatus.returned
  if (part === 'ATTACHMENTS')
    return files.length === 0 ? PartStatus.empty : hasGaps ? PartStatus.saved : PartStatus.complete
  if (part === 'MASTER') return hasGaps ? PartStatus.saved : PartStatus.complete
  return parts.get(part)?.status ?? PartStatus.empty
}

/** Returns the completeness of a project's parts, the gaps, and whether the project can be submitted. */
export function partStatusOf(
  row: PilotRecord,
  materials: Materials,
  windows: PilotWindows,
  { user, now }: { user: Caller; now: Date },
): Schemas['DemoPartStatus'] {
  const gaps = gapsOf(row, materials)
  const status = (part: DemoPart) =>
    statusOf(
      part,
      row,
      materials,
      gaps.some((gap) => gap.part === part),
    )
  const window = windows.of(row)
  const version = (part: WrittenPart) => materials.parts.get(part)?.version
  return reply<Schemas['DemoPartStatus']>({
    projectId: row.id,
    master: status('MASTER'),
    application: status('APPLICATION'),
    implementation: status('IMPLEMENTATION'),
    brief: status('BRIEF'),
    attachments: status('ATTACHMENTS'),
    versions: reply<Schemas['DemoPartVersions']>({
      application: version('APPLICATION'),
      implementation: version('IMPLEMENTATION'),
      brief: version('BRIEF'),
    }),
    missing: gaps.map(gapWords),
    gaps,
    editableParts: windows.mayAct(row) ? writableParts(user, row) : [],
    canSubmit: gaps.length === 0 && DRAFTING.includes(row.status) && windows.mayAct(row),
    fillWindow: window && fillTimeOf(window, user, now),
  })
}
