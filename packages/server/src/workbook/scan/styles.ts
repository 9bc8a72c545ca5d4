import { attributesOf, ElementCutter } from './elements.ts'
import { contentOf, markOf, plainText } from './text.ts'

/** What a style says of the cells that have it, as far as it changes what a person sees. */
export interface CellStyle {
  /** Number format; undefined where a number is shown as it is. */
  format?: string
  marks?: 'superscript' | 'struck'
}

// Formats that a workbook names by number alone: those of the standard, and those of Chinese programs.
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'yyyy/m/d',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy/m/d h:mm',
  27: 'yyyy"年"m"月"',
  28: 'm"月"d"日"',
  29: 'm"月"d"日"',
  30: 'm-d-yy',
  31: 'yyyy"年"m"月"d"日"',
  32: 'h"时"mm"分"',
  33: 'h"时"mm"分"ss"秒"',
  36: 'yyyy"年"m"月"',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
  50: 'yyyy"年"m"月"',
  51: 'm"月"d"日"',
  52: 'yyyy"年"m"月"',
  53: 'm"月"d"日"',
  54: 'm"月"d"日"',
  57: 'yyyy"年"m"月"',
  58: 'm"月"d"日"',
}

// These show the number that a cell has.
const PLAIN: ReadonlySet<string> = new Set(['', '@', '0', '0.00', '#,##0', '#,##0.00'])

/** Reads the styles of a workbook by their number. */
export function readStyles(xml: string): CellStyle[] {
  const prefix = /<((?:\w+:)?)styleSheet[\s>]/.exec(xml)?.[1] ?? ''
  const elements = (within: string, name: string) =>
    new ElementCutter(`${prefix}${name}`).take(contentOf(xml, `${prefix}${within}`) ?? '')
  const formats = new Map<number, string>()
  for (const { attributes } of elements('numFmts', 'numFmt')) {
    const { numFmtId, formatCode = '' } = attributesOf(attributes)
    formats.set(Number(numFmtId), plainText(formatCode))
  }
  const marks = elements('fonts', 'font').map(({ content }) => markOf(content))
  return elements('cellXfs', 'xf').map(({ attributes }) => {
    const { numFmtId = '0', fontId = '0' } = attributesOf(attributes)
    const id = Number(numFmtId)
    const format = formats.get(id) ?? BUILT_IN[id] ?? ''
    const mark = marks[Number(fontId)]
    return {
      ...(PLAIN.has(format) || /^general$/i.test(format) ? {} : { format }),
      ...(mark ? { marks: mark } : {}),
    }
  })
}
