import type { FieldSpec } from '@xinchu/validators'
import { at, type FieldLine, line, type Section } from './lines.tsx'

/** Fields shown elsewhere: the key of a report, and fields with a group of their own. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'demoProjectId',
  'year',
  'quarter',
  'milestones',
  'usage',
  'usageReason',
  'usageReasons',
  'photoIds',
  'targets',
  'economicEffect',
  'stampedFileId',
])

export const specOf = (specs: readonly FieldSpec[], name: string): FieldSpec =>
  specs.find((spec) => spec.name === name) ?? { name, caption: name, kind: 'string' }

/** Lines of a report's own fields. Empty optional fields are left out. */
export const ownLines = (specs: readonly FieldSpec[], report: object): FieldLine[] =>
  specs
    .filter((spec) => !ELSEWHERE.has(spec.name))
    .filter((spec) => spec.required === 'submit' || at(report, spec.name) !== undefined)
    .map((spec) => line(spec, report))

/** The properties of a part, which the review keeps as a list of one row. */
export const partLines = (name: string, specs: readonly FieldSpec[], part: object | undefined): FieldLine[] =>
  specs
    .filter((spec) => part && at(part, spec.name) !== undefined)
    .map((spec) => ({ ...line(spec, part ?? {}), field: `${name}[0].${spec.name}` }))

export const filled = (sections: readonly Section[]): Section[] =>
  sections.filter(({ lines }) => lines.length > 0)
