import type { QueryClient } from '@tanstack/react-query'
import { csvOf } from '../../../lib/csv.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { workbookOf } from '../../../lib/workbook.ts'
import { isDrawn, type ShownCard, type ShownPart, type ShownTable } from '../shown.ts'
import { contextOf } from './context.ts'
import { pictureOf, pngOf } from './picture.ts'
import { rowsOf } from './rows.ts'

export const FORMATS = ['png', 'svg', 'xlsx', 'csv'] as const

/** Saves a chart, or a table, as a file. */
export async function saveCard(
  client: QueryClient,
  card: ShownCard | ShownTable,
  parts: readonly ShownPart[],
  format: (typeof FORMATS)[number],
): Promise<void> {
  const context = contextOf(client, parts)
  const save = (blob: Blob) => saveFile(blob, `${context.title}-${card.title}.${format}`)
  if (isDrawn(card) && format === 'png') return save(await pngOf(pictureOf(card, context)))
  if (isDrawn(card) && format === 'svg')
    return save(new Blob([pictureOf(card, context).svg], { type: 'image/svg+xml' }))
  const rows = rowsOf(card, context)
  if (format === 'xlsx') return save(await workbookOf(card.title, rows))
  save(csvOf(rows))
}
