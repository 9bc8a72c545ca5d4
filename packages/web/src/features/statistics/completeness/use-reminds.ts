import { useQuery } from '@tanstack/react-query'
import { ReportStatus } from '@xinchu/contract/codes'
import { codeOf } from '@xinchu/contract/rights'
import type { StatPeriod } from '@xinchu/sdk'
import { sessionQueries } from '../../../app/session-queries.ts'
import { windowQuery } from '../../../records/window-status.tsx'

const BY_OFFICE: readonly string[] = [ReportStatus.draft, ReportStatus.returned]
const BY_NATION: readonly string[] = [...BY_OFFICE, ReportStatus.returnedByNation]

/** Whom the user's office may remind of a quarter. */
export interface Reminding {
  isNation: boolean
  /** States of the missing reports that can be reminded of. */
  states: readonly string[]
}

/** Returns undefined if the user's office sends no reminders for the quarter. The nation is not bound by the window's end. */
export function useReminds(period: Pick<StatPeriod, 'year' | 'quarter'>): Reminding | undefined {
  const user = useQuery(sessionQueries.info).data?.user
  const code = user && codeOf(user)
  const isNation = code === 'NAT'
  const isSender = isNation || code === 'PRV' || code === 'CTY' || code === 'CNT'
  const { data = [] } = useQuery({ ...windowQuery({ ...period, fillType: 'QUARTER' }), enabled: isSender })
  const isOpen = isNation ? data.length > 0 : data.some(({ open, enabled }) => open && enabled)
  return isSender && isOpen ? { isNation, states: isNation ? BY_NATION : BY_OFFICE } : undefined
}
