import { queryOptions } from '@tanstack/react-query'
import { closedQuarter } from '@xinchu/validators'
import { sdk } from '../../app/sdk.ts'

const FRESH = 30_000
const SHOWN = 6

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)

/** What waits for the caller's office. */
export const homeQueries = {
  projects: () =>
    queryOptions({
      queryKey: ['home', 'projects'],
      queryFn: ({ signal }) =>
        sdk.projects.list({ todo: true, size: SHOWN, sort: ['waitingSince,asc'] }, { signal }),
      staleTime: FRESH,
    }),
  reports: () =>
    queryOptions({
      queryKey: ['home', 'reports'],
      queryFn: ({ signal }) => {
        const { year, quarter } = closedQuarter(today())
        const period = ([1, 2, 3, 4] as const).find((each) => each === quarter) ?? 1
        return sdk.projects.listGeneralItems(
          { itemType: 'USAGE', year, quarter: period, status: ['1'], size: 1 },
          { signal },
        )
      },
      staleTime: FRESH,
    }),
  windows: () =>
    queryOptions({
      queryKey: ['home', 'windows'],
      queryFn: ({ signal }) => sdk.fillTimes.list({}, { signal }),
      staleTime: FRESH,
    }),
  unread: () =>
    queryOptions({
      queryKey: ['home', 'unread'],
      queryFn: ({ signal }) => sdk.messages.list({ read: false, size: SHOWN }, { signal }),
      staleTime: FRESH,
    }),
}
