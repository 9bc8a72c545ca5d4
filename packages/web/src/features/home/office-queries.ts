import { queryOptions } from '@tanstack/react-query'
import { DeclareStatus } from '@xinchu/contract/codes'
import { queryKeys } from '../../app/query-keys.ts'
import { sdkOf } from '../../app/sdk.ts'
import { type ReviewEntity, reviewQueries } from '../../records/review.ts'

const FRESH = 30_000
export const SHOWN = 5

export const RETURNED = [
  DeclareStatus.returnedByCounty,
  DeclareStatus.returnedByCity,
  DeclareStatus.returnedByProvince,
]

/** Tasks of a reviewing office. Each query loads only what is shown. */
export const officeQueries = {
  /** Counts of open tasks, by kind. */
  waiting: () => ({ ...reviewQueries.tasks({ size: 1 }), staleTime: FRESH }),
  /** What waits of one kind, the longest waiting first. */
  ofKind: (entity: ReviewEntity) => ({
    ...reviewQueries.tasks({ entity, size: SHOWN }),
    staleTime: FRESH,
  }),
  /** Records whose remarks were answered. */
  answered: () => ({ ...reviewQueries.tasks({ mark: 'ANSWERED', size: SHOWN }), staleTime: FRESH }),
  /** Returned projects in the office's scope, the longest waiting first. */
  returned: () =>
    queryOptions({
      queryKey: [...queryKeys.projects, 'home', 'returned'],
      queryFn: ({ client, signal }) =>
        sdkOf(client).projects.list(
          { declareStatus: RETURNED, size: SHOWN, sort: ['waitingSince,asc'] },
          { signal },
        ),
      staleTime: FRESH,
    }),
}
