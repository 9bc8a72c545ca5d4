import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { type ImportMap, imports } from '@xinchu/sdk'
import { callsOf } from '../../app/query-client.ts'
import { importQueries } from './queries.ts'

const sdkOf = callsOf({ imports })

export const readingQuery = (batchId: number) =>
  queryOptions({
    queryKey: [...importQueries.all, 'reading', batchId],
    queryFn: ({ client, signal }) => sdkOf(client).imports.reading(batchId, { signal }),
    // A file that was read again has other columns.
    gcTime: 0,
  })

interface Confirmation {
  id: number
  map: ImportMap
  remember: boolean
  discardCorrections: boolean
}

export const readingMutations = {
  confirm: mutationOptions({
    async mutationFn({ id, ...body }: Confirmation, { client }) {
      const batch = await sdkOf(client).imports.confirmReading(id, body)
      // The batch is shown as read again at once.
      client.setQueryData(importQueries.batch(id).queryKey, batch)
      return batch
    },
    meta: { invalidates: [importQueries.all] },
  }),
  forget: mutationOptions({
    mutationFn: (id: number, { client }) => sdkOf(client).imports.forgetReading(id),
    meta: { invalidates: [importQueries.all] },
  }),
}
