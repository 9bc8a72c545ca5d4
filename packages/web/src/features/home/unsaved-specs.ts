import { fields } from '@xinchu/contract/fields'
import type { UnsavedKind } from '@xinchu/sdk'
import type { FieldSpec } from '@xinchu/validators'

const SUCCESSION: readonly FieldSpec[] = [
  { name: 'fromCode', caption: '原区划', kind: 'region' },
  { name: 'kind', caption: '变更类型', kind: 'dict', dict: 'region_change' },
  { name: 'toCode', caption: '并入区划', kind: 'region' },
  { name: 'newCode', caption: '新区划代码', kind: 'string' },
  { name: 'toName', caption: '新区划名称', kind: 'string' },
  { name: 'effectiveDate', caption: '变更日期', kind: 'date' },
  { name: 'documentNo', caption: '批准文号', kind: 'string' },
  { name: 'note', caption: '说明', kind: 'string' },
]

/** The properties of each form, in the order of the contract. */
const SPECS: Readonly<Record<UnsavedKind, readonly FieldSpec[]>> = {
  'es-project': fields.EsProjectDraft,
  'demo-project': [
    ...fields.DemoProjectDraft,
    ...fields.DemoApplicationFields,
    ...fields.DemoImplementationFields,
    ...fields.DemoBriefFields,
  ],
  'demo-new': fields.DemoProjectDraft,
  'provincial-demo': fields.ProvincialDemoFields,
  'work-report': fields.WorkReportFields,
  'year-calc': fields.YearCalcFields,
  section: fields.SectionDraft,
  message: fields.MessageFields,
  'message-template': fields.MessageTemplateFields,
  'fill-time': fields.FillTimeFields,
  org: fields.OrgDraft,
  user: fields.UserDraft,
  menu: fields.MenuFields,
  owner: fields.OwnerFields,
  'region-succession': SUCCESSION,
  role: fields.RoleDraft,
  dict: fields.DictEntryFields,
  profile: fields.CenterForm,
  'expert-profile': [...fields.ExpertProfileForm, ...fields.ExpertDraft],
  // Its texts are named by the codes of their projects.
  'review-feedback': [],
  'pilot-departure': [{ name: 'reason', caption: '理由', kind: 'string' }],
  'stat-withdrawal': [{ name: 'reason', caption: '撤回原因', kind: 'string' }],
  objection: [...fields.ObjectionStep, ...fields.PaperObjectionDraft, ...fields.ObjectionPerson],
}

/** The property that a key names, and a text without a caption for a key that no form has any more. */
export const specOf = (kind: UnsavedKind, key: string): FieldSpec =>
  SPECS[kind].find(({ name }) => name === key) ?? { name: key, caption: key, kind: 'string' }

/** Properties in the order of the form; those that it does not have last. */
export function inFormOrder<Value extends { key: string }>(
  kind: UnsavedKind,
  values: readonly Value[],
): readonly Value[] {
  const names = SPECS[kind].map(({ name }) => name)
  const place = ({ key }: Value) => (names.includes(key) ? names.indexOf(key) : names.length)
  return values.toSorted((one, other) => place(one) - place(other))
}
