/** A caption with its value. Long values take the whole width. */
export interface ReportItem {
  caption: string
  value: string
  wide?: boolean
}

/** Parts of a report, from top to bottom. */
export type ReportPart =
  | { kind: 'fields'; title: string; items: readonly ReportItem[] }
  | {
      kind: 'table'
      title: string
      /** Captions of the columns with their share of the width. */
      columns: readonly (readonly [caption: string, share: number])[]
      rows: readonly (readonly string[])[]
      /** Shown when there are no rows. */
      empty: string
    }
  | { kind: 'note'; text: string }
  /** Boxes for the seals of these offices. */
  | { kind: 'seals'; offices: readonly string[] }

/** A record as a document. Plain data, so that it can be sent to the thread that draws it. */
export interface Report {
  title: string
  platform: string
  /** Facts below the title, two a line. */
  facts: readonly (readonly [caption: string, value: string])[]
  parts: readonly ReportPart[]
  /** Left and right text in the foot of each page. */
  foot: readonly [left: string, right: string]
  printedAt: Date
}
