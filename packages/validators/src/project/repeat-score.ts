/**
 * Scores from which two records are the same project, or suspected to be; and the score of two projects of one company
 * with the same number and different names.
 */
export const repeatScores = { same: 100, sameNumber: 90, suspected: 70 } as const
