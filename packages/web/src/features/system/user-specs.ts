import { fields } from '@xinchu/contract/fields'
import { deptKinds } from '@xinchu/contract/rights'
import { email, type FieldSpec, type Issue, idCard, issueOf, mobile } from '@xinchu/validators'
import { type FormValues, textAt, valuesOf } from '../../ui/form/values.ts'
import type { User, UserChange } from './queries.ts'

export const ENTERPRISE = String(deptKinds.enterprise)

/** Select the office and are not sent. */
const leading: readonly FieldSpec[] = [
  { name: 'kind', caption: '部门类别', kind: 'dict', required: 'submit' },
  { name: 'place', caption: '机构所在地区', kind: 'region', hint: '用于缩小机构范围' },
]

// In form order, which decides the first error to focus.
const FIRST = ['orgId', 'roleIds', 'username']
const isFirst = ({ name }: FieldSpec) => FIRST.includes(name)

// The office is chosen after the kind: until then the kind alone is missing.
const afterKind = { field: 'kind', in: Object.values(deptKinds).map(String) }
const requiredAfterKind = (spec: FieldSpec): FieldSpec =>
  spec.name === 'orgId' ? { ...spec, draft: false, required: afterKind } : spec

export const draftSpecs: readonly FieldSpec[] = [
  ...leading,
  ...FIRST.flatMap((first) => fields.UserDraft.filter(({ name }) => name === first)).map(requiredAfterKind),
  ...fields.UserDraft.filter((spec) => !isFirst(spec)),
]

export const COMPANY = [
  'companyName',
  'creditCode',
  'legalPerson',
  'enterpriseType',
  'ownerGroupId',
  'regionCode',
  'registeredAddress',
] as const

// Masked by the server. An unchanged value is not validated and is kept.
const MASKED = { phone: mobile, idCard, email } as const
const isMasked = (name: string): name is keyof typeof MASKED => name in MASKED

/** Editable fields of an account. A value it never had is not required now. */
export function changeSpecs(user: User): readonly FieldSpec[] {
  const held = new Map<string, unknown>(Object.entries(user))
  const isEnterprise = String(user.deptId) === ENTERPRISE
  const asked = fields.UserModify.filter(
    ({ name }) => isEnterprise || !(COMPANY as readonly string[]).includes(name),
  )
  const needed = new Set(['orgId', 'roleIds'])
  return [
    ...leading,
    ...asked.map(({ required, rule, ...spec }): FieldSpec => {
      const isNeeded = needed.has(spec.name) || (required !== undefined && held.get(spec.name) !== undefined)
      return requiredAfterKind({
        ...spec,
        ...(isNeeded ? { required: 'submit' as const } : {}),
        ...(rule && !isMasked(spec.name) ? { rule } : {}),
      })
    }),
  ]
}

export const initialOf = (user: User, specs: readonly FieldSpec[]): FormValues => ({
  ...valuesOf(specs, user),
  kind: String(user.deptId ?? ''),
  roleIds: (user.roles ?? []).map(({ id }) => String(id)),
})

/** Rules of masked fields, applied after a change. */
export const maskedIssues =
  (initial: FormValues) =>
  (_draft: unknown, _stage: unknown, values: FormValues): readonly Issue[] =>
    Object.entries(MASKED).flatMap(([field, rule]) => {
      const text = textAt(values, field)
      const fault = text === textAt(initial, field) ? null : rule(text)
      return fault ? [issueOf(field, fault)] : []
    })

const HELD = new Set(['id', 'version', 'kind', 'place', 'status'])

/** Changed fields for the request. A cleared text is sent as empty, because absent fields are kept. */
export function changesOf(
  { id, version }: User,
  specs: readonly FieldSpec[],
  initial: FormValues,
  values: FormValues,
  draft: Readonly<Record<string, unknown>>,
): UserChange {
  const isChanged = ({ name }: FieldSpec) =>
    !HELD.has(name) && JSON.stringify(values[name] ?? '') !== JSON.stringify(initial[name] ?? '')
  const changes = specs.filter(isChanged).flatMap((spec) => {
    if (draft[spec.name] !== undefined) return [[spec.name, draft[spec.name]]]
    return spec.kind === 'string' ? [[spec.name, '']] : []
  })
  return { ...Object.fromEntries(changes), id, ...(version === undefined ? {} : { version }) }
}
