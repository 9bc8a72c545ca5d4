import { toChineseNumber } from '@xinchu/validators'
import type { Block, HeadingBlock, TableBlock } from './model.ts'

/** A block with its number: headings in their text, tables beside their caption, empty where they have none. */
export type NumberedBlock =
  | Exclude<Block, HeadingBlock | TableBlock>
  | HeadingBlock
  | (TableBlock & { number: string })

const FORMS = [
  (n: number) => `${toChineseNumber(n)}、`,
  (n: number) => `（${toChineseNumber(n)}）`,
  (n: number) => `${n}. `,
  (n: number) => `（${n}）`,
] as const

/** Numbers headings 一、 → （一） → 1. → （1）, and the tables of numbered chapters 表 5-1. */
export function numbered(blocks: readonly Block[]): NumberedBlock[] {
  let counts = [0, 0, 0, 0]
  let chapter = 0
  let tables = 0
  return blocks.map((block) => {
    if (block.kind === 'part') {
      counts = [0, 0, 0, 0]
      tables = 0
    }
    if (block.kind === 'table') {
      tables += 1
      return { ...block, number: chapter ? `表 ${chapter}-${tables}` : '' }
    }
    if (block.kind !== 'heading') return block
    const at = block.level - 1
    // A chapter without a number, such as the list of files: its tables have none either.
    if (at === 0) chapter = block.isPlain ? 0 : (counts[0] ?? 0) + 1
    if (block.isPlain) return block
    counts = counts.map((count, index) => (index < at ? count : index === at ? count + 1 : 0))
    if (at === 0) tables = 0
    return { ...block, text: `${FORMS[at]?.(counts[at] ?? 0) ?? ''}${block.text}` }
  })
}
