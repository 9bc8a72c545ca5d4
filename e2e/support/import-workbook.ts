import { createClient } from '../../packages/sdk/src/index.ts'
import { fillTemplate, goodRow, type ImportCells } from '../../packages/server/test/support/import-rows.ts'
import { PASSWORD } from './browser.ts'

/** An office's import template filled with valid rows of Yanchi, with faults in some rows (from 1). */
export async function importWorkbook(
  url: string,
  username: string,
  count: number,
  faults: Readonly<Record<number, ImportCells>>,
): Promise<Buffer> {
  const xinchu = createClient({ baseUrl: url })
  await xinchu.login({ username, password: PASSWORD, code: '', uuid: '' })
  const { blob } = await xinchu.imports.downloadTemplate({})
  const rows = Array.from({ length: count }, (_, at) => goodRow(at + 1, faults[at + 1]))
  return Buffer.from(await fillTemplate(new Uint8Array(await blob.arrayBuffer()), rows))
}
