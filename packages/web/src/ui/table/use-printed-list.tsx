import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { figure as figureOf } from '../../lib/figures.ts'
import { useAction } from '../../lib/use-action.ts'
import { notify } from '../notice.tsx'
import { usePorts } from '../ports.ts'
import type { ListOnPaper } from '../print/printed-list.tsx'
import { type Column, sortKeyOf, titleOf } from './column.ts'
import type { Totals } from './totals.ts'
import { ALL_PRINTED } from './use-row-window.ts'

/** What of a list its pages say beside the rows. */
export interface PaperSource<Row> {
  /** Reads the rows under the conditions, at most so many as are printed; without it those shown are all. */
  read?: () => Promise<readonly Row[]>
  conditions?: ReactNode
  /** A fact of all of them, such as where their count ends. */
  note?: ReactNode
}

interface Printing<Row> extends PaperSource<Row> {
  title: string
  columns: readonly Column<Row>[]
  shown: readonly Row[]
  selected: readonly Row[]
  totals: Totals | undefined
  total: number
  counter: string
  sort: string | undefined
  /** Whether Ctrl+P prints this list too: it is what its page is for. */
  isMain: boolean
}

const figure = (count: number) => count.toLocaleString('zh-CN')

/** Which of a list's rows are printed. */
export function chosenWords(printed: number, total: number, counter: string, isSelection: boolean): string {
  if (isSelection) return `已选 ${figure(printed)} ${counter}`
  if (printed >= total) return `全部 ${figure(total)} ${counter}`
  return `第 1–${figure(printed)} ${counter}，共 ${figure(total)} ${counter}，全部请用导出`
}

function orderOf<Row>(columns: readonly Column<Row>[], sort: string | undefined): string | undefined {
  const [key, direction] = sort?.split(',') ?? []
  const column = columns.find((each) => (sortKeyOf(each) ?? each.key) === key)
  return column && `${titleOf(column)}${direction === 'desc' ? '由大到小' : '由小到大'}`
}

/** The sums of a list in a line. */
function sumWords<Row>(columns: readonly Column<Row>[], { of, sums }: Totals): string | undefined {
  const words = columns.flatMap((column) => {
    const sum = sums[column.key]
    return sum === undefined ? [] : [`${column.title} ${figureOf(sum)} ${column.unit ?? ''}`.trim()]
  })
  return words.length > 0 ? `${of}，${words.join('，')}` : undefined
}

async function listOf<Row>(from: Printing<Row>): Promise<ListOnPaper<Row>> {
  const isSelection = from.selected.length > 0
  const all = isSelection ? from.selected : await (from.read?.() ?? from.shown)
  const rows = all.slice(0, ALL_PRINTED)
  const { title, columns, conditions, note, total, counter } = from
  return {
    ...{ title, columns, rows, conditions },
    chosen: chosenWords(rows.length, total, counter, isSelection),
    order: orderOf(columns, from.sort),
    sums: from.totals && sumWords(columns, from.totals),
    note: isSelection ? undefined : note,
  }
}

/** Waits for what the pages show, such as names of codes that are still read. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 100))

/** Prints a list as a document of its own, with all rows under its conditions, or those selected. */
export function usePrintedList<Row>(from: Printing<Row>) {
  const ports = usePorts()
  const [pages, setPages] = useState<ReactNode>()
  const { run: print, isBusy } = useAction(
    async () => {
      const [{ PrintedList }, words, list] = await Promise.all([
        import('../print/printed-list.tsx'),
        ports.paper(),
        listOf(from),
      ])
      flushSync(() => setPages(<PrintedList list={list} words={words} />))
      await settled()
      window.print()
    },
    { onDone: () => undefined, onFailed: ({ message }) => notify(message) },
  )
  useEffect(() => {
    const end = () => setPages(undefined)
    addEventListener('afterprint', end)
    return () => removeEventListener('afterprint', end)
  }, [])
  const byKeys = useEffectEvent((event: KeyboardEvent) => {
    const isPrint = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'p'
    // An open dialog is printed alone.
    if (!isPrint || event.defaultPrevented || document.querySelector('[role="dialog"]')) return
    event.preventDefault()
    print()
  })
  const { isMain } = from
  useEffect(() => {
    if (!isMain) return
    addEventListener('keydown', byKeys)
    return () => removeEventListener('keydown', byKeys)
  }, [isMain])
  return { print, isPrinting: isBusy, pages }
}
