import {
  AlignmentType,
  BookmarkEnd,
  BookmarkStart,
  Document,
  Footer,
  Header,
  HeadingLevel,
  InternalHyperlink,
  type ISectionOptions,
  Packer,
  PageNumber,
  Paragraph,
  type ParagraphChild,
  Run,
  SimpleField,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TabStopType,
  TextRun,
  VerticalAlignTable,
  WidthType,
} from 'docx'
import { ChartRun } from 'docx/charts'
import { timeless } from '../official/word.ts'
import { CHART_SERIES, COLORS, chartText, scaleOf } from './chart.ts'
import {
  type Bulletin,
  type BulletinBlock,
  type Chart,
  captions,
  DRAFT,
  type Grid,
  type Words,
} from './model.ts'
import { bulletinStyles } from './word-styles.ts'

const MM = 1440 / 25.4
const TEXT = Math.round((210 - 28 - 26) * MM)
const CENTER = AlignmentType.CENTER
const hex = (color: string) => color.slice(1).toUpperCase()

const bookmark = (source: number) => `source${source}`

/** Words as runs. A raised number is a link to its row of the last page. */
const runs = (words: Words): ParagraphChild[] =>
  words.flatMap(({ text, source, address, target }): ParagraphChild[] => {
    // A field, because the library gives the relations of its own links a random name.
    const run = address ? new SimpleField(`HYPERLINK "${address}"`, text) : new TextRun(text)
    if (source !== undefined) {
      const number = new TextRun({ text: String(source), superScript: true, color: '1F5FB0' })
      return [run, new InternalHyperlink({ anchor: bookmark(source), children: [number] })]
    }
    if (target === undefined) return [run]
    const mark = new Run({ text })
    // The library's types name its own bookmark only, whose numbers differ from one making to the next.
    return [
      new BookmarkStart(bookmark(target), target),
      mark,
      new BookmarkEnd(target),
    ] as unknown as ParagraphChild[]
  })

const cell = (words: Words, width: number, align: Grid['columns'][number]['align'], isHead: boolean) =>
  new TableCell({
    width: { size: width, type: WidthType.DXA },
    verticalAlign: VerticalAlignTable.CENTER,
    margins: { left: 80, right: 80 },
    ...(isHead ? { shading: { fill: 'EEF1F4' } } : {}),
    children: [
      new Paragraph({
        style: 'cell',
        alignment: isHead
          ? CENTER
          : AlignmentType[align === 'right' ? 'RIGHT' : align === 'center' ? 'CENTER' : 'LEFT'],
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
      children: grid.columns.map(({ align }, at) => cell(cells[at] ?? [], widths[at] ?? 0, align, isHead)),
    })
  const head = grid.columns.map((column) => column.caption)
  return [
    new Paragraph({ text: caption, style: 'caption', alignment: CENTER }),
    new Table({
      width: { size: TEXT, type: WidthType.DXA },
      columnWidths: widths,
      layout: TableLayoutType.FIXED,
      rows: [row(head, true), ...grid.rows.map((cells) => row(cells, false))],
    }),
    new Paragraph({ text: '', style: 'cell' }),
  ]
}

/** A chart of the word processor itself, which shows and edits its figures. */
function chart(source: Chart, caption: string): Paragraph[] {
  const { bars, goal } = source
  const { step, top } = scaleOf(Math.max(...bars.map(({ stock, added }) => stock + added), goal?.value ?? 0))
  const labels = { pointLabels: bars.map(({ label }) => ({ text: label, position: 'above' as const })) }
  const run = new ChartRun({
    type: 'column',
    categories: bars.map(({ name }) => name),
    stacking: 'stacked',
    gapWidth: 70,
    series: [
      { name: CHART_SERIES.stock, values: bars.map(({ stock }) => stock), color: hex(COLORS.stock) },
      { name: CHART_SERIES.added, values: bars.map(({ added }) => added), color: hex(COLORS.added) },
      // Without a line of its own: it carries the sums above the columns.
      {
        name: '年末累计',
        type: 'line',
        values: bars.map(({ stock, added }) => stock + added),
        line: { color: hex(COLORS.added), width: 0.25 },
        markers: false,
        ...labels,
      },
      ...(goal
        ? [
            {
              name: goal.caption,
              type: 'line' as const,
              values: bars.map(() => goal.value),
              line: { color: hex(COLORS.goal), dash: 'dash' as const },
              markers: false,
            },
          ]
        : []),
    ],
    valueAxis: { minimum: 0, maximum: top, interval: step },
    transformation: { width: 560, height: 260 },
    altText: { id: '1', name: source.caption, description: chartText(source), title: source.caption },
  })
  return [
    new Paragraph({
      style: 'caption',
      alignment: CENTER,
      children: runs([{ text: caption, source: source.source }]),
    }),
    new Paragraph({ alignment: CENTER, children: [run] }),
  ]
}

function blockOf(block: BulletinBlock, caption: string): (Paragraph | Table)[] {
  if (block.kind === 'grid') return table(block, caption)
  if (block.kind === 'chart') return chart(block, caption)
  return [new Paragraph({ style: 'body', children: runs(block.words) })]
}

const heading = (text: string, pageBreakBefore = false) =>
  new Paragraph({ text, heading: HeadingLevel.HEADING_1, pageBreakBefore })

const tabbed = (texts: readonly string[], style: string, places: readonly number[]) =>
  new Paragraph({
    style,
    tabStops: places.map((position, at) => ({
      type: at === places.length - 1 ? TabStopType.RIGHT : TabStopType.CENTER,
      position,
    })),
    children: texts.map((text, at) => new TextRun(at === 0 ? text : `\t${text}`)),
  })

function contentOf(bulletin: Bulletin): (Paragraph | Table)[] {
  const { title, isDraft, issue, sections, sources, notes } = bulletin
  const named = captions(sections)
  return [
    new Paragraph({ text: title, heading: HeadingLevel.TITLE, alignment: CENTER }),
    ...(isDraft ? [new Paragraph({ text: `（${DRAFT}）`, style: 'caption', alignment: CENTER })] : []),
    tabbed(issue, 'issue', [TEXT / 2, TEXT]),
    ...sections.flatMap((section) => [
      heading(section.title),
      ...section.blocks.flatMap((block) => blockOf(block, named.get(block) ?? '')),
    ]),
    heading('数据出处', true),
    ...table(sources, sources.caption),
    ...notes.map((text) => new Paragraph({ text, style: 'cell' })),
  ]
}

const frame = ({ isDraft, mark, foot }: Bulletin): Pick<ISectionOptions, 'headers' | 'footers'> => ({
  headers: { default: new Header({ children: [tabbed([isDraft ? DRAFT : '', mark], 'frame', [TEXT])] }) },
  footers: {
    default: new Footer({
      children: [
        ...foot.map((text) => new Paragraph({ text, style: 'frame' })),
        new Paragraph({
          style: 'frame',
          alignment: AlignmentType.RIGHT,
          children: [new TextRun({ children: ['— ', PageNumber.CURRENT, ' —'] })],
        }),
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
