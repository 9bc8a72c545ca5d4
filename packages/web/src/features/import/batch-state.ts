import type { ImportBatch } from '@xinchu/sdk'

const rowsOf = (count: number, what: string) =>
  count > 0 ? [`${what} ${count.toLocaleString('zh-CN')} 行`] : []

/** What is left to do with an ended batch, in words; empty if nothing is. */
export function leftToDo(batch: ImportBatch): string {
  const { state, dryRun, totalRows, committedRows, askedRows, errorRows, repeatRows } = batch
  if (state !== 'DONE' || dryRun) return ''
  const held = batch.held ?? 0
  const rest = totalRows - committedRows - askedRows - errorRows - repeatRows - held
  const left = [
    ...rowsOf(errorRows, '待更正'),
    ...rowsOf(askedRows, '待确认'),
    ...rowsOf(repeatRows, '疑似重复未写入'),
    ...rowsOf(held, '待确认修改被退回的项目'),
    ...rowsOf(rest, '未写入'),
  ]
  return left.join('，')
}

/** The state of a batch as a tag: one that has left rows is not called completed. */
export function stateOf(batch: ImportBatch): string {
  if (leftToDo(batch) === '') return batch.stateLabel
  return batch.committedRows > 0 ? '部分写入' : '未写入'
}

/** Whether the file of a batch may be read again with other columns. Rows that a program sent have no file. */
export const mayReadAgain = ({ own, state, committedRows, sha256 }: ImportBatch): boolean =>
  own && state === 'READY' && committedRows === 0 && sha256 !== undefined
