/** Scores from which two records are the same project, or suspected to be. */
export const repeatScores = { same: 100, suspected: 70 } as const
