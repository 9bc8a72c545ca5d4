import { DateInput } from '../date-input.tsx'
import { Combobox, MultiSelect } from '../form/combobox.tsx'
import { RegionSelect } from '../form/region-select.tsx'
import { Checkbox, Input, Select } from '../inputs.tsx'
import { usePorts } from '../ports.ts'
import { type Filter, REGION_NAMES } from './filters.ts'

type Texts = Readonly<Record<string, string>>

export interface FilterControlProps {
  filter: Filter
  id: string
  /** Values by query name. */
  texts: Texts
  /** `isFinal` for a choice, not for a typed character. */
  onTexts: (change: Texts, isFinal: boolean) => void
}

const FIRST_YEAR = 2021

const years = () => {
  const last = new Date().getFullYear()
  return Array.from({ length: last - FIRST_YEAR + 1 }, (_, back) => {
    const year = String(last - back)
    return { value: year, label: `${year} 年` }
  })
}

function Between({
  filter,
  id,
  texts,
  onTexts,
}: FilterControlProps & { filter: { names: readonly [string, string] } }) {
  const [from, to] = filter.names
  const isDate = filter.kind === 'dates'
  const box = (name: string, label: string, ownId?: string) => {
    const shared = {
      ...(ownId ? { id: ownId } : {}),
      'aria-label': label,
      value: texts[name] ?? '',
      onValue: (value: string) => onTexts({ [name]: value }, isDate),
    }
    return isDate ? <DateInput {...shared} isStrict /> : <Input {...shared} inputMode="decimal" />
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-1">
      {box(from, `${filter.label}起`, id)}
      <span className="text-ink-faint">–</span>
      {box(to, `${filter.label}止`)}
    </div>
  )
}

function PlaceControl({ filter, id, texts, onTexts }: FilterControlProps) {
  const [provinceCode = '', cityCode = '', countyCode = ''] = REGION_NAMES.map((name) => texts[name])
  return (
    <RegionSelect
      id={id}
      aria-label={filter.label}
      placeholder="全部"
      value={{ provinceCode, cityCode, countyCode }}
      onValue={(next) => onTexts({ ...next }, true)}
    />
  )
}

/** Filters with a single name. */
type Single = Extract<Filter, { name: string }>

function ChoiceControl({ filter, id, texts, onTexts }: FilterControlProps & { filter: Single }) {
  const ports = usePorts()
  const entries = ports.useDict('dict' in filter ? filter.dict : undefined)
  const owners = ports.useOwners(filter.kind === 'owner')
  const value = texts[filter.name] ?? ''
  const onValue = (next: string) => onTexts({ [filter.name]: next }, true)
  const shared = { id, 'aria-label': filter.label, placeholder: '全部', value, onValue }
  switch (filter.kind) {
    case 'dicts':
      return (
        <MultiSelect
          {...shared}
          options={entries}
          value={value ? value.split(',') : []}
          onValue={(values) => onValue(values.join(','))}
        />
      )
    case 'owner':
      return <Combobox {...shared} options={owners} />
    case 'options':
      return <Select {...shared} options={filter.options} />
    default:
      return <Select {...shared} options={filter.kind === 'year' ? years() : entries} />
  }
}

/** Control of a filter. */
export function FilterControl(props: FilterControlProps) {
  const { filter, id, texts, onTexts } = props
  if (filter.kind === 'region') return <PlaceControl {...props} />
  if ('names' in filter) return <Between {...props} filter={filter} />
  const text = texts[filter.name] ?? ''
  if (filter.kind === 'text') {
    return (
      <Input
        id={id}
        type="search"
        placeholder={filter.placeholder ?? ''}
        value={text}
        // Clearing the box applies at once, like its clear button.
        onValue={(value) => onTexts({ [filter.name]: value }, value === '')}
      />
    )
  }
  if (filter.kind === 'flag') {
    return (
      <div className="flex h-control items-center pl-2.5">
        <Checkbox
          id={id}
          checked={text === 'true'}
          onChecked={(isOn) => onTexts({ [filter.name]: isOn ? 'true' : '' }, true)}
        >
          是
        </Checkbox>
      </div>
    )
  }
  return <ChoiceControl {...props} filter={filter} />
}
