import type { FieldSpec } from '@xinchu/validators'
import type { ReactNode } from 'react'
import { isRecord } from '../lib/stored.ts'
import { RecordText } from '../ui/record/record-group.tsx'
import { projectNames } from './project-names.ts'

/** One field of a record. A field without a name in the contract is derived and takes no remark. */
export interface FieldLine {
  field?: string
  caption: string
  content: ReactNode
  kind: FieldSpec['kind']
  /** Takes the whole width; others share a line. */
  isWide?: boolean
}

export interface Section {
  key: string
  title: string
  lines: FieldLine[]
}

export const at = (record: object, name: string): unknown => ({ ...record })[name as never] // any property

const WIDE: ReadonlySet<FieldSpec['kind']> = new Set(['rows', 'list', 'dicts', 'object'])
/** Texts up to this length share a line. */
const SHORT_TEXT = 60

export const line = (spec: FieldSpec, record: object, names = projectNames): FieldLine => ({
  field: spec.name,
  isWide: WIDE.has(spec.kind) || (spec.kind === 'string' && (spec.maxLength ?? 0) > SHORT_TEXT),
  caption: spec.caption,
  kind: spec.kind,
  content: <RecordText spec={spec} record={record} names={names} />,
})

/** A row of a record as one line, with its figures side by side. */
export function rowLine(
  spec: FieldSpec,
  specs: readonly FieldSpec[],
  row: object,
  index: number,
  caption = `${spec.caption} 第 ${index + 1} 行`,
): FieldLine {
  const given = specs.filter(({ name }) => at(row, name) !== undefined)
  return {
    field: `${spec.name}[${index}]`,
    caption,
    kind: 'rows',
    isWide: true,
    content: (
      <span className="grid grid-cols-[repeat(auto-fill,minmax(190px,1fr))] gap-x-3">
        {given.map((each) => (
          <span key={each.name}>
            <span className="text-ink-faint text-xs">{each.caption} </span>
            <RecordText spec={each} record={row} />
          </span>
        ))}
      </span>
    ),
  }
}

export const rowsOf = (record: object, name: string) => {
  const rows = at(record, name)
  return Array.isArray(rows) ? rows.filter(isRecord) : []
}

export const derived = (caption: string, text: string): FieldLine => ({
  caption,
  content: text,
  kind: 'number',
})
