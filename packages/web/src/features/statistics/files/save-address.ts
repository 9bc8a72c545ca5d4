import type { QueryClient } from '@tanstack/react-query'
import type { FileReply } from '@xinchu/sdk'
import { connectionOf } from '../../../app/query-client.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { workbookOf } from '../../../lib/workbook.ts'
import type { ShownPart } from '../shown.ts'
import { answerRows, type PageAnswer } from './answer-rows.ts'
import { contextOf } from './context.ts'

/** Reads an address of this platform within the session. @throws XinchuError in the platform's words */
function read<Reply>(client: QueryClient, address: string, reply: 'json' | 'file'): Promise<Reply> {
  const { pathname, search } = new URL(address)
  return connectionOf(client).send<Reply>({ method: 'GET', path: `${pathname}${search}`, reply })
}

/** Saves the file that an address answers. */
export async function saveAddress(client: QueryClient, address: string): Promise<void> {
  const { blob, fileName } = await read<FileReply>(client, address, 'file')
  saveFile(blob, fileName ?? new URL(address).pathname.replace(/^.*\//, ''))
}

/**
 * Saves all rows that an address answers as a workbook.
 * @param about what the rows are, if not the table's own title
 */
export async function saveAnswer(
  client: QueryClient,
  address: string,
  parts: readonly ShownPart[],
  about: string | undefined,
): Promise<void> {
  const answer = await read<PageAnswer>(client, address, 'json')
  const context = contextOf(client, parts)
  const { title } = answer
  const rows = answerRows({ ...answer, title: about ?? title }, context)
  saveFile(await workbookOf(title, rows), `${[context.title, title].filter(Boolean).join('-')}.xlsx`)
}
