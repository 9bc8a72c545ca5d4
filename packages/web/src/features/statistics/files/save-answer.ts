import { saveFile } from '../../../lib/save-file.ts'
import { workbookOf } from '../../../lib/workbook.ts'
import type { ShownPart } from '../shown.ts'
import { answerRows, type PageAnswer } from './answer-rows.ts'
import { contextOf } from './context.ts'

/**
 * Saves all rows that an address answers as a workbook.
 * @param about what the rows are, if not the table's own title
 * @throws Error in the platform's words
 */
export async function saveAnswer(
  address: string,
  parts: readonly ShownPart[],
  about: string | undefined,
): Promise<void> {
  const reply = await fetch(address)
  const answer: PageAnswer & { message?: string } = await reply.json()
  if (!reply.ok) throw new Error(answer.message)
  const context = contextOf(parts)
  const { title } = answer
  const rows = answerRows({ ...answer, title: about ?? title }, context)
  saveFile(await workbookOf(title, rows), `${[context.title, title].filter(Boolean).join('-')}.xlsx`)
}
