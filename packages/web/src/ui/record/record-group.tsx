import '../form/form.css'
import type { FieldSpec } from '@xinchu/validators'
import type { ReactNode } from 'react'
import { figure } from '../../lib/figures.ts'
import { isRecord } from '../../lib/stored.ts'
import { nameOf, pathOfCode } from '../form/regions.ts'
import { usePorts } from '../ports.ts'

const NOTHING = '—'
/** Names of years, which have no separators. */
const YEAR = /^year$|Year$/

interface RecordTextProps {
  spec: FieldSpec
  record: object
  /** Name properties by their key property. */
  names?: Readonly<Record<string, string>>
}

/** Reads a property of the record. */
const at = (record: object, name: string): unknown => ({ ...record })[name as never]

/** Formats a property: labels for codes, names for places, yes or no, figures with separators and unit. */
export function RecordText({ spec, record, names = {} }: RecordTextProps) {
  const entries = usePorts().useDict(spec.kind === 'boolean' ? undefined : spec.dict)
  const named = names[spec.name]
  const value = at(record, named ?? spec.name)
  const isPlace = spec.kind === 'region' && !named && typeof value === 'string' && value !== ''
  const regions = usePorts().useRegions(isPlace)
  if (isPlace) return nameOf(pathOfCode(regions, value)) || value
  const labelOf = (code: unknown) => entries.find(({ value: each }) => each === code)?.label ?? String(code)
  if (value === undefined || value === null || value === '') return NOTHING
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) return value.map(labelOf).join('、') || NOTHING
  if (typeof value === 'number' && YEAR.test(spec.name)) return String(value)
  if (typeof value === 'number') return `${figure(value)}${spec.unit && !named ? ` ${spec.unit}` : ''}`
  return labelOf(value)
}

export function RecordItem({
  label,
  wide = false,
  children,
}: {
  label: string
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={`grid grid-cols-[10em_minmax(0,1fr)] gap-3 ${wide ? 'col-span-full' : ''}`}>
      <dt className="text-ink-faint">{label}</dt>
      <dd className="whitespace-pre-line break-words">{children}</dd>
    </div>
  )
}

interface RecordGroupProps {
  id?: string
  title: string
  children: ReactNode
}

/** A group of properties in one to three columns. */
export function RecordGroup({ id, title, children }: RecordGroupProps) {
  return (
    <section id={id} className="card">
      <h2 className="border-line border-b px-4 py-2.5 font-medium">{title}</h2>
      <dl className="record-grid px-4 py-3.5 text-s">{children}</dl>
    </section>
  )
}

/** Longer texts span the whole row. */
const LONG_TEXT = 300

interface RecordFieldsProps {
  specs: readonly FieldSpec[]
  record: object
  names?: Readonly<Record<string, string>>
}

/** One item per property with a single value or a list of codes. */
export function RecordFields({ specs, record, names = {} }: RecordFieldsProps) {
  return specs.map((spec) => (
    <RecordItem
      key={spec.name}
      label={spec.caption}
      wide={spec.kind === 'dicts' || (spec.maxLength ?? 0) >= LONG_TEXT}
    >
      <RecordText spec={spec} record={record} names={names} />
    </RecordItem>
  ))
}

interface RecordRowsProps {
  label: string
  specs: readonly FieldSpec[]
  rows: unknown
}

/** Parts of a record as a small table. */
export function RecordRows({ label, specs, rows }: RecordRowsProps) {
  const parts = Array.isArray(rows) ? rows.filter(isRecord) : []
  return (
    <RecordItem label={label} wide>
      {parts.length === 0 ? (
        NOTHING
      ) : (
        <div className="overflow-x-auto">
          <table className="border-collapse text-s">
            <thead className="bg-sunken text-left text-ink-soft">
              <tr>
                {specs.map((spec) => (
                  <th key={spec.name} scope="col" className="border border-line px-3 py-1 font-normal">
                    {spec.caption}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {parts.map((part, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a part has nothing but its place
                <tr key={index}>
                  {specs.map((spec) => (
                    <td key={spec.name} className="border border-line px-3 py-1">
                      <RecordText spec={spec} record={part} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </RecordItem>
  )
}
