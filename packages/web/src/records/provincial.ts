import type { FieldSpec } from '@xinchu/validators'
import { type FieldLine, line } from './lines.tsx'

/** The key of a report, and what is shown in groups of its own. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'year',
  'reportType',
  'projects',
  'stampedFileId',
  'attachmentIds',
  'esProjectId',
])

/** All fields, also empty ones: the nation may ask for them. */
export const ownLines = (specs: readonly FieldSpec[], record: object): FieldLine[] =>
  specs.filter(({ name }) => !ELSEWHERE.has(name)).map((spec) => line(spec, record))
