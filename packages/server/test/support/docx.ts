import { strFromU8, unzipSync } from 'fflate'

export interface ReadDocx {
  /** Text of each paragraph, with its style. */
  paragraphs: readonly { style: string | undefined; text: string }[]
  /** Text of the cells of each table, row by row. */
  tables: readonly (readonly (readonly string[])[])[]
  header: string
  /** All text without spaces. */
  text: string
  names: readonly string[]
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const wordsIn = (xml: string): string =>
  [...xml.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)]
    .map(([, text = '']) => text.replace(/&(\w+);/g, (all, name: string) => ENTITIES[name] ?? all))
    .join('')

const partsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<w:${name}(?: [^>]*)?>[\\s\\S]*?</w:${name}>`, 'g'))].map(([part]) => part)

/** Reads a document for Word: its text, its tables and its header. */
export function readDocx(bytes: Uint8Array): ReadDocx {
  const files = unzipSync(bytes)
  const read = (name: string) => strFromU8(files[name] ?? new Uint8Array())
  const body = read('word/document.xml')
  return {
    paragraphs: partsOf(body, 'p').map((part) => ({
      style: /<w:pStyle w:val="([^"]+)"/.exec(part)?.[1],
      text: wordsIn(part),
    })),
    tables: partsOf(body, 'tbl').map((table) =>
      partsOf(table, 'tr').map((row) => partsOf(row, 'tc').map(wordsIn)),
    ),
    header: wordsIn(read('word/header1.xml')),
    text: wordsIn(body).replace(/\s/g, ''),
    names: Object.keys(files),
  }
}
