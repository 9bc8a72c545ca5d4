import type { QueryClient } from '@tanstack/react-query'
import { nowInBeijing } from '../lib/beijing.ts'
import { saveFile } from '../lib/save-file.ts'
import type { PaperWords, Ports } from '../ui/ports.ts'
import { SECRECY } from './public-pages.ts'
import { tellIn } from './query-client.ts'
import { sdkOf } from './sdk.ts'
import { cancelUpload, sendFile } from './send-file.ts'
import { sessionQueries } from './session-queries.ts'

/** Returns what stands around each printed page: the platform, who prints it and when. */
function paperWords(client: QueryClient): PaperWords {
  const platform = client.getQueryData(sessionQueries.platform.queryKey)
  const user = client.getQueryData(sessionQueries.info.queryKey)?.user
  const by = [user?.orgName, user?.nickName, nowInBeijing().slice(0, 16)].filter(Boolean).join(' ')
  return { platform: platform?.title ?? '', by, note: SECRECY, isSample: platform?.demo ?? false }
}

type LatePorts = Omit<Ports['files'], 'useContent'> & Pick<Ports, 'paper'>

/** Services of tables and forms that are loaded when they are used: files apart from reading them, and words on paper. */
export const latePorts = (client: QueryClient, userKey: string): LatePorts => ({
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
  paper: async () => paperWords(client),
})
