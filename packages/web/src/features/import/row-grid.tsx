import { useQueryClient } from '@tanstack/react-query'
import type { ImportRow } from '@xinchu/sdk'
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notice.tsx'
import type { GridHandle, GridStep } from '../../ui/sheet/grid-model.ts'
import type { CellChange } from '../../ui/sheet/model.ts'
import { SheetGrid } from '../../ui/sheet/sheet-grid.tsx'
import { UndoButtons } from '../../ui/sheet/undo-buttons.tsx'
import { useSteps } from '../../ui/sheet/use-steps.ts'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import type { Place } from '../../ui/table/keyboard.ts'
import { useIsNarrow } from '../../ui/use-media.ts'
import { nextIssue } from './next-issue.ts'
import { type Listed, nextRow } from './queries.ts'
import { FROZEN, rowColumns, type ShownRow } from './row-columns.ts'
import { RowDetail } from './row-detail.tsx'
import { useCorrections } from './use-corrections.ts'
import { useStagedRows } from './use-staged-rows.ts'

interface RowGridProps {
  listed: Listed
  /** Number of rows read so far. */
  count: number
  /** The batch is still being read and the list grows. */
  isReading: boolean
  mayCorrect: boolean
  /** Number of rows with errors. */
  errorRows: number
  /** Number of rows to confirm. */
  askedRows: number
  /** Workbook row at which the list is opened. */
  startRow?: number | undefined
}

const NO_COLUMNS: readonly never[] = []
const START: Place = { row: 0, column: 0 }

/** Rows with corrections. Returns the same object for an unchanged row. */
function useShown() {
  const [known] = useState(() => new WeakMap<ImportRow, ShownRow>())
  return (row: ImportRow | undefined, typed: ShownRow['typed']): ShownRow | undefined => {
    if (!row) return undefined
    const before = known.get(row)
    if (before && before.typed === typed) return before
    const next = { row, typed }
    known.set(row, next)
    return next
  }
}

const isOpen = ({ row }: ShownRow) => row.state !== 'COMMITTED'

function useRowGrid({ listed, count, isReading, mayCorrect }: RowGridProps) {
  const rows = useStagedRows(listed, count, isReading)
  const corrections = useCorrections(listed.batchId)
  const shown = useShown()
  const isNarrow = useIsNarrow()
  const columns = useMemo(() => rowColumns(rows.columns ?? NO_COLUMNS, isNarrow), [rows.columns, isNarrow])
  const rowAt = (index: number) => {
    const row = rows.rowAt(index)
    return shown(row, row && corrections.typed[row.rowNo])
  }
  const byNumber = (changes: readonly CellChange[]) =>
    changes.flatMap(({ row, name, value }) => {
      const rowNo = rows.rowAt(row)?.rowNo
      return rowNo === undefined ? [] : [{ rowNo, name, value }]
    })
  const change = (changes: readonly CellChange[]) => corrections.type(byNumber(changes))
  const steps = useSteps<CorrectionStep>()
  const push = ({ before, after }: GridStep) => {
    const [first] = after
    if (first) steps.push({ before: byNumber(before), after: byNumber(after), first })
  }
  return { rows, corrections, columns, rowAt, steps, push, change: mayCorrect ? change : undefined }
}

interface CorrectionStep {
  /** By row number in the workbook, so that rows that are no longer loaded can be reverted. */
  before: Parameters<ReturnType<typeof useCorrections>['type']>[0]
  after: Parameters<ReturnType<typeof useCorrections>['type']>[0]
  first: CellChange
}

interface HintProps {
  corrections: ReturnType<typeof useCorrections>
  /** Rows could not be read, or not read again. */
  isPart: boolean
  isReading: boolean
  mayChange: boolean
  total: number
}

/** Actions on the rows, or progress of the corrections. */
function Hint({ corrections, isPart, isReading, mayChange, total }: HintProps) {
  const waiting = Object.keys(corrections.typed).length
  if (corrections.hasFailed) return <span className="text-danger">{waiting} 行更正未保存</span>
  if (isPart) return <span className="text-danger">部分行未能读取</span>
  if (waiting > 0) return `正在校验 ${waiting} 行…`
  if (isReading) return '正在读取工作簿，读完后即可更正'
  if (mayChange) return '双击、回车或直接键入即可更正，改后即时校验；可从 Excel 粘贴'
  return `共 ${total.toLocaleString('zh-CN')} 行`
}

interface RowBarProps {
  rows: ReturnType<typeof useStagedRows>
  corrections: ReturnType<typeof useCorrections>
  isReading: boolean
  mayChange: boolean
  /** Rows have errors or questions. */
  hasIssues: boolean
  onNext: () => void
  children: ReactNode
}

