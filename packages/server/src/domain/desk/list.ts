import { REVIEWED_KINDS, type ReviewedKind } from '@xinchu/validators'
import type { RecordKind } from '../flow/kind.ts'
import { objection } from '../kinds/objection/kind.ts'
import { pilot } from '../kinds/pilot/kind.ts'
import { pilotAnnual } from '../kinds/pilot-annual/kind.ts'
import { pilotProgress } from '../kinds/pilot-progress/kind.ts'
import { project } from '../kinds/project/kind.ts'
import { provincialPilot } from '../kinds/provincial-pilot/kind.ts'
import { usage } from '../kinds/usage/kind.ts'
import { workReport } from '../kinds/work-report/kind.ts'
import { yearCalc } from '../kinds/year-calc/kind.ts'

const byCode: { readonly [Code in ReviewedKind]: RecordKind<Code> } = {
  PROJECT: project,
  USAGE: usage,
  YEARCALC: yearCalc,
  DEMO: pilot,
  PROGRESS: pilotProgress,
  ANNUAL: pilotAnnual,
  PROV_DEMO: provincialPilot,
  WORK_REPORT: workReport,
  OBJECTION: objection,
}

export const kindOf = (code: ReviewedKind): RecordKind => byCode[code]

/** The kinds of records, in the order of the reviewer's desk. */
export const kinds: readonly RecordKind[] = REVIEWED_KINDS.map(kindOf)
