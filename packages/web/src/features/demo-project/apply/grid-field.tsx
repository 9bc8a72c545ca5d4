import { type ClipboardEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useForm } from '../../../ui/form/context.ts'
import { RowsField } from '../../../ui/form/rows-field.tsx'
import { type RowValues, rowsAt } from '../../../ui/form/values.ts'
import { Icon } from '../../../ui/icons.tsx'
import { clipboardCells, isTable } from '../../../ui/sheet/model.ts'
import { onGridKey } from './grid-keys.ts'
import { pastedRows, pasteWords } from './pasted-rows.ts'

interface GridFieldProps {
  name: string
  atMost: number
  addLabel: string
  sums?: readonly string[]
}

const isFilled = (row: RowValues) => Object.values(row).some((text) => text.trim() !== '')
/** Columns without an input. The platform numbers milestones; progress reports give the results. */
const HIDDEN: readonly string[] = ['id', 'actualDate', 'progressPct']

/** Rows of a table. Several cells copied from a spreadsheet become rows; the last paste can be undone. */
export function GridField({ name, atMost, addLabel, sums = [] }: GridFieldProps) {
  const { store } = useForm()
  const [paste, setPaste] = useState<{ words: string; before: readonly RowValues[] }>()
  const shown = (store.options.rows?.[name] ?? []).filter((spec) => !HIDDEN.includes(spec.name))
  const onPaste = (event: ClipboardEvent) => {
    const cells = clipboardCells(event.clipboardData.getData('text/plain'))
    if (!isTable(cells)) return
    event.preventDefault()
    event.stopPropagation()
    const before = rowsAt(store.state().values, name)
    const kept = before.filter(isFilled)
    const pasted = pastedRows(cells, shown, atMost - kept.length)
    store.set({ [name]: [...kept, ...pasted.rows] })
    store.touch(name)
    setPaste({ words: pasteWords(pasted), before })
  }
  const undo = () => {
    if (paste) store.set({ [name]: paste.before })
    setPaste(undefined)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys and pastes are those of the inputs inside
    <div
      className="col-span-full min-w-0"
      onPasteCapture={onPaste}
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
      <p
        role="status"
        className={`flex flex-wrap items-center gap-x-3 rounded-md text-s ${paste ? 'mb-2 bg-brand-soft px-3 py-1 text-brand-ink' : 'text-ink-faint'}`}
      >
        {paste ? (
          <>
            <Icon name="check" size={14} />
            {paste.words}
            <Button look="quiet" icon="undo" onClick={undo}>
              撤销
            </Button>
          </>
        ) : (
          <span className="pb-2 text-xs max-sm:hidden">
            可粘贴 Excel 中的多行：首行为标题的按标题对应，否则按顺序；方向键与回车换格，Ctrl+D 取上一行的值
          </span>
        )}
      </p>
    </div>
  )
}
