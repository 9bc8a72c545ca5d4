import type { Issue } from '@xinchu/validators'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import { type FormApi, useForm, useFormSlice } from '../../ui/form/context.ts'
import { type RowValues, rowsAt } from '../../ui/form/values.ts'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notice.tsx'
import { usePorts } from '../../ui/ports.ts'
import type { GridHandle, GridStep } from '../../ui/sheet/grid-model.ts'
import type { CellChange } from '../../ui/sheet/model.ts'
import { SheetGrid } from '../../ui/sheet/sheet-grid.tsx'
import { UndoButtons } from '../../ui/sheet/undo-buttons.tsx'
import { useSteps } from '../../ui/sheet/use-steps.ts'
import { Empty } from '../../ui/states.tsx'
import type { Place } from '../../ui/table/keyboard.ts'
import { useIsNarrow } from '../../ui/use-media.ts'
import './periodic-grid.css'
import { nextIssue, useIssueKeys } from './sheet-issues.ts'
import type { SheetRemark } from './sheet-remarks.ts'
import { type YearLine, yearColumns } from './year-columns.tsx'
import { RowTotals } from './year-form-parts.tsx'
import { rowSpecs } from './year-model.ts'

const MOST_ROWS = 100
/** The number of the row, the technology and the scenario; on a narrow screen without the scenario. */
const FROZEN = 3
const START: Place = { row: 0, column: -1 }

/** A remark as its row sees it: on a property, not on a place of the whole record. */
const inRow = ({ item, state }: SheetRemark): SheetRemark => ({
  item: { ...item, place: item.place?.property ? { name: item.place.property } : undefined },
  state,
})

const linesOf = (
  rows: readonly RowValues[],
  issues: readonly Issue[],
  isOpen: boolean,
  remarks: readonly SheetRemark[],
): YearLine[] =>
  rows.map((values, index) => {
    const prefix = `rows.${index}.`
    const own = issues.filter(({ field }) => field.startsWith(prefix))
    return {
      index,
      values,
      isOpen,
      issues: own.map((issue) => ({ ...issue, field: issue.field.slice(prefix.length) })),
      remarks: remarks
        .filter(({ item: { place } }) => place?.name === 'rows' && place.row === index)
        .map(inRow),
    }
  })

/** All rows before and after a change, so that adding and removing rows can be undone like typing. */
interface RowsStep {
  before: readonly RowValues[]
  after: readonly RowValues[]
}

function changed(rows: readonly RowValues[], changes: readonly CellChange[]): RowValues[] {
  const next = rows.map((row): Record<string, string> => ({ ...row }))
  for (const { row, name, value } of changes) {
    const target = next[row]
    if (target) target[name] = value
  }
  return next
}

/** Actions on the form's rows. */
function rowChanges({ store }: FormApi, onStep: (step: RowsStep) => void) {
  const rows = () => rowsAt(store.state().values, 'rows')
  const put = (after: readonly RowValues[]) => {
    onStep({ before: rows(), after })
    store.set({ rows: after })
  }
  return {
    change: (changes: readonly CellChange[]) => store.set({ rows: changed(rows(), changes) }),
    /** Records an action whose changes are already in the rows. */
    record: ({ before }: GridStep) => onStep({ before: changed(rows(), before), after: rows() }),
    show: (shown: readonly RowValues[] | undefined) => shown && store.set({ rows: shown }),
    /** @returns the index of the new row */
    add() {
      const { length } = rows()
      // The grid must have the row before its cursor goes there.
      flushSync(() => put([...rows(), {}]))
      return length
    },
    remove: (index: number) => put(rows().filter((_, at) => at !== index)),
  }
}

function useYearSheet(isOpen: boolean, isNarrow: boolean, remarks: readonly SheetRemark[]) {
  const form = useForm()
  const { useDict } = usePorts()
  const [tech, scenarios] = [useDict('tech_type'), useDict('app_scenario')]
  const steps = useSteps<RowsStep>()
  const push = useRef(steps.push)
  useEffect(() => {
    push.current = steps.push
  })
  const [actions] = useState(() => rowChanges(form, (step) => push.current(step)))
  const held = useFormSlice(({ values }) => values['rows'])
  const issues = useFormSlice((state) => state.issues)
  const lines = useMemo(
    () => linesOf(rowsAt({ rows: held }, 'rows'), issues, isOpen, remarks),
    [held, issues, isOpen, remarks],
  )
  const columns = useMemo(
    () =>
      yearColumns(
        { tech_type: tech, app_scenario: scenarios },
        { isNarrow, onRemove: isOpen ? actions.remove : undefined },
      ),
    [tech, scenarios, actions, isOpen, isNarrow],
  )
  const undo = () => actions.show(steps.undo()?.before)
  const redo = () => actions.show(steps.redo()?.after)
  return { lines, columns, steps, undo, redo, ...actions }
}

