import type { DueItem } from '@xinchu/sdk'
import {
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notice.tsx'
import { usePorts } from '../../ui/ports.ts'
import type { GridHandle, GridStep } from '../../ui/sheet/grid-model.ts'
import type { CellChange } from '../../ui/sheet/model.ts'
import { SheetGrid } from '../../ui/sheet/sheet-grid.tsx'
import { UndoButtons } from '../../ui/sheet/undo-buttons.tsx'
import type { StepKeeper } from '../../ui/sheet/use-steps.ts'
import { Loading } from '../../ui/states.tsx'
import type { Place } from '../../ui/table/keyboard.ts'
import { useIsNarrow } from '../../ui/use-media.ts'
import { periodName } from './period.tsx'
import { nextIssue, useIssueKeys } from './sheet-issues.ts'
import { useSheetRemarks } from './sheet-remarks.ts'
import { UsageCarry } from './usage-carry.tsx'
import { FROZEN, usageColumns } from './usage-columns.tsx'
import './periodic-grid.css'
import { restoredCells } from './usage-edits.ts'
import type { Period } from './usage-model.ts'
import { UsageFindings, UsageIndicators } from './usage-panel.tsx'
import { Restored, UsageState } from './usage-state.tsx'
import { planSubmission } from './usage-submission.ts'
import { UsageSubmit } from './usage-submit.tsx'
import { usePlaceName } from './use-place-name.ts'
import type { EditState } from './use-typed-quarters.ts'
import { useUsageSaving, useUsageSubmission } from './use-usage-actions.ts'
import { type UsageLine, useUsageSheet } from './use-usage-sheet.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'

const START: Place = { row: 0, column: 0 }

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

/** Cursor of the sheet, and navigation to issues. */
function useCursor(lines: readonly UsageLine[], columns: readonly { name: string }[], hasKeys: boolean) {
  const grid = useRef<GridHandle>(null)
  const [active, setActive] = useState<Place>(START)
  const columnOf = (field: string | undefined) =>
    Math.max(
      0,
      columns.findIndex(({ name }) => name === field),
    )
  const seek = (step: 1 | -1 = 1) => {
    const found = nextIssue(lines, columnOf, active, step)
    if (found) grid.current?.show(found)
    else notify('没有需要更正的内容', 'success')
  }
  useIssueKeys(hasKeys, seek)
  const openCell = (name: string) => grid.current?.show({ row: active.row, column: columnOf(name) }, true)
  const showChange = (change: CellChange | undefined) =>
    change && grid.current?.show({ row: change.row, column: columnOf(change.name) })
  // Errors are known after the next render, which checks the rows.
  const [refusals, setRefusals] = useState(0)
  const lead = useEffectEvent(() => {
    const found = nextIssue(lines, columnOf, { row: 0, column: -1 })
    if (found) grid.current?.show(found)
  })
  useEffect(() => {
    if (refusals > 0) lead()
  }, [refusals])
  const onRefused = () => setRefusals((count) => count + 1)
  return { grid, active, setActive, seek, openCell, showChange, onRefused }
}

type Sheet = ReturnType<typeof useUsageSheet>

/** Input found in the browser when the sheet was opened. */
function useRestored(sheet: Sheet, items: readonly DueItem[], { edits, keptAt }: EditState) {
  const [cells] = useState(() => restoredCells(edits, items))
  const [isClosed, setClosed] = useState(false)
  const drop = () => {
    const rows = new Map(sheet.lines.map((line, row) => [line.id, row]))
    sheet.write(
      cells.flatMap(({ id, name, value, before }) => {
        const row = rows.get(id)
        // Cells typed in since then keep their input.
        const isHere = row !== undefined && sheet.lines[row]?.typed[name]?.trim() === value
        return isHere ? [{ row, name, value: before }] : []
      }),
    )
    setClosed(true)
  }
  return { cells: isClosed ? [] : cells, keptAt, onDrop: drop, onClose: () => setClosed(true) }
}

type Asking = 'submit' | 'carry' | UsageLine | undefined

interface UsageSheetProps {
  items: readonly DueItem[]
  period: Period
  isWindowOpen: boolean
  edits: EditState
  steps: StepKeeper<GridStep>
  /** Title of the screen with its pickers, left of the save state. */
  head: ReactNode
}

/** One row per station that must report for a quarter, edited as in a spreadsheet. */
export function UsageSheet({ items, period, isWindowOpen, edits, steps, head }: UsageSheetProps) {
  const [asking, setAsking] = useState<Asking>()
  const columns = useColumns(setAsking)
  const remarks = useSheetRemarks(
    'USAGE',
    items.map(({ item }) => item),
  )
  const sheet = useUsageSheet({ items, period, isWindowOpen, edits, steps, remarks })
  const { lines } = sheet
  const cursor = useCursor(lines, columns, asking === undefined)
  const { grid, active, setActive, seek, openCell, showChange, onRefused } = cursor
  const restored = useRestored(sheet, items, edits)
  const submission = useUsageSubmission(sheet, period, () => setAsking(undefined), onRefused)
  const saving = useUsageSaving(sheet, period, submission.isPending)
  const reviewer = usePlaceName(items.map(({ provinceCode }) => provinceCode))
  const findingsId = useId()
  const undo = () => showChange(sheet.undo())
  const redo = () => showChange(sheet.redo())
  const line = lines[active.row] ?? lines[0]
  const canWrite = lines.some(isOpen)
  const askToSubmit = () => {
    saving.saveNow()
    const plan = planSubmission(lines, period)
    sheet.check(plan.wrong.map(({ id }) => id))
    if (plan.ready.length + plan.unchanged.length > 0) return setAsking('submit')
    notify(plan.wrong.length > 0 ? `${plan.wrong.length} 个项目尚有未填或有误的内容` : '没有可提交的内容')
    if (plan.wrong.length > 0) onRefused()
  }
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {head}
        <UsageState lines={lines} state={saving.state} onRetry={saving.saveNow} onResolve={sheet.resolve} />
      </header>
      <Restored {...restored} />
      <section className="card">
        <header className="flex flex-wrap items-center gap-2 px-4 py-2.5">
          <p className="grow basis-56 text-ink-faint text-s">
            共 {lines.length.toLocaleString('zh-CN')} 个项目。
            {canWrite && '直接键入或双击填写，回车换行；可从 Excel 复制整块粘贴'}
          </p>
          {canWrite && <UndoButtons steps={steps} onUndo={undo} onRedo={redo} />}
          <Button icon="chevronDown" title="F8" onClick={() => seek()}>
            下一处问题
          </Button>
          <Button disabled={!canWrite} onClick={() => setAsking('carry')}>
            带入上期…
          </Button>
          <Button look="primary" disabled={!canWrite} onClick={askToSubmit}>
            提交…
          </Button>
        </header>
        <div className="periodic-grid usage-grid">
          <SheetGrid
            ref={grid}
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
            onActive={setActive}
            describedBy={findingsId}
          />
        </div>
        {line && <UsageFindings id={findingsId} line={line} onCell={openCell} />}
      </section>
      {line && line.remarks.length > 0 && (
        <Suspense fallback={<Loading rows={3} />}>
          <UsageRemarks line={line} />
        </Suspense>
      )}
      {line && <UsageIndicators line={line} />}
      {typeof asking === 'object' && asking.due.item && (
        <WithdrawDialog
          item={asking.due.item}
          onDone={(saved) => sheet.settle(saved, [])}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'carry' && (
        <UsageCarry
          lines={lines}
          onCarry={(changes) => {
            sheet.write(changes)
            setAsking(undefined)
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'submit' && (
        <UsageSubmit
          title={`提交${periodName(period)}使用情况`}
          reviewer={reviewer}
          plan={planSubmission(lines, period)}
          isSaving={saving.isBusy}
          isBusy={submission.isPending}
          onSubmit={(chosen, remarks) => submission.mutate({ lines: chosen, remarks })}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}
