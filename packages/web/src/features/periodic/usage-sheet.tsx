import type { DueItem } from '@xinchu/sdk'
import { lazy, type ReactNode, Suspense, useId, useMemo, useState } from 'react'
import { notify } from '../../ui/notice.tsx'
import { usePorts } from '../../ui/ports.ts'
import type { GridStep } from '../../ui/sheet/grid-model.ts'
import { SheetGrid } from '../../ui/sheet/sheet-grid.tsx'
import type { StepKeeper } from '../../ui/sheet/use-steps.ts'
import { Loading } from '../../ui/states.tsx'
import { useIsNarrow } from '../../ui/use-media.ts'
import { periodName } from './period.tsx'
import { useSheetRemarks } from './sheet-remarks.ts'
import { FROZEN, usageColumns } from './usage-columns.tsx'
import { type Asking, UsageDialogs } from './usage-dialogs.tsx'
import './periodic-grid.css'
import type { Period } from './usage-model.ts'
import { UsageFindings, UsageIndicators } from './usage-panel.tsx'
import { Restored, UsageState } from './usage-state.tsx'
import { planSubmission } from './usage-submission.ts'
import { UsageToolbar } from './usage-toolbar.tsx'
import { useRestoredCells } from './use-restored-cells.ts'
import type { EditState } from './use-typed-quarters.ts'
import { useUsageSaving, useUsageSubmission } from './use-usage-actions.ts'
import { useUsageCursor } from './use-usage-cursor.ts'
import { type UsageLine, useUsageSheet } from './use-usage-sheet.ts'

const isOpen = (line: UsageLine) => line.isOpen

const UsageRemarks = lazy(() =>
  import('./usage-remarks.tsx').then(({ UsageRemarks: of }) => ({ default: of })),
)

function useColumns(onWithdraw: (line: UsageLine) => void) {
  const { useDict } = usePorts()
  const [states, reasons] = [useDict('run_status'), useDict('outage_reason')]
  const isNarrow = useIsNarrow()
  return useMemo(
    () => usageColumns({ run_status: states, outage_reason: reasons }, { isNarrow, onWithdraw }),
    [states, reasons, isNarrow, onWithdraw],
  )
}

interface UsageSheetProps {
  items: readonly DueItem[]
  period: Period
  isWindowOpen: boolean
  edits: EditState
  steps: StepKeeper<GridStep>
  /** Title of the screen with its pickers, left of the save state. */
  head: ReactNode
}

/** The sheet of a quarter with its cursor, saving and submission. */
function useSheet({ items, period, isWindowOpen, edits, steps }: UsageSheetProps) {
  const [asking, setAsking] = useState<Asking>()
  const columns = useColumns(setAsking)
  const remarks = useSheetRemarks(
    'USAGE',
    items.map(({ item }) => item),
  )
  const sheet = useUsageSheet({ items, period, isWindowOpen, edits, steps, remarks })
  const { lines } = sheet
  const cursor = useUsageCursor(lines, columns, asking === undefined)
  const close = () => setAsking(undefined)
  const submission = useUsageSubmission(sheet, period, close, cursor.onRefused)
  const saving = useUsageSaving(sheet, period, submission.isPending)
  const askToSubmit = () => {
    saving.saveNow()
    const { wrong, ready, unchanged } = planSubmission(lines, period)
    sheet.check(wrong.map(({ id }) => id))
    if (ready.length + unchanged.length > 0) return setAsking('submit')
    notify(wrong.length > 0 ? `${wrong.length} 个项目尚有未填或有误的内容` : '没有可提交的内容')
    if (wrong.length > 0) cursor.onRefused()
  }
  const dialogs = { asking, sheet, period, saving, submission, onClose: close }
  return { columns, sheet, cursor, saving, dialogs, askToSubmit, askToCarry: () => setAsking('carry') }
}

/** Remarks and indicators of the current row, below the sheet. */
function RowParts({ line }: { line: UsageLine }) {
  return (
    <>
      {line.remarks.length > 0 && (
        <Suspense fallback={<Loading rows={3} />}>
          <UsageRemarks line={line} />
        </Suspense>
      )}
      <UsageIndicators line={line} />
    </>
  )
}

/** One row per station that must report for a quarter, edited as in a spreadsheet. */
export function UsageSheet(props: UsageSheetProps) {
  const { items, period, edits, steps, head } = props
  const { columns, sheet, cursor, saving, dialogs, askToSubmit, askToCarry } = useSheet(props)
  const { lines } = sheet
  const restored = useRestoredCells(sheet, items, edits)
  const findingsId = useId()
  const undo = () => cursor.showChange(sheet.undo())
  const redo = () => cursor.showChange(sheet.redo())
  const line = lines[cursor.active.row] ?? lines[0]
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {head}
        <UsageState lines={lines} state={saving.state} onRetry={saving.saveNow} onResolve={sheet.resolve} />
      </header>
      <Restored {...restored} />
      <section className="card">
        <UsageToolbar
          count={lines.length}
          canWrite={lines.some(isOpen)}
          steps={steps}
          onUndo={undo}
          onRedo={redo}
          onNextIssue={() => cursor.seek()}
          onCarry={askToCarry}
          onSubmit={askToSubmit}
        />
        <div className="periodic-grid usage-grid">
          <SheetGrid
            ref={cursor.grid}
            label={`${periodName(period)}使用情况`}
            columns={columns}
            frozen={FROZEN}
            rowCount={lines.length}
            rowAt={(index) => lines[index]}
            isOpen={isOpen}
            isLive
            onChange={sheet.change}
            onStep={sheet.onStep}
            onUndo={undo}
            onRedo={redo}
            latestStep={steps.latest}
            onActive={cursor.setActive}
            describedBy={findingsId}
          />
        </div>
        {line && <UsageFindings id={findingsId} line={line} onCell={cursor.openCell} />}
      </section>
      {line && <RowParts line={line} />}
      <UsageDialogs {...dialogs} />
    </>
  )
}
