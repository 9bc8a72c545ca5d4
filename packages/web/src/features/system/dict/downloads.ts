import type { MutationFunctionContext } from '@tanstack/react-query'
import { sdkOf } from '../../../app/sdk.ts'
import { saveFile } from '../../../lib/save-file.ts'

/** Saves a dictionary as a workbook, which can be imported again. */
export async function saveDict(dictName: string, { client }: MutationFunctionContext): Promise<void> {
  const { blob, fileName } = await sdkOf(client).dicts.exportWorkbook({ dictName })
  saveFile(blob, fileName ?? '字典.xlsx')
}
