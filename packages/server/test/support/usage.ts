import type { UsageFields } from '@xinchu/sdk'

/** A quarter's report that may be submitted. */
export const soundUsage = (
  projectId: number,
  period: Pick<UsageFields, 'year' | 'quarter'>,
  more: Partial<UsageFields> = {},
): UsageFields => ({
  projectId,
  ...period,
  runStatus: '1',
  chargeEnergy: 100,
  dischargeEnergy: 88,
  chargeTimes: 50,
  dischargeTimes: 50,
  runHours: 800,
  plannedOutageTimes: 0,
  plannedOutageHours: 0,
  unplannedOutageTimes: 0,
  unplannedOutageHours: 0,
  safetyEvents: 0,
  ...more,
})
