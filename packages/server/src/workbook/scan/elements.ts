import { WorkbookError } from '../error.ts'

export interface XmlElement {
  attributes: string
  content: string
}

/** Longest element in characters. A row of a hundred full cells is shorter. */
const LONGEST = 4 * 1024 * 1024

export const unreadable = () => new WorkbookError('工作簿内容无法读取，请重新保存后再上传')
export const tooLong = () => new WorkbookError('工作簿中有单元格内容过长')

/**
 * Cuts the elements of one name out of XML that comes in pieces. They do not hold each other. Comments, CDATA and entities that a
 * file declares have no place between them: what a program shows for these would have to be guessed.
 */
export class ElementCutter {
  readonly #open: string
  readonly #close: string
  readonly #end: string
  #rest = ''
  /** What follows the end mark; undefined until it has come. */
  after: string | undefined

  /** @param tag name with its prefix @param end the mark behind the last element */
  constructor(tag: string, end = '') {
    this.#open = `<${tag}`
    this.#close = `</${tag}>`
    this.#end = end
  }

  #startIn(xml: string, from: number): number {
    for (let at = xml.indexOf(this.#open, from); at !== -1; at = xml.indexOf(this.#open, at + 1)) {
      const next = xml.charCodeAt(at + this.#open.length)
      // A blank, a stroke or the end of the tag, else it is a longer name. NaN: the piece ends here.
      if (Number.isNaN(next) || next <= 0x20 || next === 0x2f || next === 0x3e) return at
    }
    return -1
  }

  /** The elements that are complete with this piece. */
  take(piece: string): XmlElement[] {
    const all = this.#rest + piece
    const end = this.#end === '' ? -1 : all.indexOf(this.#end)
    const xml = end === -1 ? all : all.slice(0, end)
    const found: XmlElement[] = []
    let at = 0
    for (;;) {
      const start = this.#startIn(xml, at)
      const open = start === -1 ? -1 : xml.indexOf('>', start)
      if (open === -1) break
      const isEmpty = xml.charCodeAt(open - 1) === 0x2f
      const close = isEmpty ? open + 1 : xml.indexOf(this.#close, open)
      if (close === -1) break
      found.push({
        attributes: xml.slice(start + this.#open.length, isEmpty ? open - 1 : open),
        content: isEmpty ? '' : xml.slice(open + 1, close),
      })
      at = isEmpty ? close : close + this.#close.length
    }
    if (xml.includes('<!', at === 0 ? 0 : this.#rest.length)) throw unreadable()
    this.#rest = xml.slice(at)
    if (this.#rest.length > LONGEST) throw tooLong()
    if (end !== -1) this.#finish(all.slice(end))
    return found
  }

  #finish(after: string): void {
    if (this.#startIn(this.#rest, 0) !== -1) throw unreadable()
    this.#rest = ''
    this.after = after
  }
}

/** The values of attributes by name. Without entities: for numbers, references and kinds. */
export function attributesOf(text: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (let at = 0; ; ) {
    const equals = text.indexOf('=', at)
    if (equals === -1) return found
    let start = equals + 1
    while (text.charCodeAt(start) <= 0x20) start += 1
    const end = text.indexOf(text.charAt(start), start + 1)
    if (end === -1) return found
    found[text.slice(at, equals).trim()] = text.slice(start + 1, end)
    at = end + 1
  }
}
