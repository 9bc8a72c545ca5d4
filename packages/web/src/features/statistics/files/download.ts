import { queryClient } from '../../../app/query-client.ts'
import { sessionQueries } from '../../../app/session-queries.ts'

/** Renews an expired token, which an address itself cannot. */
export const renewSession = () => queryClient.fetchQuery({ ...sessionQueries.info, staleTime: 0 })

/** Opens an address that answers a file. */
export async function download(address: string): Promise<void> {
  await renewSession()
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
