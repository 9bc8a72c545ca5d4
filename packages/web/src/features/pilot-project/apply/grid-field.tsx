import type { FieldSpec } from '@xinchu/validators'
import { type ClipboardEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useForm, useFormSlice } from '../../../ui/form/context.ts'
import { RowsField } from '../../../ui/form/rows-field.tsx'
import { type RowValues, rowsAt } from '../../../ui/form/values.ts'
import { Icon } from '../../../ui/icons.tsx'
import { clipboardCells, isTable } from '../../../ui/sheet/model.ts'
import { type PasteChoice, planPaste } from '../../../ui/sheet/paste.ts'
import {
  convertedIn,
  NO_ANSWERS,
  needsPreview,
  type PasteAnswers,
  pasteSummary,
  settlePaste,
} from '../../../ui/sheet/paste-settled.ts'
import type { PasteTarget } from '../../../ui/sheet/paste-target.ts'
import { PreviewedPaste } from '../../../ui/sheet/previewed-paste.tsx'
import { onGridKey } from './grid-keys.ts'
import { filledLines, listTarget, rowsOf } from './list-paste.ts'

interface GridFieldProps {
  name: string
  atMost: number
  addLabel: string
  sums?: readonly string[]
}

const isFilled = (row: RowValues) => Object.values(row).some((text) => text.trim() !== '')
/** Columns without an input. The platform numbers milestones; progress reports give the results. */
const HIDDEN: readonly string[] = ['id', 'actualDate', 'progressPct']

type Block = readonly (readonly string[])[]

interface PasteDone {
  words: string
  before: readonly RowValues[]
  after: readonly RowValues[]
}

/** Pasting rows into a list, below those that are filled. */
function useListPaste({ name, atMost }: GridFieldProps, columns: readonly FieldSpec[]) {
  const { store } = useForm()
  const held = useFormSlice(({ values }) => values[name])
  const [done, setDone] = useState<PasteDone>()
  const [asked, setAsked] = useState<{ block: Block; target: PasteTarget }>()
  const rowsNow = () => rowsAt(store.state().values, name)
  const targetNow = () => listTarget(columns, rowsNow().filter(isFilled).length, atMost)
  const write = (block: Block, choice: PasteChoice, answers: PasteAnswers) => {
    const target = targetNow()
    const plan = planPaste(block, target, choice)
    const settled = settlePaste(plan, answers)
    const before = rowsNow()
    const after = [...before.filter(isFilled), ...rowsOf(settled.changes)]
    setAsked(undefined)
    store.set({ [name]: after })
    store.touch(name)
    setDone({ words: pasteSummary(settled, convertedIn(plan, target.columns)), before, after })
  }
  const onPaste = (event: ClipboardEvent) => {
    const cells = clipboardCells(event.clipboardData.getData('text/plain'))
    if (!isTable(cells)) return
    event.preventDefault()
    event.stopPropagation()
    const block = filledLines(cells)
    const target = targetNow()
    if (block.length === 0) return
    if (needsPreview(planPaste(block, target))) setAsked({ block, target })
    else write(block, {}, NO_ANSWERS)
  }
  return {
    done,
    /** Absent when the rows have changed since, because it would take that back as well. */
    undo:
      done && held === done.after
        ? () => {
            store.set({ [name]: done.before })
            setDone(undefined)
          }
        : undefined,
    asked,
    onPaste,
    confirm: (choice: PasteChoice, answers: PasteAnswers) => asked && write(asked.block, choice, answers),
    cancel: () => setAsked(undefined),
  }
}

interface PasteStateProps {
  done: PasteDone | undefined
  onUndo: (() => void) | undefined
}

/** What the last paste did, or how to paste. */
function PasteState({ done, onUndo }: PasteStateProps) {
  return (
    <p
      role="status"
      className={`flex flex-wrap items-center gap-x-3 rounded-md text-s ${done ? 'mb-2 bg-brand-soft px-3 py-1 text-brand-ink' : 'text-ink-faint'}`}
    >
      {done ? (
        <>
          <Icon name="check" size={14} />
          {done.words}
          {onUndo && (
            <Button look="quiet" icon="undo" onClick={onUndo}>
              撤销
            </Button>
          )}
        </>
      ) : (
        <span className="pb-2 text-xs max-sm:hidden">
          可粘贴 Excel 中的多行：首行为标题的按标题对应，否则按顺序；方向键与回车换格，Ctrl+D 取上一行的值
        </span>
      )}
    </p>
  )
}

/** Rows of a table. Several cells copied from a spreadsheet become rows; the last paste can be undone. */
export function GridField(props: GridFieldProps) {
  const { name, atMost, addLabel, sums = [] } = props
  const { store } = useForm()
  const shown = (store.options.rows?.[name] ?? []).filter((spec) => !HIDDEN.includes(spec.name))
  const paste = useListPaste(props, shown)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys and pastes are those of the inputs inside
    <div
      className="col-span-full min-w-0"
      onPasteCapture={paste.onPaste}
      onKeyDown={(event) =>
        onGridKey(event, {
          name,
          columns: shown.map((spec) => spec.name),
          rows: rowsAt(store.state().values, name),
          onRows: (rows) => store.set({ [name]: rows }),
        })
      }
    >
      <RowsField name={name} sums={sums} atMost={atMost} addLabel={addLabel} hidden={HIDDEN} hasNoLegend />
      <PasteState done={paste.done} onUndo={paste.undo} />
      {paste.asked && (
        <PreviewedPaste
          cells={paste.asked.block}
          target={paste.asked.target}
          onPaste={paste.confirm}
          onClose={paste.cancel}
        />
      )}
    </div>
  )
}
