/** A column of a table: its caption with the unit, its share of the width, and the alignment of its cells. */
export interface Column {
  caption: string
  share: number
  align?: 'left' | 'center'
}

export interface TableBlock {
  kind: 'table'
  caption: string
  columns: readonly Column[]
  rows: readonly (readonly string[])[]
  note?: string
}

export interface HeadingBlock {
  kind: 'heading'
  level: 1 | 2 | 3 | 4
  text: string
  /** The text has its own number, written by the author, or needs none. */
  isPlain?: boolean
}

/** Blocks of a document, from top to bottom. */
export type Block =
  /** A document within a bound volume. It begins on a new page, and its chapters are counted from one. */
  | { kind: 'part'; title: string }
  | HeadingBlock
  | { kind: 'text'; text: string }
  | TableBlock
  | { kind: 'picture'; picture: Picture; caption: string }

/** A JPEG or PNG file with its size in pixels. */
export interface Picture {
  bytes: Uint8Array
  width: number
  height: number
}

export interface Pledge {
  title: string
  paragraphs: readonly string[]
  signers: readonly string[]
}

/** Proof of issue: a code, and the address where it is verified. */
export interface Issue {
  code: string
  address: string
}

/** An official document. Plain data, so that it can be sent to the thread that writes it. */
export interface OfficialDocument {
  title: string
  /** The name of the project, in the header of each page. */
  subject: string
  platform: string
  /** Captions and values on the cover, and its date. */
  cover: { facts: readonly (readonly [caption: string, value: string])[]; date: string }
  pledge?: Pledge
  hasContents: boolean
  blocks: readonly Block[]
  /** Text across each page: the unit and the date of submission, or the reader and the date. */
  watermark: string
  /** Drafts are marked as such and have no code. */
  isDraft: boolean
  issue?: Issue
  /** Time of the submission, or of the last change of a draft. Nothing else in a document depends on time. */
  date: Date
}
