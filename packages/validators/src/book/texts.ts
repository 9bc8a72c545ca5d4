import { accountRules } from './account.ts'
import { documentRules } from './document.ts'
import { duplicateRules } from './duplicate.ts'
import { expertReviewRules } from './expert-review.ts'
import { fieldRules } from './field.ts'
import { flowRules } from './flow.ts'
import { outlierRules } from './outlier.ts'
import { peopleRules } from './people.ts'
import { pilotRules } from './pilot.ts'
import { pilotReportRules } from './pilot-report.ts'
import { projectRules } from './project.ts'
import { provincialRules } from './provincial.ts'
import { readingRules } from './reading.ts'
import { readingTableRules } from './reading-tables.ts'
import { readingTextRules } from './reading-texts.ts'
import { rightsRules } from './rights.ts'
import { securityRules } from './security.ts'
import { usageRules } from './usage.ts'
import { yearCalcRules } from './year-calc.ts'

/** The rules in words, by code, family by family. A code is never used again for another rule. */
export const texts = {
  ...projectRules,
  ...usageRules,
  ...yearCalcRules,
  ...outlierRules,
  ...duplicateRules,
  ...pilotRules,
  ...flowRules,
  ...expertReviewRules,
  ...documentRules,
  ...pilotReportRules,
  ...provincialRules,
  ...readingRules,
  ...readingTextRules,
  ...readingTableRules,
  ...fieldRules,
  ...securityRules,
  ...rightsRules,
  ...accountRules,
  ...peopleRules,
}

/** Code of a rule. A check that names another does not compile. */
export type RuleCode = keyof typeof texts
