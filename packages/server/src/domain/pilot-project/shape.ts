import { dictionaries, type FieldSpec, fields, groups } from '@xinchu/contract/fields'
import type { RecordKind } from '../flow/kind.ts'

const inGroup = (group: string, specs: readonly FieldSpec[]): FieldSpec[] =>
  specs.map((spec) => ({ ...spec, group }))

/** Fields of the parts that are saved with a content of their own; the part is the group of a field. */
export const partFields: readonly FieldSpec[] = [
  ...inGroup('APPLICATION', fields.DemoApplicationFields),
  ...inGroup('IMPLEMENTATION', fields.DemoImplementationFields),
  ...inGroup('BRIEF', fields.DemoBriefFields),
]

/** A demonstration project is its own fields, those of its parts and its files. */
export const shape: RecordKind['shape'] = {
  fields: [
    ...fields.DemoProjectFields,
    ...partFields,
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
}
