import { ElementCutter, tooLong, unreadable } from './elements.ts'

/** A text of a cell, with a mark if some or all of it is raised or struck out. */
export type MarkedText = string | { text: string; marks: 'superscript' | 'struck' }

const LONGEST = 262_144
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const LAST_POINT = 0x10ffff

function entity(_whole: string, decimal?: string, hex?: string, name?: string): string {
  const known = name === undefined ? undefined : ENTITIES[name]
  if (known !== undefined) return known
  const point = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
  if (!(point <= LAST_POINT)) throw unreadable()
  return String.fromCodePoint(point)
}

/** Text of an element, without the escapes of XML and of the workbook format. */
export function plainText(xml: string): string {
  if (xml.length > LONGEST) throw tooLong()
  const text = xml.includes('&') ? xml.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w*));?/gi, entity) : xml
  return text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_escape, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text
}

/** The content of the first element of a name; undefined if there is none. */
export function contentOf(xml: string, tag: string): string | undefined {
  const start = xml.indexOf(`<${tag}`)
  if (start === -1) return undefined
  const open = xml.indexOf('>', start)
  const next = xml.charCodeAt(start + tag.length + 1)
  if (next > 0x20 && next !== 0x2f && next !== 0x3e) return contentOf(xml.slice(start + 1), tag)
  if (open === -1 || xml.charCodeAt(open - 1) === 0x2f) return ''
  const close = xml.indexOf(`</${tag}>`, open)
  return close === -1 ? undefined : xml.slice(open + 1, close)
}

const textsIn = (xml: string, prefix: string): string => {
  const parts = new ElementCutter(`${prefix}t`).take(xml)
  return parts.length === 1
    ? plainText(parts[0]?.content ?? '')
    : parts.map(({ content }) => plainText(content)).join('')
}

const RAISED = /<(?:\w+:)?vertAlign\s[^>]*val\s*=\s*["']superscript/
const STRUCK = /<(?:\w+:)?strike(?:\s*\/>|\s[^>]*val\s*=\s*["'](?:1|true)|\s*>)/

/** The mark that the properties of a font set. */
export const markOf = (font: string): 'superscript' | 'struck' | undefined =>
  RAISED.test(font) ? 'superscript' : STRUCK.test(font) ? 'struck' : undefined

/** The text of a string item: its runs, without the readings that are written above them. */
export function stringItem(xml: string, prefix: string): MarkedText {
  if (!xml.includes(`<${prefix}r`)) return textsIn(xml, prefix)
  const runs = new ElementCutter(`${prefix}r`).take(xml)
  if (runs.length === 0) {
    const readings = xml.indexOf(`<${prefix}rPh`)
    return textsIn(readings === -1 ? xml : xml.slice(0, readings), prefix)
  }
  const text = runs.map(({ content }) => textsIn(content, prefix)).join('')
  const marks = runs.flatMap(({ content }) => markOf(contentOf(content, `${prefix}rPr`) ?? '') ?? [])[0]
  return marks ? { text, marks } : text
}
