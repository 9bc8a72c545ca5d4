import type { FieldSpec } from '@xinchu/validators'
import { Field } from '../field.tsx'
import { type RegionNode, usePorts } from '../ports.ts'
import { RuleCode } from '../rule-code.tsx'
import { useForm, useFormSlice } from './context.ts'
import { RegionSelect } from './region-select.tsx'
import { NOWHERE, type Place } from './regions.ts'
import type { SpecFieldProps } from './spec-field-props.ts'
import { useFieldLook } from './use-field.ts'
import { textAt } from './values.ts'

const CODES = ['provinceCode', 'cityCode', 'countyCode'] as const

/** Place of a single code, by its prefix. */
function placeOfCode(regions: readonly RegionNode[], code: string): Place {
  const province = regions.find(({ value }) => value.slice(0, 2) === code.slice(0, 2))
  if (!code || !province) return NOWHERE
  const within = (node: RegionNode): readonly RegionNode[] => node.children ?? []
  const city = within(province).find(
    (node) => node.level === 2 && (node.value === code || within(node).some(({ value }) => value === code)),
  )
  const isCounty = code !== province.value && code !== city?.value
  return { provinceCode: province.value, cityCode: city?.value ?? '', countyCode: isCounty ? code : '' }
}

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
  const place = isTrio ? { provinceCode, cityCode, countyCode } : placeOfCode(regions, codes)
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
