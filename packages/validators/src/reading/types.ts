import type { RuleCode } from '../book/texts.ts'
import type { FieldSpec } from '../record.ts'
import type { Factor } from './units.ts'

/** A cell as the file or the clipboard has it. */
export interface RawCell {
  /** A formula is one without a stored result; a merged cell is one of which it is not clear whether it has the value. */
  kind: 'text' | 'number' | 'boolean' | 'error' | 'formula' | 'merged'
  /** The text, or the digits as the file has them; the range of merged cells. */
  text: string
  /** The number format of a workbook. */
  format?: string
  marks?: 'superscript' | 'struck'
  /** What the cell above has, for one that says it has the same. */
  above?: string
  /** A person has confirmed the value, however far it is from others. */
  isSure?: true
}

export interface Source {
  by: 'workbook' | 'csv' | 'clipboard' | 'rows' | 'form'
  /** Whether the workbook counts its days from 1904. */
  is1904?: true
  /** The current day in Beijing, yyyy-MM-dd. */
  today: string
}

/** What reading a cell found, by its rule. */
export interface Finding {
  code: RuleCode
  original: string
  args?: Readonly<Record<string, string>>
}

export interface Choice {
  value: unknown
  text: string
  /** What the cell has to say for this value. Absent if it is the value itself. */
  written?: string
  /** The way of reading that gives this value, where one can be chosen for a whole column. */
  way?: string
}

export type Outcome =
  | { level: 'value'; value: unknown; note?: Finding }
  | { level: 'empty'; note?: Finding }
  | { level: 'question'; finding: Finding; choices: readonly Choice[] }
  | { level: 'refusal'; finding: Finding }

export interface Entry {
  readonly value: string
  readonly label: string
}

/** Looks up what the contract leaves to the platform. */
export interface Lookups {
  /** The values of a dictionary that may be chosen, in its order. */
  entriesOf: (dict: string) => readonly Entry[]
}

/** A field as the reader needs it. */
export type ReadSpec = Pick<FieldSpec, 'name' | 'kind'> &
  Partial<Pick<FieldSpec, 'unit' | 'dict' | 'rule' | 'draft' | 'required' | 'maxLength' | 'decimals'>> & {
    /** Converts figures of a column that is headed by another unit. */
    readonly factor?: Factor
  }