/** The cursor of the sheet, and how it is led to the next issue. */
/** Leads to the first open remark outside the rows. @returns whether there is one */
function focusOpenRemark(): boolean {
  const thread = document.querySelector<HTMLElement>('[data-remark-state="open"] [data-remark]')
  thread?.scrollIntoView({ block: 'center' })
  const box = thread?.querySelector('textarea') ?? thread
  box?.focus({ preventScroll: true })
  return thread !== null
}

function useCursor(lines: readonly YearLine[], columns: readonly { name: string }[], hasKeys: boolean) {
  const grid = useRef<GridHandle>(null)
  const [active, setActive] = useState<Place>(START)
  const columnOf = (field: string | undefined) => columns.findIndex(({ name }) => name === field)
  const lead = (from: Place, step: 1 | -1 = 1) => {
    const found = nextIssue(lines, columnOf, from, step)
    if (found) grid.current?.show(found)
    return found
  }
  const seek = (step: 1 | -1 = 1) => {
    if (!lead(active, step) && !focusOpenRemark()) notify('没有需要更正的内容', 'success')
  }
  useIssueKeys(hasKeys, seek)
  return { grid, active, setActive, lead, seek }
}

const captions = new Map(rowSpecs.map(({ name, caption }) => [name, caption]))

/** The issues of the current row in words. It always has room for one line, so that the grid does not move. */
function RowFindings({ id, line }: { id: string; line: YearLine | undefined }) {
  return (
    <ul
      id={id}
      aria-label="本行的问题"
      className="flex min-h-9 flex-wrap items-center gap-x-5 border-line border-t px-4 py-1.5 text-s"
    >
      {line?.issues.map(({ field, message, level }) => (
        <li
          key={`${field} ${message}`}
          className={`flex items-center gap-1.5 ${level === 'error' ? 'text-danger' : 'text-warning'}`}
        >
          <Icon name="alert" size={13} />第 {line.index + 1} 行 {captions.get(field)}：{message}
        </li>
      ))}
    </ul>
  )
}

interface YearSheetProps {
  isOpen: boolean
  /** F8 leads through the sheet; not while a dialog is open. */
  hasKeys: boolean
  remarks: readonly SheetRemark[]
}

/** The rows of a calculation, to be filled in as in a spreadsheet. */
export function YearSheet({ isOpen, hasKeys, remarks }: YearSheetProps) {
  const isNarrow = useIsNarrow()
  const { lines, columns, steps, undo, redo, change, record, add } = useYearSheet(isOpen, isNarrow, remarks)
  const { grid, active, setActive, lead, seek } = useCursor(lines, columns, hasKeys)
  const findingsId = useId()
  return (
    <fieldset
      data-field="rows"
      tabIndex={-1}
      className="min-w-0 outline-none"
      // The form leads here when a row has an error; the cursor then moves to the cell.
      onFocus={({ target, currentTarget }) => target === currentTarget && lead(START)}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
        <Button
          icon="plus"
          disabled={!isOpen || lines.length >= MOST_ROWS}
          onClick={() => grid.current?.show({ row: add(), column: 1 })}
        >
          添加一行
        </Button>
        {isOpen && <UndoButtons steps={steps} onUndo={undo} onRedo={redo} />}
        <Button icon="chevronDown" title="F8" disabled={lines.length === 0} onClick={() => seek()}>
          下一处问题
        </Button>
        <RowTotals rows={lines.map(({ values }) => values)} />
      </div>
      <div className="periodic-grid">
        <SheetGrid
          ref={grid}
          label="年度测算分项"
          columns={columns}
          frozen={isNarrow ? FROZEN - 1 : FROZEN}
          describedBy={findingsId}
          rowCount={lines.length}
          rowAt={(index) => lines[index]}
          isOpen={(line) => line.isOpen}
          isLive
          onChange={isOpen ? change : undefined}
          onStep={record}
          onUndo={undo}
          onRedo={redo}
          latestStep={steps.latest}
          onActive={setActive}
        />
      </div>
      <RowFindings id={findingsId} line={lines[active.row]} />
      {lines.length === 0 && <Empty>尚无分项</Empty>}
    </fieldset>
  )
}
