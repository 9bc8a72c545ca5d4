import { fields } from '@xinchu/sdk/fields'
import { deptKinds } from '@xinchu/sdk/rights'
import { email, type FieldSpec, type Issue, idCard, mobile } from '@xinchu/validators'
import { type FormValues, textAt, valuesOf } from '../../ui/form/values.ts'
import type { User, UserChange } from './queries.ts'

export const ENTERPRISE = String(deptKinds.enterprise)

/** Lead to the office and are not sent. */
const leading: readonly FieldSpec[] = [
  { name: 'kind', caption: '部门类别', kind: 'dict', required: 'submit' },
  { name: 'place', caption: '机构所在地区', kind: 'region', hint: '用于缩小机构范围' },
]

// In the order of the form, in which the first error is led to.
const FIRST = ['orgId', 'roleIds', 'username']
const isFirst = ({ name }: FieldSpec) => FIRST.includes(name)

export const draftSpecs: readonly FieldSpec[] = [
  ...leading,
  ...FIRST.flatMap((first) => fields.UserDraft.filter(({ name }) => name === first)),
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

// These come masked; as they came they are not checked, and given back they stay.
const MASKED = { phone: mobile, idCard, email } as const
const isMasked = (name: string): name is keyof typeof MASKED => name in MASKED

/** What of an account can be changed, and how it is held; what it never had is not asked for now. */
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
      return {
        ...spec,
        ...(isNeeded ? { required: 'submit' as const } : {}),
        ...(rule && !isMasked(spec.name) ? { rule } : {}),
      }
    }),
  ]
}

export const initialOf = (user: User, specs: readonly FieldSpec[]): FormValues => ({
  ...valuesOf(specs, user),
  kind: String(user.deptId ?? ''),
  roleIds: (user.roles ?? []).map(({ id }) => String(id)),
})

/** The rules of what comes masked, once it is changed. */
export const maskedIssues =
  (initial: FormValues) =>
  (_draft: unknown, _stage: unknown, values: FormValues): readonly Issue[] =>
    Object.entries(MASKED).flatMap(([field, rule]) => {
      const text = textAt(values, field)
      const message = text === textAt(initial, field) ? null : rule(text)
      return message ? [{ field, message, level: 'error' as const }] : []
    })

const HELD = new Set(['id', 'version', 'kind', 'place', 'status'])

/** What was changed, as it is sent; an emptied text is sent as such, since what is absent stays. */
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
