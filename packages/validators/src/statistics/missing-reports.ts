/** Words for projects that have not reported: those that still have time, those that have not, and both together. */
export const MISSING_TERMS = { pending: '未报', overdue: '缺报', missing: '未报、缺报' } as const

/** Projects that have not reported. Official figures do not tell those that still have time from the others. */
export interface MissingReports {
  dueProjects: number
  reportedProjects: number
  pendingProjects?: number | undefined
  overdueProjects?: number | undefined
}

export const missingReports = ({ dueProjects, reportedProjects }: MissingReports): number =>
  dueProjects - reportedProjects

/** The word for projects that have not reported: 未报, 缺报, or both. */
export function missingTerm({ pendingProjects, overdueProjects }: MissingReports): string {
  if (overdueProjects === 0) return MISSING_TERMS.pending
  return pendingProjects === 0 ? MISSING_TERMS.overdue : MISSING_TERMS.missing
}

/** Pairs of word and number of the projects that have not reported, without zeros; empty if all have. */
export function missingParts(reports: MissingReports): readonly (readonly [term: string, count: number])[] {
  const { pendingProjects, overdueProjects } = reports
  const parts =
    pendingProjects === undefined || overdueProjects === undefined
      ? ([[MISSING_TERMS.missing, missingReports(reports)]] as const)
      : ([
          [MISSING_TERMS.pending, pendingProjects],
          [MISSING_TERMS.overdue, overdueProjects],
        ] as const)
  return parts.filter(([, count]) => count > 0)
}
