import { REVIEWED_KINDS, type ReviewedKind } from '@xinchu/validators'
import type { RecordKind } from '../flow/kind.ts'
import { pilotAnnual } from '../kinds/pilot-annual/kind.ts'
import { pilotProgress } from '../kinds/pilot-progress/kind.ts'
import { project } from '../kinds/project/kind.ts'
import { provincialPilot } from '../kinds/provincial-pilot/kind.ts'
import { usage } from '../kinds/usage/kind.ts'
import { workReport } from '../kinds/work-report/kind.ts'
import { yearCalc } from '../kinds/year-calc/kind.ts'

const list = [project, usage, yearCalc, pilotProgress, pilotAnnual, provincialPilot, workReport] as const

/** The kinds of records, in the order of the reviewer's desk. */
export const kinds: readonly RecordKind[] = list

/** Kinds that are no objects yet: their parts stand where they are read. */
export type OtherKind = Exclude<ReviewedKind, (typeof list)[number]['code']>

const byCode: ReadonlyMap<ReviewedKind, RecordKind> = new Map(kinds.map((kind) => [kind.code, kind]))

/** The kind with a code, if it is in the list. */
export const kindOf = (code: ReviewedKind): RecordKind | undefined => byCode.get(code)

/**
 * A part of all kinds: of the listed ones as they have it, of the others as given. Read when it is asked for, because the
 * kinds themselves use what is made of it.
 */
export function ofAllKinds<Part>(
  others: Readonly<Record<OtherKind, Part>>,
  partOf: (kind: RecordKind) => Part,
): Readonly<Record<ReviewedKind, Part>> {
  const parts = {}
  for (const code of REVIEWED_KINDS)
    Object.defineProperty(parts, code, {
      enumerable: true,
      get() {
        const kind = kindOf(code)
        return kind ? partOf(kind) : others[code as OtherKind] // every code is in the list or among the others
      },
    })
  return parts as Record<ReviewedKind, Part> // with all codes
}
