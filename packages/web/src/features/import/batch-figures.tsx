import type { ImportBatch, ImportRow } from '@xinchu/sdk'
import { isBeingRead } from './queries.ts'

/** State filter of the rows. */
export type Shown = ImportRow['state'] | 'ALL'

const FIGURES = [
  ['ALL', '全部', (batch: ImportBatch) => (isBeingRead(batch) ? batch.parsedRows : batch.totalRows)],
  ['ERROR', '有错误', ({ errorRows }: ImportBatch) => errorRows],
  ['ASK', '待确认', ({ askedRows }: ImportBatch) => askedRows],
  ['WARN', '有提示', ({ warnRows }: ImportBatch) => warnRows],
  ['REPEAT', '疑似重复', ({ repeatRows }: ImportBatch) => repeatRows],
  ['OK', '通过', ({ okRows }: ImportBatch) => okRows],
  ['COMMITTED', '已写入', ({ committedRows }: ImportBatch) => committedRows],
] as const

/** Number of a batch's rows of a kind, read so far. */
export const figureOf = (batch: ImportBatch, shown: Shown): number =>
  FIGURES.find(([state]) => state === shown)?.[2](batch) ?? 0

interface BatchFiguresProps {
  batch: ImportBatch
  shown: Shown
  onShow: (shown: Shown) => void
}

/** Counts of a batch. Each filters the rows. */
export function BatchFigures({ batch, shown, onShow }: BatchFiguresProps) {
  return (
    <div className="grid grid-cols-4 gap-px border-line border-y bg-line md:grid-cols-7">
      {FIGURES.map(([state, label, of]) => (
        <button
          key={state}
          type="button"
          aria-pressed={shown === state}
          onClick={() => onShow(state)}
          className="grid gap-0.5 bg-surface px-4 py-2.5 text-left hover:bg-hover aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
        >
          <span className="text-ink-soft text-xs">{label}</span>
          <span
            className={`font-medium text-lg tabular-nums ${state === 'ASK' && of(batch) > 0 ? 'text-warning' : ''}`}
          >
            {of(batch).toLocaleString('zh-CN')}
          </span>
        </button>
      ))}
    </div>
  )
}
