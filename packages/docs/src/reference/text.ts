import { nameOf } from '@xinchu/contract/operations'
import { contract, type Schema } from './contract.ts'

const { whole } = contract

/** Text as one cell of a table. */
export const cell = (text: string): string => text.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|')

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

export const fence = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\``

/** Where each schema is described: its page below the site's root. */
export type SchemaPages = ReadonlyMap<string, string>

const WORDS: Readonly<Record<string, string>> = {
  integer: '整数',
  number: '数',
  boolean: '布尔',
  string: '文本',
  object: '对象',
}

function plainType(schema: Schema): string {
  if (schema.contentMediaType === 'application/octet-stream') return '文件'
  if (schema.format === 'date') return '日期'
  if (schema['x-format'] === 'yyyy-MM-dd HH:mm:ss') return '时间'
  const type = typeof schema.type === 'string' ? schema.type : (schema.type?.[0] ?? 'object')
  return WORDS[type] ?? type
}

/** Type of a value in words, with a link to what it refers to. */
export function typeText(given: Schema, pages: SchemaPages): string {
  const name = given.$ref ? nameOf(given.$ref) : ''
  const page = pages.get(name)
  if (page) return `[${name}](${page}#${name})`
  const schema = whole(given)
  if (schema.items) {
    const of = typeText(schema.items, pages)
    return of.endsWith(')') ? `${of} 数组` : `${of}数组`
  }
  return plainType(schema)
}

/** Unit, dictionary, bounds and default of a value, as far as it has them. */
export function boundsText(given: Schema): string {
  const schema = whole(given)
  const of = schema.items ? whole(schema.items) : schema
  const { minimum, maximum, minLength, maxLength } = of
  const hasUsualRange = maximum === Number.MAX_SAFE_INTEGER || maximum === 2_147_483_647
  const range = hasUsualRange
    ? (minimum ?? 0) > 1
      ? `≥ ${minimum}`
      : ''
    : [minimum !== undefined ? `≥ ${minimum}` : '', maximum !== undefined ? `≤ ${maximum}` : '']
        .filter(Boolean)
        .join('，')
  const dictionary = of['x-dict']
  return [
    of['x-unit'] ? `单位 ${of['x-unit']}` : '',
    dictionary ? `字典 [${dictionary}](dictionaries.md#${dictionary})` : '',
    of.enum && !dictionary ? `取值 ${of.enum.map((value) => `\`${value}\``).join('、')}` : '',
    range,
    minLength ? `至少 ${minLength} 字` : '',
    maxLength && !dictionary ? `至多 ${maxLength} 字` : '',
    of['x-decimals'] !== undefined ? `小数至多 ${of['x-decimals']} 位` : '',
    schema.maxItems ? `至多 ${schema.maxItems} 项` : '',
    schema.default !== undefined ? `缺省 \`${JSON.stringify(schema.default)}\`` : '',
  ]
    .filter(Boolean)
    .join('；')
}

/** Title and description, once each. */
export const captionOf = ({ title, description }: Schema): string =>
  [title, description].filter((text, at, all) => text && all.indexOf(text) === at).join('：')
