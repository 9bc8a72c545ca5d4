import { fields } from '@xinchu/contract/fields'
import type { components } from '@xinchu/contract/schema'
import {
  checkPilotApplication,
  checkPilotBrief,
  checkPilotImplementation,
  checkRecord,
  type FieldSpec,
  type Issue,
  type RecordValues,
  type Stage,
} from '@xinchu/validators'

type Schemas = components['schemas']

/** Parts that are saved with a content of their own. */
export type WrittenPart = 'APPLICATION' | 'IMPLEMENTATION' | 'BRIEF'

export interface PartContents {
  APPLICATION: Schemas['DemoApplicationFields']
  IMPLEMENTATION: Schemas['DemoImplementationFields']
  BRIEF: Schemas['DemoBriefFields']
}

interface PartSpec {
  fields: readonly FieldSpec[]
  /** Checks across fields and rows. */
  check(content: RecordValues, stage: Stage, totalInvestment: number | undefined): Issue[]
}

/** Fields and checks of each part, from the contract and the validators. */
export const PART_SPECS: Readonly<Record<WrittenPart, PartSpec>> = {
  APPLICATION: {
    fields: fields.DemoApplicationFields,
    check: (content, stage) => checkPilotApplication(content, stage, { indicators: fields.DemoKeyIndicator }),
  },
  IMPLEMENTATION: {
    fields: fields.DemoImplementationFields,
    check: (content, stage, totalInvestment) =>
      checkPilotImplementation(content, stage, {
        tasks: fields.DemoWorkItem,
        milestones: fields.DemoMilestone,
        investments: fields.DemoInvestment,
        totalInvestment,
      }),
  },
  BRIEF: { fields: fields.DemoBriefFields, check: checkPilotBrief },
}

// Object.keys loses the names of the keys.
export const WRITTEN_PARTS = Object.keys(PART_SPECS) as readonly WrittenPart[]

/** All faults of a part at a stage. */
export function partIssues(
  part: WrittenPart,
  content: RecordValues,
  stage: Stage,
  totalInvestment: number | undefined,
): Issue[] {
  const spec = PART_SPECS[part]
  return [...checkRecord(content, spec.fields, stage), ...spec.check(content, stage, totalInvestment)].filter(
    ({ level }) => level === 'error',
  )
}

/** Caption of a part's field; of a row's field, the caption of its list. */
export const captionIn = (specs: readonly FieldSpec[], field: string): string =>
  specs.find(({ name }) => name === field.split('.')[0])?.caption ?? field
