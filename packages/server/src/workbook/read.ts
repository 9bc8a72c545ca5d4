import { streamXlsxRows } from 'hucre/xlsx'
import { type Cell, readCell } from './cell.ts'
import { Demand } from './demand.ts'
import { WorkbookError } from './error.ts'
import { openChecked } from './inspect.ts'
import { limits } from './limits.ts'
import { singleSheetPackage } from './single-sheet.ts'

export interface ReadOptions {
  /** Preferred sheet; the first one if the workbook has none of this name. */
  sheet?: string
  /** First row to read, from 1. */
  fromRow?: number
  /** Maximum rows with content. A workbook with more is refused, not truncated. */
  maxRows?: number
  /** Columns beyond this one are ignored. */
  maxColumns?: number
}

export interface SheetRow {
  /** Row number in the workbook, from 1. */
  rowNo: number
  /** Cells from column A, without trailing empty cells. */
  cells: Cell[]
}

function toCells(values: readonly (string | number | boolean | Date | null)[], maxColumns: number): Cell[] {
  const cells = values.slice(0, maxColumns).map(readCell)
  while (cells.length > 0 && cells.at(-1) === null) cells.pop()
  return cells
}

async function* selectRows(
  source: AsyncIterator<{ index: number; values: readonly (string | number | boolean | Date | null)[] }>,
  demand: Demand,
  { fromRow = 1, maxRows = limits.rows, maxColumns = limits.columns }: ReadOptions,
  signal: AbortSignal | undefined,
): AsyncGenerator<SheetRow> {
  let count = 0
  for (;;) {
    signal?.throwIfAborted()
    const { done, value } = await demand.take(source)
    if (done) return
    const rowNo = value.index + 1
    if (!Number.isInteger(rowNo)) throw new WorkbookError('文件已损坏，请重新保存后再上传')
    const cells = rowNo < fromRow ? [] : toCells(value.values, maxColumns)
    if (cells.length === 0) continue
    count += 1
    if (count > maxRows) throw new WorkbookError(`工作簿超过 ${maxRows} 行，请拆分后分别导入`)
    yield { rowNo, cells }
  }
}

/** Replaces the parser's messages, which are not for users. */
function translate(error: unknown): WorkbookError {
  if (error instanceof WorkbookError) return error
  return new WorkbookError('工作簿内容无法读取，请重新保存后再上传')
}

/**
 * Reads the non-empty rows at the consumer's pace, in the calling thread. A server uses `readRowsInWorker` instead.
 * @throws WorkbookError if the workbook is refused
 */
export async function* readRows(
  path: string,
  options: ReadOptions = {},
  signal?: AbortSignal,
): AsyncGenerator<SheetRow> {
  const { archive, structure } = await openChecked(path)
  const sheet = structure.sheets.find(({ name }) => name === options.sheet) ?? structure.sheets[0]
  if (!sheet) {
    archive.close()
    throw new WorkbookError('工作簿中没有工作表，请使用导入模板填写')
  }
  const demand = new Demand()
  const bytes = singleSheetPackage(archive, structure, sheet.part, () => demand.untilDry())
  // The parser masks errors of its source with its own.
  let failure: unknown
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await bytes.next()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        failure = error
        controller.error(error)
      }
    },
    async cancel() {
      demand.end()
      await bytes.return(undefined)
    },
  })
  const rows = streamXlsxRows(stream)
  try {
    yield* selectRows(rows, demand, options, signal)
  } catch (error) {
    signal?.throwIfAborted()
    throw translate(failure ?? error)
  } finally {
    demand.end()
    await rows.return()
    archive.close()
  }
}
