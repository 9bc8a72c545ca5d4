import { useQuery } from '@tanstack/react-query'
import type { StatPeriod } from '@xinchu/sdk'
import { deptKinds } from '@xinchu/sdk/rights'
import { sessionQueries } from '../../../app/session-queries.ts'
import { windowQuery } from '../../../app/window-status.tsx'

const OFFICES: ReadonlySet<number> = new Set([deptKinds.province, deptKinds.city, deptKinds.county])

/** Whether the user's office may send reminders for a quarter now: its window is open. */
export function useReminds(period: Pick<StatPeriod, 'year' | 'quarter'>): boolean {
  const user = useQuery(sessionQueries.info).data?.user
  const isOffice = OFFICES.has(Number(user?.deptId))
  const { data } = useQuery({ ...windowQuery({ ...period, fillType: 'QUARTER' }), enabled: isOffice })
  return isOffice && data?.some(({ open, enabled }) => open && enabled) === true
}
