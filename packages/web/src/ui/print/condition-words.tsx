import { type RegionNode, usePorts } from '../ports.ts'
import { type Filter, namesOf, REGION_NAMES } from '../table/filters.ts'

type Texts = Readonly<Record<string, string>>

/** Labels of a chosen division and of those above it. */
function placeWords(tree: readonly RegionNode[], codes: readonly string[]): string {
  const [code, ...below] = codes
  const found = tree.find(({ value }) => value === code)
  return found ? `${found.label}${placeWords(found.children ?? [], below)}` : codes.join('')
}

/** What a filter asks for, in words. */
function useWords(filter: Filter, texts: Texts): string {
  const ports = usePorts()
  const dict = ports.useDict('dict' in filter ? filter.dict : undefined)
  const owners = ports.useOwners(filter.kind === 'owner')
  const regions = ports.useRegions(filter.kind === 'region')
  if (filter.kind === 'region') {
    const codes = REGION_NAMES.flatMap((name) => texts[name] || [])
    return placeWords(regions, codes)
  }
  if ('names' in filter) {
    const [from = '', to = ''] = filter.names.map((name) => texts[name])
    const unit = filter.kind === 'numbers' && filter.unit ? ` ${filter.unit}` : ''
    if (from && to) return `${from} 至 ${to}${unit}`
    return from ? `${from}${unit} 起` : `至 ${to}${unit}`
  }
  const text = texts[filter.name] ?? ''
  const choices = filter.kind === 'options' ? filter.options : filter.kind === 'owner' ? owners : dict
  const labelOf = (value: string) => choices.find((each) => each.value === value)?.label ?? value
  if (filter.kind === 'flag') return '是'
  if (filter.kind === 'year') return `${text} 年`
  return filter.kind === 'text' ? text : text.split(',').map(labelOf).join('、')
}

function Words({ filter, texts }: { filter: Filter; texts: Texts }) {
  return (
    <span>
      {filter.label}：{useWords(filter, texts)}
    </span>
  )
}

/** The conditions of a list in words; nothing without any. */
export function ConditionWords({ filters, texts }: { filters: readonly Filter[]; texts: Texts }) {
  const set = filters.filter((filter) => namesOf(filter).some((name) => texts[name]))
  return set.map((filter, at) => (
    <span key={filter.label}>
      {at > 0 && '；'}
      <Words filter={filter} texts={texts} />
    </span>
  ))
}
