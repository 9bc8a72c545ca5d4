import { dicts, statistics } from '@xinchu/sdk'
import { useState } from 'react'
import { type Connection, useConnection } from '../../app/connection.ts'
import { tell } from '../../app/tell.ts'
import { oncePer } from '../../lib/once-per.ts'
import { sharedLoad, useShared } from '../../lib/shared-load.ts'
import { Field } from '../../ui/field.tsx'
import { useForm, useFormSlice } from '../../ui/form/context.ts'
import { InputField } from '../../ui/form/input-field.tsx'
import { RegionPicker } from '../../ui/form/region-select.tsx'
import { NOWHERE, type Place, pathOfCode, placeOf } from '../../ui/form/regions.ts'
import { useFieldLook } from '../../ui/form/use-field.ts'
import { textAt } from '../../ui/form/values.ts'
import type { Option } from '../../ui/inputs.tsx'
import type { RegionNode } from '../../ui/ports.ts'

// The only dictionary that is public.
const ownerTypesOf = oncePer((connection: Connection) =>
  sharedLoad(async () => {
    const { content } = await dicts(connection).list({ dictName: 'owner_type', page: 0, size: 9999 })
    return content.map(({ value, label }) => ({ value, label }))
  }, tell),
)

const regionsOf = oncePer((connection: Connection) =>
  sharedLoad(() => statistics(connection).getChinaDictTree({ depth: 3 }), tell),
)

const NO_TYPES: readonly Option[] = []
const NO_REGIONS: readonly RegionNode[] = []

const useRegions = (isNeeded: boolean) => useShared(regionsOf(useConnection()), isNeeded) ?? NO_REGIONS

// The kit's region field needs ports, which public pages do not have.
function RegionField() {
  const { store } = useForm()
  const look = useFieldLook('regionCode')
  const code = useFormSlice(({ values }) => textAt(values, 'regionCode'))
  const [chosen, setChosen] = useState<Place>()
  // The stored code is shown as a path once the tree is there.
  const known = useRegions(chosen === undefined && code !== '')
  const place = chosen ?? (code === '' ? NOWHERE : placeOf(pathOfCode(known, code)))
  const change = (next: Place) => {
    setChosen(next)
    store.set({ regionCode: next.countyCode || next.cityCode || next.provinceCode })
  }
  return (
    <Field {...look}>
      {(control) => (
        <RegionPicker {...control} name="regionCode" value={place} onValue={change} useRegions={useRegions} />
      )}
    </Field>
  )
}

/** The company of a registration. */
export function CompanyFields() {
  const types = useShared(ownerTypesOf(useConnection())) ?? NO_TYPES
  return (
    <>
      <InputField name="companyName" autoComplete="organization" />
      <InputField name="creditCode" autoComplete="off" />
      <InputField name="legalPerson" autoComplete="off" />
      <InputField name="enterpriseType" options={types} />
      <RegionField />
      <InputField name="registeredAddress" autoComplete="street-address" />
    </>
  )
}
