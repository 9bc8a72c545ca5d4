import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { momentOf } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import { deadlinesOf, type FillTimeRow, isForAll } from '../fill-time/window.ts'
import { reply } from '../reply.ts'
import { actionsOn, reportParts, waitingStates } from './parts.ts'
import { announcedBy } from './report-tasks.ts'
import { REPORTS, type ReportKind } from './reports.ts'

type Cell = components['schemas']['DemoReportCell']
type State = Cell['state']

export interface ReportPeriod {
  year: number
  /** Null for a year. */
  quarter: number | null
}

/** An announced project, as far as its reports depend on it. */
export interface CellProject {
  org_id: number
  recommend_org_id: number | null
  announce_date: string
  province_code: string
  city_code: string | null
  county_code: string | null
}

/** A report that the caller may see. */
export interface CellReport extends ReportPeriod {
  id: number
  version: number
  demo_project_id: number
  status: ReportStatus
  /** Time of the last step. */
  since: string | null
}

export const periodKey = ({ year, quarter }: ReportPeriod): string => `${year}-${quarter ?? ''}`

/** States of submitted reports. A draft counts as none. */
const HELD: Readonly<Record<ReportStatus, State | undefined>> = {
  [ReportStatus.draft]: undefined,
  [ReportStatus.submitted]: 'AT_RECOMMENDER',
  [ReportStatus.returned]: 'RETURNED',
  [ReportStatus.passed]: 'AT_NATION',
  [ReportStatus.returnedByNation]: 'RETURNED_BY_NATION',
  [ReportStatus.confirmed]: 'CONFIRMED',
}

/** States in which a period waits for nobody. */
const SETTLED: readonly State[] = ['NONE', 'NOT_DUE', 'CONFIRMED']

/** Whether a cell waits for some office. */
export const isWaiting = ({ state }: Pick<Cell, 'state'>): boolean => !SETTLED.includes(state)

/** End of a window for those who report. */
const endOf = (window: FillTimeRow) => deadlinesOf(window).enterprise ?? window.end_time

function applies(window: FillTimeRow, { org_id, province_code, city_code, county_code }: CellProject) {
  const { region_codes, org_ids } = window
  return (
    isForAll(window) ||
    org_ids.includes(org_id) ||
    [province_code, city_code, county_code].some((code) => code !== null && region_codes.includes(code))
  )
}

/** Windows of a kind of report in which projects report a period. */
export class ReportWindows {
  readonly #windows: ReadonlyMap<string, readonly FillTimeRow[]>

  constructor(kind: ReportKind, windows: readonly FillTimeRow[], periods: readonly ReportPeriod[]) {
    const isOf = (period: ReportPeriod) => (window: FillTimeRow) =>
      window.enabled &&
      window.year === period.year &&
      (!REPORTS[kind].isQuarterly || window.quarter === null || window.quarter === period.quarter)
    this.#windows = new Map(periods.map((period) => [periodKey(period), windows.filter(isOf(period))]))
  }

  /** The window of a project's period that ends last among those that have begun. */
  begun(period: ReportPeriod, project: CellProject, now: Date): FillTimeRow | undefined {
    return this.#windows
      .get(periodKey(period))
      ?.filter((window) => applies(window, project) && momentOf(window.start_time) <= now)
      .sort((one, other) => (endOf(one) < endOf(other) ? 1 : -1))[0]
  }
}

function stateOf(
  { announce_date }: CellProject,
  { year, quarter }: ReportPeriod,
  report: CellReport | undefined,
  window: FillTimeRow | undefined,
  now: Date,
): State {
  const held = report && HELD[report.status]
  if (held) return held
  if (announce_date > announcedBy(year, quarter)) return 'NONE'
  if (!window) return 'NOT_DUE'
  return momentOf(endOf(window)) >= now ? 'OPEN' : 'OVERDUE'
}

/** The state of a project's report of a period, and what the caller may do about it. */
export function reportCell(
  kind: ReportKind,
  project: CellProject,
  period: ReportPeriod,
  {
    report,
    windows,
    user,
    now,
  }: { report: CellReport | undefined; windows: ReportWindows; user: Caller; now: Date },
): Cell {
  const window = windows.begun(period, project, now)
  const state = stateOf(project, period, report, window, now)
  const status = report?.status ?? ReportStatus.draft
  const isDue = isWaiting({ state })
  const isMissing = state === 'OPEN' || state === 'OVERDUE'
  return reply<Cell>({
    year: period.year,
    quarter: period.quarter,
    state,
    stateLabel: labelIn('demo_report_cell', state),
    reportId: report?.id,
    version: report?.version,
    since: isDue ? ((isMissing ? undefined : report?.since) ?? window?.start_time) : undefined,
    deadline: isMissing && window ? endOf(window) : undefined,
    mine: isDue && reportParts(project, user).size > 0 && waitingStates(user).includes(status),
    actions: report ? actionsOn(kind, project, status, user) : [],
  })
}
