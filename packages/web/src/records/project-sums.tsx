import { figure } from '../lib/figures.ts'

/** Sums of all projects that match, for the foot of a list. */
export const projectSums = ({ ratedPower, ratedEnergy }: { ratedPower?: number; ratedEnergy?: number }) => (
  <span>
    合计 {figure(ratedPower)} MW / {figure(ratedEnergy)} MWh
  </span>
)
