import { type DictionaryName, dictionaries, type FieldSpec, fields } from '@xinchu/contract/fields'
import type { Example } from '@xinchu/validators/book'

type Values = Readonly<Record<string, unknown>>

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null

/** Label of a dictionary's value, or the value itself. */
function labelOf(dict: string, value: unknown): string {
  const { values } = dictionaries[dict as DictionaryName] // a field's dictionary is one of them
  return values.find((entry) => entry.value === value)?.label ?? String(value)
}

/** A value as users read it, with its unit. */
function wordsOf(spec: FieldSpec | undefined, value: unknown): string {
  if (typeof value === 'boolean') return value ? '是' : '否'
  const text = spec?.dict ? labelOf(spec.dict, value) : String(value)
  return spec?.unit ? `${text} ${spec.unit}` : text
}

const partOf = (row: Values, specs: readonly FieldSpec[]): string =>
  Object.entries(row)
    .map(([name, value]) => {
      const spec = specs.find((each) => each.name === name)
      return spec?.dict ? wordsOf(spec, value) : `${spec?.caption ?? name} ${wordsOf(spec, value)}`
    })
    .join('，')

/** One line for each value; the parts of a list have a line each. */
function linesOf(values: Values, specs: readonly FieldSpec[], rowSpecs = specs): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const spec = specs.find((each) => each.name === name)
    const caption = spec?.caption ?? name
    if (!Array.isArray(value)) return [`${caption} ${wordsOf(spec, value)}`]
    if (value.length === 0) return [`${caption} 没有`]
    return value.filter(isValues).map((row, index) => `第 ${index + 1} 行 ${partOf(row, rowSpecs)}`)
  })
}

/** Text of a field's example; characters that cannot be seen as escapes. */
const shown = (value: unknown): string =>
  typeof value === 'string' ? `“${JSON.stringify(value).slice(1, -1)}”` : String(value)

/** A cell as a spreadsheet shows it in its formula bar, with its format. */
const shownCell = ({ kind, text, format }: Values): string => {
  if (kind === 'formula') return '没有计算结果的公式'
  const words = `${kind === 'number' ? '数字单元格' : ''}${shown(text)}`
  return format ? `${words}，格式 ${String(format)}` : words
}

/** An example in lines for users, by the captions, units and labels of the contract. */
export function exampleLines(example: Example): string[] {
  if ('words' in example) return [...example.words]
  if ('cell' in example) return [shownCell(example.cell)]
  if ('spec' in example) return [shown(example.value)]
  if ('from' in example) {
    const [from, to] = [example.from, example.to].map((value) => labelOf('build_status', value))
    return [`建设状态由${from}改为${to}`]
  }
  if ('project' in example)
    return [
      ...linesOf(example.project, fields.EsProject),
      ...(example.today ? [`今天 ${example.today}`] : []),
    ]
  if ('usage' in example) {
    const { usage, facility = {}, previous = {} } = example
    const { year, quarter, ...reported } = usage
    const { year: _year, quarter: _quarter, ...before } = previous
    return [
      `${year} 年第 ${quarter} 季度`,
      ...linesOf(facility, fields.EsProject),
      ...linesOf(reported, fields.UsageFields),
      ...linesOf(before, fields.UsageFields).map((line) => `上期${line}`),
    ]
  }
  const { calculation, warehouse = [], lower = [] } = example
  return [
    ...linesOf(calculation, fields.YearCalcFields, fields.YearCalcRow),
    ...warehouse.map((row) => `入库 ${partOf(row, fields.YearCalcRow)}`),
    ...lower.map((row) => `下级 ${partOf(row, fields.YearCalcRow)}`),
  ]
}
