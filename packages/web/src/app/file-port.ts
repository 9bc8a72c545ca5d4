import type { QueryClient } from '@tanstack/react-query'
import { saveFile } from '../lib/save-file.ts'
import type { Ports } from '../ui/ports.ts'
import { tellIn } from './query-client.ts'
import { sdkOf } from './sdk.ts'
import { cancelUpload, sendFile } from './send-file.ts'

/** What tables and forms do with files of the platform, apart from reading them. */
export const filePort = (client: QueryClient, userKey: string): Omit<Ports['files'], 'useContent'> => ({
  upload: async (file, { bizType, bizId }, watch) =>
    sendFile(sdkOf(client), file, { bizType, bizId, userKey }, watch),
  cancelUpload: async (id) => cancelUpload(sdkOf(client), userKey, id),
  async download(id) {
    try {
      const { blob, fileName } = await sdkOf(client).files.download(id)
      saveFile(blob, fileName ?? String(id))
    } catch (error) {
      tellIn(client, error)
    }
  },
  remove: (id) => sdkOf(client).files.delete(id),
})
