import type { ChinaDictNode, DictEntry, OwnerDict } from '@xinchu/sdk'
import type { FieldSpec } from '@xinchu/validators'
import { controlClass, Field } from '../../ui/field.tsx'

export type FormValue = string | readonly string[]
export type FormValues = Readonly<Record<string, FormValue>>

interface Option {
  value: string
  label: string
}

/** What the choices of a form come from. */
export interface Sources {
  dicts: Readonly<Record<string, readonly DictEntry[]>>
  regions: readonly ChinaDictNode[]
  owners: readonly OwnerDict[]
}

const PARENT_FIELD: Readonly<Record<string, string>> = {
  techSubType: 'techType',
  appSubScenario: 'appScenario',
}

function regionOptions(name: string, values: FormValues, regions: readonly ChinaDictNode[]): Option[] {
  const asOptions = (nodes: readonly ChinaDictNode[] = []) =>
    nodes.map(({ value, label }) => ({ value, label }))
  const province = regions.find(({ value }) => value === values['provinceCode'])
  if (name === 'provinceCode') return asOptions(regions)
  if (name === 'cityCode') return asOptions(province?.children?.filter(({ level }) => level === 2))
  const city = province?.children?.find(({ value }) => value === values['cityCode'])
  // Where a province has counties of its own, they are offered while no city is chosen.
  return asOptions(city ? city.children : province?.children?.filter(({ level }) => level === 3))
}

function optionsOf(spec: FieldSpec, values: FormValues, sources: Sources): Option[] | undefined {
  if (spec.kind === 'boolean')
    return [
      { value: 'true', label: '是' },
      { value: 'false', label: '否' },
    ]
  if (spec.kind === 'region') return regionOptions(spec.name, values, sources.regions)
  if (spec.name === 'ownerGroupId')
    return sources.owners.map(({ id, label }) => ({ value: String(id), label }))
  if (!spec.dict) return undefined
  const parentField = PARENT_FIELD[spec.name]
  const parent = parentField && values[parentField]
  return (sources.dicts[spec.dict] ?? []).filter((entry) => !parentField || entry.parent === parent)
}

interface SpecControlProps {
  spec: FieldSpec
  values: FormValues
  required: boolean
  error: string | undefined
  sources: Sources
  onChange: (name: string, value: FormValue) => void
}

/** The control that fits a property of the contract, with its caption, unit and bounds. */
export function SpecControl({ spec, values, required, error, sources, onChange }: SpecControlProps) {
  const options = optionsOf(spec, values, sources)
  const value = values[spec.name] ?? ''
  const text = typeof value === 'string' ? value : ''
  const chosen = typeof value === 'string' ? [] : value
  if (spec.kind === 'dicts') {
    return (
      <fieldset className="min-w-0 sm:col-span-2 xl:col-span-3">
        <legend className="mb-1 text-[13px] text-ink-soft">
          {spec.caption}
          {required && <span className="ml-0.5 text-danger">*</span>}
        </legend>
        <div className="flex flex-wrap gap-x-4 gap-y-1.5 text-[13px]">
          {options?.map((option) => (
            <label key={option.value} className="inline-flex items-center gap-1.5">
              <input
                type="checkbox"
                checked={chosen.includes(option.value)}
                onChange={() =>
                  onChange(
                    spec.name,
                    chosen.includes(option.value)
                      ? chosen.filter((each) => each !== option.value)
                      : [...chosen, option.value],
                  )
                }
              />
              {option.label}
            </label>
          ))}
        </div>
        <p className="mt-0.5 min-h-4.5 text-danger text-xs">{error}</p>
      </fieldset>
    )
  }
  return (
    <Field label={spec.caption} required={required} unit={spec.unit} hint={spec.hint} error={error}>
      {(control) => {
        const common = { ...control, name: spec.name, value: text, className: controlClass }
        const change = (event: { target: { value: string } }) => onChange(spec.name, event.target.value)
        if (options) {
          return (
            <select {...common} onChange={change}>
              <option value="">请选择</option>
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          )
        }
        if (spec.maxLength !== undefined && spec.maxLength >= 500) {
          return (
            <textarea {...common} rows={3} onChange={change} className={`${controlClass} h-auto py-1.5`} />
          )
        }
        const isNumber = spec.kind === 'number' || spec.kind === 'integer'
        return (
          <input
            {...common}
            type={spec.kind === 'date' ? 'date' : 'text'}
            inputMode={isNumber ? 'decimal' : undefined}
            onChange={change}
          />
        )
      }}
    </Field>
  )
}
