import { dictionaries, type FieldSpec, fields, groups } from '@xinchu/contract/fields'
import type { ReviewedKind } from '@xinchu/validators'
import { type OtherKind, ofAllKinds } from '../desk/list.ts'
import type { RecordKind } from '../flow/kind.ts'

export { canonical } from './canonical.ts'

/** The kinds of records that are reviewed. A demonstration project is its own
 * fields and those of its parts; the part is the group of a field. */
export type ReviewedEntity = ReviewedKind

const inGroup = (group: string, specs: readonly FieldSpec[]): FieldSpec[] =>
  specs.map((spec) => ({ ...spec, group }))

/** Fields of the kinds that are not in the list. */
const OTHERS: Readonly<Record<OtherKind, RecordKind['shape']>> = {
  DEMO: {
    fields: [
      ...fields.DemoProjectFields,
      ...inGroup('APPLICATION', fields.DemoApplicationFields),
      ...inGroup('IMPLEMENTATION', fields.DemoImplementationFields),
      ...inGroup('BRIEF', fields.DemoBriefFields),
      { name: 'attachmentIds', caption: '附件', kind: 'list', group: 'ATTACHMENTS' },
    ],
    rows: {
      unionUnits: fields.UnionUnit,
      keyIndicators: fields.DemoKeyIndicator,
      economy: fields.DemoEconomy,
      tasks: fields.DemoWorkItem,
      milestones: fields.DemoMilestone,
      investmentPlan: fields.DemoInvestment,
    },
    groups: {
      ...groups['DemoProjectFields'],
      ...Object.fromEntries(dictionaries.demo_part.values.map(({ value, label }) => [value, label])),
    },
  },
}

/** Fields of each kind of record, from the contract. */
export const SHAPES = ofAllKinds(OTHERS, ({ shape }) => shape)
