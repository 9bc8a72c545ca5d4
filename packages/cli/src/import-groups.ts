import type { ImportCellIssue } from '@xinchu/sdk'
import { withCode } from './exit.ts'

type Issue = Pick<ImportCellIssue, 'code' | 'message'>

const SHOWN_ROWS = 5

// Names in quotes and figures, but not those of a caption in 【】.
const VARYING = /((?<!【[^】]*)(?:“[^”]*”|\d+(?:[.,]\d+)*))/

interface Group {
  /** The words of its messages, in turn fixed and varying. A part that differs between them is cut. */
  parts: string[]
  isCut: boolean
  count: number
  /** In how many rows. */
  rows: number
  lastRow: number
  /** The first messages in full, and the numbers of the first rows. */
  messages: string[]
  rowNos: number[]
}

const groupOf = (parts: string[]): Group => ({
  parts,
  isCut: false,
  count: 0,
  rows: 0,
  lastRow: 0,
  messages: [],
  rowNos: [],
})

/** Issues that differ by names and figures only, in the order of their first. */
export class Groups {
  readonly #groups = new Map<string, Group>()

  add(rowNo: number, { code, message }: Issue): void {
    const parts = withCode(code, message.replace(/^第\d+行(?=【|：)/, '')).split(VARYING)
    // The code has figures of its own.
    const key = JSON.stringify([code, ...parts.filter((_part, at) => at % 2 === 0)])
    const group = this.#groups.get(key) ?? groupOf(parts)
    this.#groups.set(key, group)
    merge(group, parts)
    group.count += 1
    if (group.messages.length < SHOWN_ROWS) group.messages.push(withCode(code, message))
    if (group.rows > 0 && rowNo === group.lastRow) return
    group.rows += 1
    group.lastRow = rowNo
    if (group.rowNos.length < SHOWN_ROWS) group.rowNos.push(rowNo)
  }

  *lines(): Generator<string, void, void> {
    for (const group of this.#groups.values()) {
      const { count, isCut, messages } = group
      if (count === 1 || (isCut && count <= messages.length)) yield* messages
      else yield lineOf(group)
    }
  }
}

/** Cuts what is not the same in the next message. */
function merge(group: Group, next: readonly string[]): void {
  group.parts.forEach((part, at) => {
    const other = next[at]
    if (part === other) return
    group.parts[at] = part.startsWith('“') && other?.startsWith('“') ? '“…”' : '…'
    group.isCut = true
  })
}

function lineOf({ parts, count, rows, rowNos }: Group): string {
  const places = count === rows ? `${count} 行` : `${count} 处`
  return `${parts.join('')}（${places}：第 ${rowNos.join('、')} 行${rows > rowNos.length ? '等' : ''}）`
}
