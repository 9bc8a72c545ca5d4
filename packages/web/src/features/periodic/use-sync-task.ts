import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { WarehouseTask } from '@xinchu/sdk'
import { useEffect, useRef } from 'react'
import { refresh } from '../../app/query-client.ts'
import { isOpenTask, periodicQueries, SYNCED } from './queries.ts'

/** The newest comparison or sync. When a sync ends, everything that it has changed is read again. */
export function useSyncTask(isWanted = true): WarehouseTask | undefined {
  const client = useQueryClient()
  const { data } = useQuery({ ...periodicQueries.task, enabled: isWanted })
  const before = useRef<WarehouseTask>(undefined)
  useEffect(() => {
    const last = before.current
    before.current = data
    if (last && isOpenTask(last) && data?.id === last.id && data?.state === 'DONE')
      void refresh(client, { meta: SYNCED })
  }, [client, data])
  return data
}
