import { createClient } from '../../packages/sdk/src/index.ts'
import { fillTemplate, goodRow, type ImportCells } from '../../packages/server/test/support/import-rows.ts'
import { PASSWORD } from './browser.ts'

/**
 * An office's import template filled with valid rows of Yanchi, with faults in some rows (from 1). Workbooks of which one
 * starts after the other (`first`) have no project in common.
 */
export async function importWorkbook(
  url: string,
  username: string,
  count: number,
  faults: Readonly<Record<number, ImportCells>>,
  first = 1,
): Promise<Buffer> {
  const xinchu = createClient({ baseUrl: url })
  await xinchu.login({ username, password: PASSWORD, code: '', uuid: '' })
  const { blob } = await xinchu.imports.downloadTemplate({})
  const rows = Array.from({ length: count }, (_, at) => goodRow(at + first, faults[at + 1]))
  return Buffer.from(await fillTemplate(new Uint8Array(await blob.arrayBuffer()), rows))
}
