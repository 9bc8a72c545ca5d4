import { AlignmentType, BorderStyle, type IStylesOptions, LineRuleType } from 'docx'
import { HEI, SONG } from '../official/word-styles.ts'

const style = (id: string, size: number, font: typeof SONG, paragraph: object) => ({
  id,
  name: id,
  basedOn: 'Normal',
  run: { size, font },
  paragraph,
})

/** Sizes are in half points, distances in twentieths of a point. */
export const bulletinStyles: IStylesOptions = {
  default: {
    document: { run: { font: SONG, size: 24 } },
    title: {
      run: { font: SONG, size: 42, bold: true, color: '000000' },
      paragraph: { spacing: { after: 160 } },
    },
    heading1: {
      run: { font: HEI, size: 26, bold: true, color: '000000' },
      paragraph: { spacing: { before: 160, after: 60 }, keepNext: true },
    },
  },
  paragraphStyles: [
    style('body', 24, SONG, {
      spacing: { line: 440, lineRule: LineRuleType.EXACT },
      indent: { firstLine: 480 },
      alignment: AlignmentType.BOTH,
    }),
    style('issue', 22, SONG, {
      spacing: { after: 120 },
      border: { bottom: { style: BorderStyle.SINGLE, size: 12, color: '000000', space: 4 } },
    }),
    style('caption', 22, HEI, { spacing: { before: 160, after: 60 }, keepNext: true }),
    style('cell', 18, HEI, { spacing: { before: 30, after: 30 } }),
    style('frame', 16, HEI, {}),
  ],
}
