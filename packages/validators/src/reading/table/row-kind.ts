import { folded, visible } from '../fold.ts'

/** What a row below the heading is, other than data. */
export type OtherRow = 'total' | 'signature' | 'note'

const TOTAL = /^(?:合计|总计|小计|共计|累计|本页合计|分省合计|sum|total)[:：]?$/i
const SIGNATURE =
  /^(?:填表|填报|制表|审核|审批|复核|负责|单位负责|经办|盖章|签字|签章|报送|联系人[:：]|日期[:：])/
const NOTE = /^(?:注|备注|说明|填报说明|填表说明)\s*[:：\d一二三.、]/
const FIRST_CELLS = 3
const MOST_TEXTS = 3

const plain = (text: string): string => folded(visible(text)).replace(/\s/g, '')

/** The first filled cells of a row, at most one more than a signature or a note has. Cells other than texts are of data. */
function firstFilled(cells: readonly unknown[]): string[] {
  const filled: string[] = []
  for (const cell of cells) {
    if (cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')) continue
    filled.push(typeof cell === 'string' ? plain(cell) : '')
    if (filled.length > MOST_TEXTS) return filled
  }
  return filled
}

/** Tells rows that stand below a table from its data: totals, signatures and notes. Undefined for data. */
export function otherRow(cells: readonly unknown[]): OtherRow | undefined {
  const filled = firstFilled(cells)
  if (filled.slice(0, FIRST_CELLS).some((text) => TOTAL.test(text))) return 'total'
  if (filled.length === 0 || filled.length > MOST_TEXTS) return undefined
  const [first = ''] = filled
  if (SIGNATURE.test(first)) return 'signature'
  return NOTE.test(first) ? 'note' : undefined
}
