import type { FieldSpec } from '@xinchu/validators'
import { Field } from '../field.tsx'
import { usePorts } from '../ports.ts'
import { RuleCode } from '../rule-code.tsx'
import { useForm, useFormSlice } from './context.ts'
import { RegionSelect } from './region-select.tsx'
import { type Place, pathOfCode, placeOf } from './regions.ts'
import type { SpecFieldProps } from './spec-field-props.ts'
import { useFieldLook } from './use-field.ts'
import { textAt } from './values.ts'

const CODES = ['provinceCode', 'cityCode', 'countyCode'] as const

/** Province, city and county in one control. A single-code property stores the narrowest. */
export function RegionField({ spec, ...props }: SpecFieldProps & { spec: FieldSpec }) {
  const { store } = useForm()
  const isTrio = spec.name === CODES[0]
  const names: readonly string[] = isTrio ? CODES : [spec.name]
  const codes = useFormSlice(({ values }) => names.map((name) => textAt(values, name)).join())
  const label = props.label ?? (isTrio ? '省、市、县（区）' : undefined)
  const look = useFieldLook(spec.name, { ...props, label }, names)
  const regions = usePorts().useRegions(!isTrio && codes !== '')
  // The control of the widest code shows the narrower ones.
  if (!isTrio && (CODES as readonly string[]).includes(spec.name)) return null
  const [provinceCode = '', cityCode = '', countyCode = ''] = codes.split(',')
  const place = isTrio ? { provinceCode, cityCode, countyCode } : placeOf(pathOfCode(regions, codes))
  const change = (next: Place) => {
    const narrowest = next.countyCode || next.cityCode || next.provinceCode
    store.set(isTrio ? { ...next } : { [spec.name]: narrowest })
  }
  return (
    <Field {...look} rule={<RuleCode code={look.code} />} wide={props.wide ?? false}>
      {(control) => (
        <RegionSelect
          {...control}
          name={spec.name}
          disabled={props.disabled ?? false}
          value={place}
          onValue={change}
        />
      )}
    </Field>
  )
}
