import { useQuery } from '@tanstack/react-query'
import { deptKinds } from '@xinchu/contract/rights'
import { useEffect } from 'react'
import { useForm, useFormSlice } from '../../ui/form/context.ts'
import { SpecField } from '../../ui/form/spec-field.tsx'
import { listAt, textAt } from '../../ui/form/values.ts'
import { useIsAdmin } from './is-admin.ts'
import { systemQueries } from './queries.ts'

/** Selectable kinds of department. */
export function useKinds() {
  const { data = [] } = useQuery(systemQueries.kinds)
  return data
}

/** Kinds of department that a province creates accounts for; administrators do for all. */
const STAFFED: readonly number[] = [deptKinds.city, deptKinds.county]

/** Kinds of department whose accounts the user may create. */
function useStaffedKinds() {
  const kinds = useKinds()
  const isAdmin = useIsAdmin()
  return isAdmin ? kinds : kinds.filter(({ id }) => STAFFED.includes(id))
}

const choicesOf = (entries: readonly { id: number; name: string }[]) =>
  entries.map(({ id, name }) => ({ value: String(id), label: name }))

/** Roles of the chosen kind. A single one is selected automatically. */
function RolesField() {
  const { store } = useForm()
  const kinds = useKinds()
  const kind = useFormSlice(({ values }) => textAt(values, 'kind'))
  const isChosen = useFormSlice(({ values }) => listAt(values, 'roleIds').length > 0)
  const roles = kinds.find(({ id }) => String(id) === kind)?.roles ?? []
  const [only] = roles.length === 1 ? roles : []
  const onlyId = only?.id
  useEffect(() => {
    if (onlyId !== undefined && !isChosen) store.set({ roleIds: [String(onlyId)] })
  }, [store, onlyId, isChosen])
  if (kind === '') return null
  return <SpecField name="roleIds" options={choicesOf(roles)} />
}

/** Office of an account: kind, place, office, then roles. */
export function OfficeFields({ disabled = false }: { disabled?: boolean }) {
  const kinds = useStaffedKinds()
  const kind = useFormSlice(({ values }) => textAt(values, 'kind'))
  const regionCode = useFormSlice(({ values }) => textAt(values, 'place'))
  const query = {
    deptId: Number(kind) as NonNullable<Parameters<typeof systemQueries.offices>[0]['deptId']>, // chosen from the kinds
    ...(regionCode ? { regionCode } : {}),
  }
  const { data, isFetching } = useQuery({ ...systemQueries.offices(query), enabled: kind !== '' })
  const options = data?.map(({ id, orgName }) => ({ value: String(id), label: orgName })) ?? []
  const isNone = data !== undefined && !isFetching && options.length === 0
  const none = isNone ? '没有符合条件的机构，请先在“机构”中新建' : undefined
  return (
    <>
      <SpecField name="kind" options={choicesOf(kinds)} disabled={disabled} />
      <SpecField name="place" disabled={disabled || kind === ''} />
      <SpecField
        name="orgId"
        wide
        options={options}
        disabled={disabled || kind === ''}
        hint={kind === '' ? '请先选择部门类别' : none}
      />
      {!disabled && <RolesField />}
    </>
  )
}
