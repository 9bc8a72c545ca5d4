import type { JsonSchema } from './document.ts'
import { elementOf, propertiesOf, resolve } from './schema-walk.ts'

/** What a field is called, and the row that it stands in where it is in a list. */
export interface Caption {
  /** From 1; of the outermost list of objects. */
  row?: number
  name?: string
}

const titleOf = (schema: JsonSchema): { name?: string } => {
  const { title } = resolve(schema)
  return typeof title === 'string' ? { name: title } : {}
}

/** The caption of the place that a path leads to, by the titles of the schema itself. */
export function captionAt(schema: JsonSchema, path: readonly string[]): Caption {
  let caption: Caption = {}
  let at: JsonSchema | undefined = schema
  for (const step of path) {
    if (!at) break
    const items: JsonSchema | undefined = elementOf(at, 'items')
    if (items && /^\d+$/.test(step)) {
      const row = Number(step) + 1
      caption = { ...caption, row: caption.row ?? row }
      at = items
    } else {
      at = propertiesOf(at).get(step) ?? elementOf(at, 'additionalProperties')
      caption = { ...caption, ...(at && titleOf(at)) }
    }
  }
  return caption
}

/** A problem in words that stand by themselves: `第3行额定功率：不能小于0`. */
export function captioned({ row, name }: Caption, message: string): string {
  const place = `${row === undefined ? '' : `第${row}项`}${name ?? ''}`
  return place === '' ? message : `${place}：${message}`
}
