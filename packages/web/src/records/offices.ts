import { queryOptions, useQuery } from '@tanstack/react-query'
import { sdkOf } from '../app/people-sdk.ts'
import type { Choice } from '../ui/ports.ts'

/** A complete list, by the specification's page size. */
const ALL = 9999

const officesInUse = queryOptions({
  queryKey: ['message-offices'],
  queryFn: async ({ client, signal }) => {
    const { content } = await sdkOf(client).orgs.list({ size: ALL }, { signal })
    return content.filter(({ enabled }) => enabled)
  },
  staleTime: 60_000,
})

/** The offices in use as choices with their places; read only if needed. */
export function useOffices(isNeeded = true): { offices: readonly Choice[]; isFetching: boolean } {
  const { data = [], isFetching } = useQuery({ ...officesInUse, enabled: isNeeded })
  const offices = data.map(({ id, orgName, regionName }) => ({
    value: String(id),
    label: regionName ? `${orgName}（${regionName}）` : orgName,
  }))
  return { offices, isFetching }
}
