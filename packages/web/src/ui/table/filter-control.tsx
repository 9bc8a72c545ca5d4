import { Combobox, MultiSelect } from '../form/combobox.tsx'
import { RegionSelect } from '../form/region-select.tsx'
import { Checkbox, DateInput, Input, Select } from '../inputs.tsx'
import { usePorts } from '../ports.ts'
import { type Filter, REGION_NAMES } from './filters.ts'

type Texts = Readonly<Record<string, string>>

export interface FilterControlProps {
  filter: Filter
  id: string
  /** What is being chosen, by the query's names. */
  texts: Texts
  /** `isFinal` where a choice was made, not a letter typed. */
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
  const Box = isDate ? DateInput : Input
  const shared = isDate ? {} : { inputMode: 'decimal' as const }
  return (
    <div className="flex items-center gap-1">
      <Box
        {...shared}
        id={id}
        aria-label={`${filter.label}起`}
        value={texts[from] ?? ''}
        onValue={(value: string) => onTexts({ [from]: value }, isDate)}
      />
      <span className="text-ink-faint">–</span>
      <Box
        {...shared}
        aria-label={`${filter.label}止`}
        value={texts[to] ?? ''}
        onValue={(value: string) => onTexts({ [to]: value }, isDate)}
      />
    </div>
  )
}

/** The control that fits a condition. */
export function FilterControl(props: FilterControlProps) {
  const { filter, id, texts, onTexts } = props
  const ports = usePorts()
  const entries = ports.useDict('dict' in filter ? filter.dict : undefined)
  const owners = ports.useOwners(filter.kind === 'owner')
  if (filter.kind === 'region') {
    const [provinceCode = '', cityCode = '', countyCode = ''] = REGION_NAMES.map((name) => texts[name])
    const place = { provinceCode, cityCode, countyCode }
    return (
      <RegionSelect
        id={id}
        aria-label={filter.label}
        placeholder="全部"
        value={place}
        onValue={(next) => onTexts({ ...next }, true)}
      />
    )
  }
  if ('names' in filter) return <Between {...props} filter={filter} />
  const text = texts[filter.name] ?? ''
  const choose = (value: string) => onTexts({ [filter.name]: value }, true)
  const shared = { id, 'aria-label': filter.label, placeholder: '全部', value: text, onValue: choose }
  switch (filter.kind) {
    case 'text':
      return (
        <Input
          {...shared}
          type="search"
          placeholder={filter.placeholder ?? ''}
          onValue={(value) => onTexts({ [filter.name]: value }, value === '')}
        />
      )
    case 'dict':
      return <Select {...shared} options={entries} />
    case 'dicts':
      return (
        <MultiSelect
          {...shared}
          options={entries}
          value={text ? text.split(',') : []}
          onValue={(values) => choose(values.join(','))}
        />
      )
    case 'options':
      return <Select {...shared} options={filter.options} />
    case 'owner':
      return <Combobox {...shared} options={owners} />
    case 'year':
      return <Select {...shared} options={years()} />
    case 'flag':
      return (
        <div className="flex h-control items-center">
          <Checkbox id={id} checked={text === 'true'} onChecked={(isOn) => choose(isOn ? 'true' : '')}>
            是
          </Checkbox>
        </div>
      )
  }
}
