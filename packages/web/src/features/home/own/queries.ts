import { queryOptions } from '@tanstack/react-query'
import { DeclareStatus, ReportStatus } from '@xinchu/contract/codes'
import type { ProjectsListDueItemsQuery } from '@xinchu/sdk'
import { queryKeys } from '../../../app/query-keys.ts'
import { type Sdk, sdkOf } from '../../../app/sdk.ts'
import { RETURNED_STATES } from '../../../records/returned-states.ts'
import { reportedQuarter } from '../queries.ts'

const FRESH = 30_000
export const SHOWN = 5

export const REVIEW_STATES = [DeclareStatus.atCounty, DeclareStatus.atCity, DeclareStatus.atProvince]

type ProjectQuery = NonNullable<Parameters<Sdk['projects']['list']>[0]>

/** Own projects in these states. */
const projectsIn = (states: readonly DeclareStatus[], sort: NonNullable<ProjectQuery['sort']>) =>
  queryOptions({
    queryKey: [...queryKeys.projects, 'home', 'own', states],
    queryFn: ({ client, signal }) =>
      sdkOf(client).projects.list({ own: true, declareStatus: [...states], size: SHOWN, sort }, { signal }),
    staleTime: FRESH,
  })

/** Own stations of the reporting quarter; all of them without a state. */
const usageIn = (status?: ReportStatus[]) =>
  queryOptions({
    queryKey: [...queryKeys.periodic, 'home', 'own', reportedQuarter(), status],
    queryFn: ({ client, signal }) =>
      sdkOf(client).projects.listDueItems(
        {
          itemType: 'USAGE',
          ...reportedQuarter(),
          size: status ? SHOWN : 1,
          ...(status ? { status } : {}),
        } satisfies ProjectsListDueItemsQuery,
        { signal },
      ),
    staleTime: FRESH,
  })

/** Tasks of an enterprise. Each query loads only what is shown. */
export const ownQueries = {
  returned: () => projectsIn(RETURNED_STATES, ['waitingSince,asc']),
  drafts: () => projectsIn([DeclareStatus.draft], ['updateTime,desc']),
  inReview: () => projectsIn(REVIEW_STATES, ['waitingSince,asc']),
  returnedUsage: () => usageIn([ReportStatus.returned]),
  /** Stations without a report, or with a draft. */
  dueUsage: () => usageIn([ReportStatus.draft]),
  allUsage: () => usageIn(),
}
