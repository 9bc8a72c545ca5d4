import type { JsonSchema } from '../operations.ts'
import { elementOf, propertiesOf, resolve } from './schema-walk.ts'

/** Caption of a field, and its row if it is in a list. */
export interface Caption {
  /** Row of the outermost list of objects, from 1. */
  row?: number
  name?: string
}

const titleOf = (schema: JsonSchema): { name?: string } => {
  const { title } = resolve(schema)
  return typeof title === 'string' ? { name: title } : {}
}

/** Finds the caption of a path by the schema's titles. */
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

/** Formats a problem as a complete message: `第3行额定功率：不能小于0`. */
export function captioned({ row, name }: Caption, message: string): string {
  const place = `${row === undefined ? '' : `第${row}项`}${name ?? ''}`
  return place === '' ? message : `${place}：${message}`
}
