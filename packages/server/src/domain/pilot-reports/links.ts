import type { Target } from '../links/link-to.ts'

interface Period {
  year: number
  quarter?: number
}

/** The report that a form is opened with. */
export const searchOf = (project: number, { year, quarter }: Period) =>
  quarter === undefined ? { project, year } : { project, quarter: `${year}-${quarter}` }

/** The page on which the author writes a report. */
export const reportForm = (projectId: number, period: Period): Target => ({
  kind: period.quarter === undefined ? 'ANNUAL' : 'PROGRESS',
  purpose: 'write',
  search: searchOf(projectId, period),
})
