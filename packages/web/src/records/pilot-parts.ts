import { fields } from '@xinchu/contract/fields'
import type { FieldSpec } from '@xinchu/validators'

/** Parts that are saved with their own content, in the order of the form. */
export const SAVED_PARTS = ['MASTER', 'APPLICATION', 'IMPLEMENTATION', 'BRIEF'] as const
export type SavedPart = (typeof SAVED_PARTS)[number]
export type DemoPart = SavedPart | 'ATTACHMENTS'
/** Parts of the form, shown one at a time. The commitment is given with the submission. */
export type FormPart = DemoPart | 'COMMITMENT'

export const FORM_PARTS: readonly { part: FormPart; title: string }[] = [
  { part: 'MASTER', title: '基本信息' },
  { part: 'APPLICATION', title: '申报书' },
  { part: 'IMPLEMENTATION', title: '实施方案' },
  { part: 'BRIEF', title: '项目简介' },
  { part: 'ATTACHMENTS', title: '附件' },
  { part: 'COMMITMENT', title: '真实性承诺' },
]

export const titleOfPart = (part: FormPart): string =>
  FORM_PARTS.find((each) => each.part === part)?.title ?? part

/** Fields of each part. Place and channel determine the recommending office, so it has no input. */
export const partSpecs: Readonly<Record<SavedPart, readonly FieldSpec[]>> = {
  MASTER: fields.DemoProjectFields.filter(({ name }) => name !== 'recommendOrgId'),
  APPLICATION: fields.DemoApplicationFields,
  IMPLEMENTATION: fields.DemoImplementationFields,
  BRIEF: fields.DemoBriefFields,
}

/** Fields of the rows of a part's tables. */
export const pilotRows: Readonly<Record<string, readonly FieldSpec[]>> = {
  unionUnits: fields.UnionUnit,
  keyIndicators: fields.DemoKeyIndicator,
  economy: fields.DemoEconomy,
  tasks: fields.DemoWorkItem,
  milestones: fields.DemoMilestone,
  investmentPlan: fields.DemoInvestment,
}

/** The parts that a return opens, in the order of the form. */
export const PILOT_PARTS: readonly DemoPart[] = FORM_PARTS.flatMap(({ part }) =>
  part === 'COMMITMENT' ? [] : [part],
)

/** The part that a field belongs to; undefined for a remark on the whole. */
export function partOfField(field: string | undefined): DemoPart | undefined {
  if (field === 'attachmentIds') return 'ATTACHMENTS'
  const [name] = (field ?? '').split(/[.[]/)
  return SAVED_PARTS.find((part) => partSpecs[part].some((spec) => spec.name === name))
}
