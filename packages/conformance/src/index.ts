export type { GivenAccount } from './accounts.ts'
export type { Check } from './check.ts'
export { junitOf, summaryOf, tableOf, titleOf } from './report.ts'
export { type ConformanceOptions, checkConformance, chosenChecks, reachedBy } from './run.ts'
export {
  type Deviation,
  type Level,
  levels,
  type Need,
  type Outcome,
  type Report,
  type Result,
  type Statement,
} from './types.ts'
