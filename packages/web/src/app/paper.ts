import type { QueryClient } from '@tanstack/react-query'
import { nowInBeijing } from '../lib/beijing.ts'
import type { PaperWords } from '../ui/ports.ts'
import { SECRECY } from './public-pages.ts'
import { sessionQueries } from './session-queries.ts'

/** Returns what stands around each printed page: the platform, who prints it and when. */
export function paperWords(client: QueryClient): PaperWords {
  const platform = client.getQueryData(sessionQueries.platform.queryKey)
  const user = client.getQueryData(sessionQueries.info.queryKey)?.user
  const by = [user?.orgName, user?.nickName, nowInBeijing().slice(0, 16)].filter(Boolean).join(' ')
  return { platform: platform?.title ?? '', by, note: SECRECY, isSample: platform?.demo ?? false }
}
