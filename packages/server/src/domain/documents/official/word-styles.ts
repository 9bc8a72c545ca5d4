import { AlignmentType, type IStylesOptions, LineRuleType } from 'docx'

/** Fonts that every Chinese office suite has. */
export const SONG = { ascii: 'Times New Roman', hAnsi: 'Times New Roman', eastAsia: '宋体' }
export const HEI = { ascii: 'Times New Roman', hAnsi: 'Times New Roman', eastAsia: '黑体' }

/** Sizes are in half points, distances in twentieths of a point. */
const LINE = { line: 560, lineRule: LineRuleType.EXACT } as const
const INDENT = { firstLine: 640 }

const heading = (indent: boolean, bold: boolean) => ({
  run: { font: HEI, size: 32, bold, color: '000000' },
  paragraph: {
    spacing: { ...LINE, before: indent ? 0 : 160 },
    keepNext: true,
    ...(indent ? { indent: INDENT } : {}),
  },
})

/** A paragraph style of that name. */
export const wordStyle = (id: string, size: number, font: typeof SONG, paragraph: object) => ({
  id,
  name: id,
  basedOn: 'Normal',
  run: { size, font },
  paragraph,
})

export const wordStyles: IStylesOptions = {
  default: {
    document: { run: { font: SONG, size: 32 } },
    heading1: heading(false, false),
    heading2: heading(true, false),
    heading3: heading(true, true),
    heading4: heading(true, false),
  },
  paragraphStyles: [
    wordStyle('body', 32, SONG, { spacing: LINE, indent: INDENT, alignment: AlignmentType.BOTH }),
    wordStyle('cover', 52, HEI, { alignment: AlignmentType.CENTER }),
    wordStyle('title', 40, HEI, { alignment: AlignmentType.CENTER, spacing: { before: 240, after: 480 } }),
    wordStyle('fact', 30, SONG, { spacing: { line: 520, lineRule: LineRuleType.EXACT } }),
    wordStyle('caption', 24, HEI, { spacing: { before: 160, after: 60 }, keepNext: true }),
    wordStyle('cell', 22, SONG, { spacing: { before: 40, after: 40 } }),
    wordStyle('head', 22, HEI, { spacing: { before: 40, after: 40 }, alignment: AlignmentType.CENTER }),
    wordStyle('note', 20, SONG, { spacing: { before: 60, after: 160 } }),
    wordStyle('frame', 20, SONG, {}),
  ],
}
