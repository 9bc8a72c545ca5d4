import type { Company } from './demo-companies.ts'
import type { ProjectSeed } from './demo-content.ts'
import type { HistorySeed } from './demo-history.ts'
import type { ReviewedProject } from './demo-reviewed.ts'

export interface DemoProject {
  row: ProjectSeed & { id: number }
  company: Company
  history: HistorySeed[]
  /** Generated to look like a second report of another project. */
  isRepeat?: true
  /** Shows the review: which one it is. */
  reviewed?: ReviewedProject
}
