import { grouped } from '../grouped.ts'

/** A restatement of official figures, as in the contract. */
export interface RestatementFacts {
  readonly batch: string
  readonly restatedAt: string
  readonly reason: string
  readonly rows: readonly {
    readonly label: string
    readonly projectsBefore: number
    readonly projectsAfter: number
    readonly powerBefore: number
    readonly powerAfter: number
    readonly energyBefore: number
    readonly energyAfter: number
    /** Reports in official data; undefined in early restatements. */
    readonly reportedBefore?: number
    readonly reportedAfter?: number
    /** Full-power hours of the stations reported, in h; undefined without reports. */
    readonly hoursBefore?: number
    readonly hoursAfter?: number
  }[]
}

// In full precision: a restatement can be smaller than the unit of a page.
const exact = (value: number) => grouped(value, 4)

const moved = (before: number, after: number, unit: string) =>
  before === after ? `${exact(after)} ${unit}（未变）` : `${exact(before)} → ${exact(after)} ${unit}`

type Row = RestatementFacts['rows'][number]

const exactOrNone = (value: number | undefined) => (value === undefined ? '—' : exact(value))

/** Figures of use, which most restatements do not move, where they moved. */
function usageMoved({ reportedBefore, reportedAfter, hoursBefore, hoursAfter }: Row): string[] {
  if (reportedBefore === undefined || reportedAfter === undefined) return []
  const hours = [hoursBefore, hoursAfter].map(exactOrNone)
  return [
    ...(reportedBefore === reportedAfter ? [] : [`已报 ${moved(reportedBefore, reportedAfter, '个')}`]),
    ...(hours[0] === hours[1] ? [] : [`利用小时 ${hours.join(' → ')} h`]),
  ]
}

/** A restatement in one line, for print and files. The first row is the widest that its reader may see. */
export function restatementText({ batch, restatedAt, reason, rows: [widest] }: RestatementFacts): string {
  const figures = widest
    ? [
        `${widest.label}在运项目 ${moved(widest.projectsBefore, widest.projectsAfter, '个')}`,
        `功率 ${moved(widest.powerBefore, widest.powerAfter, 'MW')}`,
        `能量 ${moved(widest.energyBefore, widest.energyAfter, 'MWh')}`,
        ...usageMoved(widest),
      ].join('，')
    : '本地区合计未变或不在可见范围'
  return `修订记录：${restatedAt.slice(0, 10)} 批次 ${batch}，${figures}；原因：${reason || '未填写'}。`
}

/** The reason of a revision that withdraws a batch, as all who read official figures see it. */
export const withdrawalReason = (batch: string, reason: string): string => `撤回修订 ${batch}：${reason}`

/** Characters of the reason for a restatement. The most are also the contract's. */
export const RESTATEMENT_REASON = { least: 5, most: 200 } as const

interface MovedPeriod {
  readonly year: number
  readonly quarter: number
  readonly isPublished: boolean
  readonly isRevised: boolean
}

/** Whether a sync changes figures that are published, by what its comparison has shown, if it also revises from a period on. */
export const movesPublished = (
  periods: readonly MovedPeriod[],
  revise?: { readonly year: number; readonly quarter: number },
): boolean =>
  periods.some(
    ({ year, quarter, isPublished, isRevised }) =>
      isPublished &&
      (isRevised || (revise !== undefined && year * 4 + quarter >= revise.year * 4 + revise.quarter)),
  )
