import {
  AlignmentType,
  Document,
  Footer,
  Header,
  HeadingLevel,
  type ISectionOptions,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TabStopType,
  TextRun,
  VerticalAlignTable,
  WidthType,
} from 'docx'
import { timeless } from '../official/word.ts'
import { type Bulletin, type BulletinBlock, captions, DRAFT, type Grid, type Words } from './model.ts'
import { wordChart } from './word-chart.ts'
import { captionOf, runs } from './word-runs.ts'
import { bulletinStyles } from './word-styles.ts'

const MM = 1440 / 25.4
const TEXT = Math.round((210 - 28 - 26) * MM)
const CENTER = AlignmentType.CENTER

interface CellForm {
  width: number
  align: Grid['columns'][number]['align']
  isHead: boolean
  isSmall: boolean
}

const ALIGNMENTS = { left: AlignmentType.LEFT, center: CENTER, right: AlignmentType.RIGHT } as const

const cell = (words: Words, { width, align, isHead, isSmall }: CellForm) =>
  new TableCell({
    width: { size: width, type: WidthType.DXA },
    verticalAlign: VerticalAlignTable.CENTER,
    margins: isSmall ? { left: 60, right: 60 } : { left: 80, right: 80 },
    ...(isHead ? { shading: { fill: 'EEF1F4' } } : {}),
    children: [
      new Paragraph({
        style: isSmall ? 'small' : 'cell',
        alignment: isHead ? CENTER : ALIGNMENTS[align],
        children: runs(words),
      }),
    ],
  })

function table(grid: Grid, caption: string): (Paragraph | Table)[] {
  const total = grid.columns.reduce((sum, { share }) => sum + share, 0)
  const widths = grid.columns.map(({ share }) => Math.round((share / total) * TEXT))
  const row = (cells: readonly Words[], isHead: boolean) =>
    new TableRow({
      tableHeader: isHead,
      cantSplit: true,
      children: grid.columns.map(({ align }, at) =>
        cell(cells[at] ?? [], { width: widths[at] ?? 0, align, isHead, isSmall: grid.isSmall === true }),
      ),
    })
  const head = grid.columns.map((column) => column.caption)
  return [
    captionOf(caption, grid.sources),
    new Table({
      width: { size: TEXT, type: WidthType.DXA },
      columnWidths: widths,
      layout: TableLayoutType.FIXED,
      rows: [row(head, true), ...grid.rows.map((cells) => row(cells, false))],
    }),
    new Paragraph({ text: '', style: 'cell' }),
  ]
}

function blockOf(block: BulletinBlock, caption: string): (Paragraph | Table)[] {
  if (block.kind === 'grid') return table(block, caption)
  if (block.kind === 'chart') return wordChart(block, caption)
  return [new Paragraph({ style: 'body', children: runs(block.words) })]
}

const heading = (text: string) => new Paragraph({ text, heading: HeadingLevel.HEADING_1 })

type TabbedText = readonly (string | (typeof PageNumber)[keyof typeof PageNumber])[]
const plainFoot = (text: string) => new Paragraph({ text, style: 'frame' })

const tabbed = (texts: readonly (string | TabbedText)[], style: string, places: readonly number[]) =>
  new Paragraph({
    style,
    tabStops: places.map((position, at) => ({
      type: at === places.length - 1 ? TabStopType.RIGHT : TabStopType.CENTER,
      position,
    })),
    children: texts.map(
      (text, at) => new TextRun({ children: [...(at === 0 ? [] : ['\t']), ...[text].flat()] }),
    ),
  })

function contentOf(bulletin: Bulletin): (Paragraph | Table)[] {
  const { title, isDraft, issue, sections, annexes, sources, notes } = bulletin
  const named = captions(bulletin)
  const blocks = (all: readonly BulletinBlock[]) =>
    all.flatMap((block) => blockOf(block, named.get(block) ?? ''))
  return [
    new Paragraph({ text: title, heading: HeadingLevel.TITLE, alignment: CENTER }),
    ...(isDraft ? [new Paragraph({ text: `（${DRAFT}）`, style: 'caption', alignment: CENTER })] : []),
    tabbed(issue, 'issue', [TEXT / 2, TEXT]),
    ...sections.flatMap((section) => [heading(section.title), ...blocks(section.blocks)]),
    ...(annexes.length > 0 ? [heading('附表'), ...blocks(annexes)] : []),
    heading('数据出处'),
    ...table(sources, sources.caption),
    ...notes.map((text) => new Paragraph({ text, style: 'cell' })),
  ]
}

const frame = ({ isDraft, mark, foot }: Bulletin): Pick<ISectionOptions, 'headers' | 'footers'> => ({
  headers: { default: new Header({ children: [tabbed([isDraft ? DRAFT : '', mark], 'frame', [TEXT])] }) },
  footers: {
    default: new Footer({
      children: [
        ...foot.map((text, at) =>
          at === 0 ? tabbed([text, ['— ', PageNumber.CURRENT, ' —']], 'frame', [TEXT]) : plainFoot(text),
        ),
      ],
    }),
  },
})

/** Writes a bulletin for Word, with real headings, tables and a chart that can be edited. */
export async function writeBulletin(bulletin: Bulletin): Promise<Uint8Array<ArrayBuffer>> {
  const { title, platform, issue, date } = bulletin
  const document = new Document({
    title,
    subject: issue[0],
    keywords: bulletin.digest,
    creator: platform,
    lastModifiedBy: platform,
    styles: bulletinStyles,
    sections: [
      {
        properties: {
          page: {
            size: { width: 210 * MM, height: 297 * MM },
            margin: { top: 37 * MM, bottom: 35 * MM, left: 28 * MM, right: 26 * MM },
          },
        },
        ...frame(bulletin),
        children: contentOf(bulletin),
      },
    ],
  })
  return timeless(await Packer.toBuffer(document), date)
}
