import { PERIOD_STATUS, type SourcePeriod } from './period-status.ts'
import { figureStatus } from './source-line.ts'

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
