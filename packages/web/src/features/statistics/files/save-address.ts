import type { FileReply } from '@xinchu/sdk'
import { connection } from '../../../app/connection.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { workbookOf } from '../../../lib/workbook.ts'
import type { ShownPart } from '../shown.ts'
import { answerRows, type PageAnswer } from './answer-rows.ts'
import { contextOf } from './context.ts'

/** Reads an address of this platform within the session. @throws XinchuError in the platform's words */
function read<Reply>(address: string, reply: 'json' | 'file'): Promise<Reply> {
  const { pathname, search } = new URL(address)
  return connection.send<Reply>({ method: 'GET', path: `${pathname}${search}`, reply })
}

/** Saves the file that an address answers. */
export async function saveAddress(address: string): Promise<void> {
  const { blob, fileName } = await read<FileReply>(address, 'file')
  saveFile(blob, fileName ?? new URL(address).pathname.replace(/^.*\//, ''))
}

/**
 * Saves all rows that an address answers as a workbook.
 * @param about what the rows are, if not the table's own title
 */
export async function saveAnswer(
  address: string,
  parts: readonly ShownPart[],
  about: string | undefined,
): Promise<void> {
  const answer = await read<PageAnswer>(address, 'json')
  const context = contextOf(parts)
  const { title } = answer
  const rows = answerRows({ ...answer, title: about ?? title }, context)
  saveFile(await workbookOf(title, rows), `${[context.title, title].filter(Boolean).join('-')}.xlsx`)
}
