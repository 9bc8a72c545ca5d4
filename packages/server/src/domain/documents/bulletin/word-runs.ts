import {
  AlignmentType,
  Bookmark,
  BookmarkEnd,
  BookmarkStart,
  InternalHyperlink,
  Paragraph,
  type ParagraphChild,
  SimpleField,
  TextRun,
} from 'docx'
import { raisedNumber, type Words, withSources } from './model.ts'

const anchor = (source: number) => `source${source}`

/** A bookmark with a number of its own. The library's differ from one making to the next. */
class SourceMark extends Bookmark {
  override readonly start: BookmarkStart
  override readonly end: BookmarkEnd

  constructor(source: number, children: readonly ParagraphChild[]) {
    super({ id: anchor(source), children })
    this.start = new BookmarkStart(anchor(source), source)
    this.end = new BookmarkEnd(source)
  }
}

const lines = (text: string) =>
  text.split('\n').map((line, at) => new TextRun({ text: line, ...(at > 0 ? { break: 1 } : {}) }))

/** Words as runs. A raised number is a link to its row of the sources. */
export const runs = (words: Words): ParagraphChild[] =>
  words.flatMap((piece): ParagraphChild[] => {
    const { text, source, address, target } = piece
    // A field, because the library gives the relations of its own links a random name.
    const shown = address ? [new SimpleField(`HYPERLINK "${address}"`, text)] : lines(text)
    if (target !== undefined) return [new SourceMark(target, shown)]
    if (source === undefined) return shown
    const number = new TextRun({ text: raisedNumber(piece), superScript: true, color: '1F5FB0' })
    return [...shown, new InternalHyperlink({ anchor: anchor(source), children: [number] })]
  })

/** The caption of a table or chart. */
export const captionOf = (caption: string, sources?: readonly number[]): Paragraph =>
  new Paragraph({
    style: 'caption',
    alignment: AlignmentType.CENTER,
    children: runs(withSources(caption, sources)),
  })