/** The line above the grid: what can be done, and the buttons. */
function RowBar({ rows, corrections, isReading, mayChange, hasIssues, onNext, children }: RowBarProps) {
  return (
    <div className="flex items-center gap-2 px-4 py-2 text-s">
      {/* Always one line, so that the grid does not shift. */}
      <p className="mr-auto min-w-0 truncate text-ink-faint" role="status">
        <Hint
          corrections={corrections}
          isPart={rows.error !== undefined}
          isReading={isReading}
          mayChange={mayChange}
          total={rows.total}
        />
      </p>
      {rows.error && <Button onClick={rows.retry}>重新加载</Button>}
      {corrections.hasFailed && <Button onClick={corrections.retry}>重试</Button>}
      {children}
      {(mayChange || isReading || hasIssues) && (
        <Button icon="chevronDown" disabled={!rows.columns} onClick={onNext} title="F8">
          下一处问题
        </Button>
      )}
    </div>
  )
}

/** Shows the row at which the list of all rows is opened, once there are columns. */
function useStart({ listed, startRow }: RowGridProps, isReady: boolean, show: (place: Place) => void): void {
  const client = useQueryClient()
  const pending = useRef(startRow)
  const latest = useRef(show)
  useEffect(() => {
    latest.current = show
  })
  useEffect(() => {
    const rowNo = pending.current
    if (!isReady || rowNo === undefined) return
    pending.current = undefined
    const seen = nextRow(client, listed.batchId, undefined, rowNo - 1)
    void seen.then(
      (found) => found && latest.current({ row: found.index, column: 1 }),
      () => undefined,
    )
  }, [client, isReady, listed.batchId])
}

/** Rows of a batch in workbook order, with issues per cell and in-place correction. */
export function RowGrid(props: RowGridProps) {
  const { listed, isReading, errorRows, askedRows } = props
  const { rows, corrections, columns, rowAt, steps, push, change } = useRowGrid(props)
  const client = useQueryClient()
  const detailId = useId()
  const grid = useRef<GridHandle>(null)
  const [active, setActive] = useState<Place>(START)
  const columnOf = (name: string | undefined) =>
    Math.max(
      0,
      columns.findIndex((column) => column.name === name),
    )
  const seek = async (from: Place) => {
    const found = await nextIssue(client, listed, rows, {
      ...{ from, columnOf },
      hasErrors: errorRows > 0,
      hasQuestions: askedRows > 0,
    })
    if (found) grid.current?.show(found)
    else notify(isReading ? '已读取的行没有需要更正的内容' : '没有需要更正的内容', 'success')
  }
  useShortcuts(
    [{ keys: 'F8', where: '表格', does: '下一处问题', onPress: () => void seek(active) }],
    rows.columns !== undefined,
  )
  useStart(props, rows.columns !== undefined, (place) => grid.current?.show(place))
  const revert = (step: CorrectionStep | undefined, to: 'before' | 'after') => {
    if (!step) return
    corrections.type(step[to])
    grid.current?.show({ row: step.first.row, column: columnOf(step.first.name) })
  }
  const undo = () => revert(steps.undo(), 'before')
  const redo = () => revert(steps.redo(), 'after')
  const onCell = (name: string) => grid.current?.show({ row: active.row, column: columnOf(name) }, true)
  if (rows.error && !rows.columns) return <Failed error={rows.error} onRetry={rows.retry} />
  if (rows.isEmpty && !isReading) return <Empty>没有这样的行</Empty>
  return (
    <>
      <RowBar
        rows={rows}
        corrections={corrections}
        isReading={isReading}
        mayChange={change !== undefined}
        hasIssues={errorRows + askedRows > 0}
        onNext={() => void seek(active)}
      >
        {change && <UndoButtons steps={steps} onUndo={undo} onRedo={redo} />}
      </RowBar>
      {!rows.columns && (
        <div className="sheet-room">
          {rows.isEmpty ? <Empty>暂无这样的行</Empty> : <Loading rows={8} isStill={isReading} />}
        </div>
      )}
      {rows.columns && (
        <SheetGrid
          ref={grid}
          label="导入的行"
          columns={columns}
          frozen={FROZEN}
          rowCount={rows.total}
          rowAt={rowAt}
          isOpen={isOpen}
          onChange={change}
          onStep={push}
          onUndo={undo}
          onRedo={redo}
          latestStep={steps.latest}
          onActive={setActive}
          onWindow={rows.see}
          onRead={rows.read}
          describedBy={detailId}
        />
      )}
      <RowDetail id={detailId} batchId={listed.batchId} row={rows.rowAt(active.row)} onCell={onCell} />
    </>
  )
}
