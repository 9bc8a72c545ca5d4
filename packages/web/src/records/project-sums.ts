/** Sums of all projects that match, by the column of a list. */
export const projectSums = ({ ratedPower, ratedEnergy }: { ratedPower?: number; ratedEnergy?: number }) => ({
  ratedPower,
  ratedEnergy,
})
