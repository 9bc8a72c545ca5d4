import type { Capacity } from './capacities.ts'
import type { Company } from './companies.ts'
import type { ProjectSeed } from './content.ts'
import type { HistorySeed } from './history.ts'
import type { Place } from './places.ts'
import type { Stage } from './stages.ts'

/** A project to make. */
export interface Wanted {
  place: Place
  company: Company
  capacity: Capacity
  stage: Stage
  /** Day (yyyy-MM-dd) of commissioning of a station that is not of the stock at the end of 2024. */
  commissioned?: string
}

/** Returns an enterprise for a project of a place. */
export type Finder = (place: Place) => Company

/** Projects of the account's enterprise that show the review: what each is for. */
export type ReviewedProject =
  /** Returned by the county for the second time. */
  | 'returned'
  /** Corrected, and waiting for the county again. */
  | 'corrected'
  /** Submitted with warnings and the reasons for them. */
  | 'warned'
  /** Returned by the province, corrected, and waiting for the province again. */
  | 'provincial'

export interface SampleProject {
  row: ProjectSeed & { id: number }
  company: Company
  history: HistorySeed[]
  /** Generated to look like a second report of another project. */
  isRepeat?: true
  /** Shows the review: which one it is. */
  reviewed?: ReviewedProject
}
