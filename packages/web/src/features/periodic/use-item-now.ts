import { useQuery } from '@tanstack/react-query'
import type { GeneralItem } from '@xinchu/sdk'
import { periodicQueries } from './queries.ts'

/** A report that was opened from a list, as it is now: also after a step has taken it out of the list's filters. */
export function useItemNow(opened: GeneralItem): GeneralItem {
  const { itemType, id } = opened
  // Not kept: when it is opened again, its row is newer.
  const { data } = useQuery({ ...periodicQueries.items({ itemType, id }), gcTime: 0 })
  return data?.content[0] ?? opened
}
