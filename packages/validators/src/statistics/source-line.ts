import { type Quarter, quarterDays } from '../usage/period.ts'
import { PERIOD_STATUS, type SourcePeriod } from './period-status.ts'

export const quarterName = ({ year, quarter }: Quarter): string => `${year}年第${quarter}季度`

/** Part of a line that names the origin of figures. */
export interface SourcePart {
  readonly name: 'asOf' | 'basis' | 'batch' | 'storedAt' | 'coverage' | 'status'
  readonly caption: string
  readonly text: string
}

/** Captions of the parts of the line. */
export const sourceCaptions: Readonly<Record<SourcePart['name'], string>> = {
  asOf: '数据截至',
  basis: '取数口径',
  batch: '入库批次',
  storedAt: '更新时间',
  coverage: '覆盖',
  status: '状态',
}

const part = (name: SourcePart['name'], text: string): SourcePart => ({
  name,
  caption: sourceCaptions[name],
  text,
})

/** Reports behind the figures of use. */
export interface Coverage {
  readonly reportedProjects: number
  readonly dueProjects: number
  /** Share of power, in percent. */
  readonly powerRate?: number
}

export const coverageText = ({ reportedProjects, dueProjects, powerRate }: Coverage): string =>
  `${reportedProjects.toLocaleString('en')} / ${dueProjects.toLocaleString('en')} 个项目${
    powerRate === undefined ? '' : ` · ${powerRate.toFixed(1)}% 功率`
  }`

/** A snapshot can hold the figures of earlier periods too, by the stations' dates of commissioning. */
function batchOf({ year, quarter, batch }: SourcePeriod): string {
  if (batch === undefined) return '尚未入库'
  const own = `${year}Q${quarter}`
  if (batch.startsWith(own)) return batch
  return batch < own ? `${batch}（本期尚未入库）` : `${batch}（按投运日期回溯）`
}

const batchParts = (period: SourcePeriod): SourcePart[] => [
  part('batch', batchOf(period)),
  ...(period.storedAt ? [part('storedAt', period.storedAt.slice(0, 16))] : []),
]

/** Status of figures of a source. Only a batch in the warehouse is ever published; working records still change. */
export const figureStatus = (
  side: 'work' | 'warehouse',
  period: Pick<SourcePeriod, 'status'> | undefined,
): SourcePeriod['status'] => (side === 'work' ? 'PROVISIONAL' : (period?.status ?? 'PROVISIONAL'))

const workSource = (day: string, basis: string): SourcePart[] => [
  part('asOf', day),
  part('basis', basis),
  part('storedAt', '实时'),
  part('status', PERIOD_STATUS[figureStatus('work', undefined)]),
]

/** Origin of the projects on the map. */
export const mapSource = (today: string): SourcePart[] => workSource(today, '在办数据 · 含未入库项目')

const snapshotSource = (asOf: SourcePart, basis: string, period: SourcePeriod | undefined): SourcePart[] => [
  asOf,
  part('basis', basis),
  ...(period ? batchParts(period) : []),
  part('status', PERIOD_STATUS[figureStatus('warehouse', period)]),
]

/** Origin of a period's ledger. It has projects of every state of construction, and none of a later batch. */
export function ledgerSource(period: SourcePeriod): SourcePart[] {
  const { year, quarter, batch = '' } = period
  const isLater = batch.slice(0, 6) > `${year}Q${quarter}`
  const shown: SourcePeriod = isLater ? { year, quarter, status: 'PROVISIONAL' } : period
  return snapshotSource(part('asOf', quarterDays(period).last), '入库数据 · 国家审核通过', shown)
}

/** Where a row of the ledger comes from: the snapshot, the project's version, and the sync that wrote it. */
export interface SnapshotOrigin {
  readonly year: number
  readonly quarter: number
  readonly projectVersion: number
  readonly syncId: number
  /** As in the contract, yyyy-MM-dd HH:mm:ss. */
  readonly storedAt?: string | undefined
}

/** Caption of `snapshotText`. */
export const SNAPSHOT_CAPTION = '入库出处'

/** Origin of a row of the ledger as one cell, such as 2026年第3季度快照 · 项目第2版 · 同步任务1（2026-10-20 09:00）. */
export function snapshotText({ projectVersion, syncId, storedAt, ...period }: SnapshotOrigin): string {
  const stored = storedAt ? `（${storedAt.slice(0, 16)}）` : ''
  return `${quarterName(period)}快照 · 项目第${projectVersion}版 · 同步任务${syncId}${stored}`
}

/**
 * Origin of figures of projects, in the order of the line: of an official snapshot, or of the working records.
 * @param period undefined for the working records of today
 * @param today yyyy-MM-dd
 */
type ProjectSource = (
  side: 'work' | 'warehouse',
  period: SourcePeriod | undefined,
  today: string,
) => SourcePart[]

const sourceOfThose =
  (which: string): ProjectSource =>
  (side, period, today) => {
    const asOf = part('asOf', period ? quarterDays(period).last : today)
    if (side === 'work') return workSource(asOf.text, `在办数据 · 含未入库项目 · ${which}`)
    return snapshotSource(asOf, `入库数据 · 国家审核通过 · ${which}`, period)
  }

/** Origin of figures of scale. */
export const scaleSource: ProjectSource = sourceOfThose('在运')

/** Origin of figures of the stages of projects. */
export const pipelineSource: ProjectSource = sourceOfThose('各阶段')

/** Origin of figures of use, in the order of the line: of the official reports of a batch, or of those of today. */
export function usageSource(
  side: 'work' | 'warehouse',
  period: SourcePeriod,
  coverage: Coverage | undefined,
): SourcePart[] {
  const asOf = part('asOf', quarterDays(period).last)
  const parts =
    side === 'work'
      ? workSource(asOf.text, '在办数据 · 已报送且未退回的季报 · 按功率加权')
      : snapshotSource(asOf, '入库数据 · 国家已确认的季报 · 按功率加权', period)
  return parts.toSpliced(-1, 0, ...(coverage ? [part('coverage', coverageText(coverage))] : []))
}

/** Whether figures may still change, and the batch that holds them, as cells of a row. */
export interface FigureState {
  /** In words, such as 正式. */
  readonly status: string
  /** Number of the batch, like 2025Q4-01; working records have none. */
  readonly batch?: string | undefined
}

/** Captions of the cells. */
export const STATE_CAPTIONS = { status: '状态', batch: '批次' } as const satisfies Record<
  keyof FigureState,
  string
>

/** Returns the state of the figures of a period: of official ones that of the period, working ones are provisional. */
export function figureState(side: 'work' | 'warehouse', period: SourcePeriod | undefined): FigureState {
  const status = PERIOD_STATUS[figureStatus(side, period)]
  return side === 'work' || period?.batch === undefined ? { status } : { status, batch: period.batch }
}
