import { AlignmentType, BorderStyle, type IStylesOptions, LineRuleType } from 'docx'
import { HEI, SONG, wordStyle } from '../official/word-styles.ts'

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
    wordStyle('body', 24, SONG, {
      spacing: { line: 440, lineRule: LineRuleType.EXACT },
      indent: { firstLine: 480 },
      alignment: AlignmentType.BOTH,
    }),
    wordStyle('issue', 22, SONG, {
      spacing: { after: 120 },
      border: { bottom: { style: BorderStyle.SINGLE, size: 12, color: '000000', space: 4 } },
    }),
    wordStyle('caption', 22, HEI, { spacing: { before: 160, after: 60 }, keepNext: true }),
    wordStyle('cell', 18, HEI, { spacing: { before: 30, after: 30 } }),
    wordStyle('small', 15, HEI, { spacing: { before: 20, after: 20 } }),
    wordStyle('frame', 16, HEI, {}),
  ],
}
