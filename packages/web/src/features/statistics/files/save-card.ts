import { csvOf } from '../../../lib/csv.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { workbookOf } from '../../../lib/workbook.ts'
import type { ShownCard, ShownPart } from '../shown.ts'
import { contextOf } from './context.ts'
import { pictureOf, pngOf } from './picture.ts'
import { rowsOf } from './rows.ts'

export const FORMATS = ['png', 'svg', 'xlsx', 'csv'] as const

/** Saves a chart, or its table, as a file. */
export async function saveCard(
  card: ShownCard,
  parts: readonly ShownPart[],
  format: (typeof FORMATS)[number],
): Promise<void> {
  const context = contextOf(parts)
  const save = (blob: Blob) => saveFile(blob, `${context.title}-${card.title}.${format}`)
  if (format === 'png') return save(await pngOf(pictureOf(card, context)))
  if (format === 'svg') return save(new Blob([pictureOf(card, context).svg], { type: 'image/svg+xml' }))
  const rows = rowsOf(card, context)
  if (format === 'xlsx') return save(await workbookOf(card.title, rows))
  save(csvOf(rows))
}
