import { codes } from '@xinchu/validators'
import { contract, type Schema } from './contract.ts'
import { boundsText, captionOf, type SchemaPages, table, typeText } from './text.ts'

const codeOf = (rule: string): string | undefined => (codes as Readonly<Record<string, string>>)[rule]

const ruleLink = (schema: Schema): string => {
  const code = schema['x-rule'] && codeOf(schema['x-rule'])
  return code ? `[${code}](rule-codes.md#${code})` : ''
}

function neededText(name: string, schema: Schema, required: ReadonlySet<string>): string {
  if (required.has(name)) return '必填'
  if (schema['x-required'] === 'submit') return '提交时必填'
  return schema['x-required'] ? '按条件必填' : ''
}

/** Table of an object's properties. */
export function fieldsTable(given: Schema, pages: SchemaPages): string {
  const { properties, required } = contract.propertiesOf(given)
  const rows = properties.map(([name, stated]) => {
    const schema = contract.whole(stated)
    const notes = [captionOf(schema), boundsText(stated), ruleLink(schema)].filter(Boolean)
    return [`\`${name}\``, typeText(stated, pages), neededText(name, schema, required), notes.join('。')]
  })
  return table(['属性', '类型', '', '说明'], rows)
}

const NESTED = 30

/** Whether a schema's table is short enough to stand at each operation that uses it. */
export const isShort = (given: Schema): boolean => contract.propertiesOf(given).properties.length <= NESTED
