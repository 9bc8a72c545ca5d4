import { type FieldSpec, isRequired } from '@xinchu/validators'
import { figure } from '../../lib/figures.ts'
import { Button, IconButton } from '../button.tsx'
import { choosable } from '../choosable.ts'
import { Mark } from '../field.tsx'
import { type Choice, usePorts } from '../ports.ts'
import { RuleCode } from '../rule-code.tsx'
import { useForm, useFormSlice } from './context.ts'
import { OneControl } from './one-control.tsx'
import { codeOf, issueReader, messageOf } from './spec-issue.ts'
import { useFieldLook } from './use-field.ts'
import { type RowValues, rowsAt } from './values.ts'

interface CellProps {
  owner: string
  index: number
  spec: FieldSpec
  row: RowValues
  options: readonly Choice[] | undefined
  onRow: (row: RowValues) => void
}

const YES_NO: readonly Choice[] = [
  { value: 'true', label: '是' },
  { value: 'false', label: '否' },
]

function RowCell({ owner, index, spec, row, options, onRow }: CellProps) {
  const field = `${owner}.${index}.${spec.name}`
  const shown = useFormSlice(issueReader(field))
  const issue = messageOf(shown)
  const entries = usePorts().useDict(options ? undefined : spec.dict)
  const value = row[spec.name] ?? ''
  const offered = spec.dict ? choosable(entries, [value]) : undefined
  const choices = options ?? (spec.kind === 'boolean' ? YES_NO : offered)
  const noteId = `${field}-note`
  return (
    <td className="min-w-32 py-1 pr-2 align-top max-sm:block max-sm:min-w-0 max-sm:pr-0">
      <span className="mb-0.5 block text-ink-faint text-xs sm:hidden" aria-hidden="true">
        {spec.caption}
      </span>
      <OneControl
        spec={spec}
        control={{
          name: field,
          'aria-label': `第 ${index + 1} 行${spec.caption}`,
          'aria-invalid': issue !== undefined,
          'aria-describedby': issue && noteId,
        }}
        choices={choices}
        value={value}
        onValue={(value) => onRow({ ...row, [spec.name]: value })}
      />
      {issue && (
        <p id={noteId} className="mt-0.5 text-danger text-xs">
          {issue}
          <RuleCode code={codeOf(shown)} />
        </p>
      )}
    </td>
  )
}

/** Sum of a column. */
const sumOf = (rows: readonly RowValues[], name: string) =>
  rows.reduce((sum, row) => sum + (Number(row[name]) || 0), 0)

interface RowsFieldProps {
  name: string
  label?: string
  hint?: string
  /** Columns with a sum. */
  sums?: readonly string[]
  /** Choices of columns without a dictionary. */
  options?: Readonly<Record<string, readonly Choice[]>>
  /** Initial values of a new row. */
  blank?: RowValues
  /** Maximum number of rows. */
  atMost?: number
  addLabel?: string
  /** Properties that rows keep but do not show. */
  hidden?: readonly string[]
  /** The section's heading already says its name. */
  hasNoLegend?: boolean
}

const NO_ROW: RowValues = {}
const NONE: readonly string[] = []

interface RowsTableProps {
  name: string
  columns: readonly FieldSpec[]
  rows: readonly RowValues[]
  options: Readonly<Record<string, readonly Choice[]>>
  onRows: (rows: readonly RowValues[]) => void
}

function RowsTable({ name, columns, rows, options, onRows }: RowsTableProps) {
  return (
    <div className="overflow-x-auto rounded-lg border border-line px-3 py-1.5">
      <table className="w-full border-collapse text-s">
        <thead className="text-left text-ink-faint text-xs max-sm:sr-only">
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className="py-1 pr-2 font-normal">
                {column.caption}
                {isRequired(column, {}, 'submit') && <Mark />}
              </th>
            ))}
            <th scope="col" className="w-10 font-normal">
              <span className="sr-only">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr
              // biome-ignore lint/suspicious/noArrayIndexKey: a part has nothing but its place
              key={index}
              className="max-sm:block max-sm:border-line max-sm:not-last:border-b max-sm:py-2"
            >
              {columns.map((column) => (
                <RowCell
                  key={column.name}
                  owner={name}
                  index={index}
                  spec={column}
                  row={row}
                  options={options[column.name]}
                  onRow={(next) => onRows(rows.map((each, at) => (at === index ? next : each)))}
                />
              ))}
              <td className="py-1 align-top">
                <IconButton
                  icon="trash"
                  label={`删除第 ${index + 1} 行`}
                  onClick={() => onRows(rows.filter((_, at) => at !== index))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Sum({ column, rows }: { column: FieldSpec; rows: readonly RowValues[] }) {
  return (
    <span className="text-ink-soft">
      {column.caption}合计 <b className="font-medium text-ink">{figure(sumOf(rows, column.name))}</b>{' '}
      {column.unit}
    </span>
  )
}

/** Parts of a record, one per row, with the specs of the form's `rows[name]`. */
export function RowsField({
  name,
  label,
  hint,
  sums = NONE,
  options = {},
  blank = NO_ROW,
  atMost = 100,
  addLabel = '添加一行',
  hidden = NONE,
  hasNoLegend = false,
}: RowsFieldProps) {
  const { store } = useForm()
  const value = useFormSlice(({ values }) => values[name])
  const look = useFieldLook(name, { label, hint })
  const columns = (store.options.rows?.[name] ?? []).filter((column) => !hidden.includes(column.name))
  const rows = rowsAt({ [name]: value }, name)
  const write = (next: readonly RowValues[]) => store.set({ [name]: next })
  const summed = rows.length > 0 ? columns.filter((column) => sums.includes(column.name)) : []
  return (
    <fieldset data-field={name} tabIndex={-1} className="col-span-full mb-2 min-w-0">
      <legend className={hasNoLegend ? 'sr-only' : 'mb-1 text-ink-soft text-s'}>
        {look.label}
        {look.required && <Mark />}
      </legend>
      {rows.length > 0 && (
        <RowsTable name={name} columns={columns} rows={rows} options={options} onRows={write} />
      )}
      <div className="mt-1.5 flex flex-wrap items-center gap-x-5 gap-y-1 text-s">
        <Button icon="plus" disabled={rows.length >= atMost} onClick={() => write([...rows, blank])}>
          {addLabel}
        </Button>
        {summed.map((column) => (
          <Sum key={column.name} column={column} rows={rows} />
        ))}
      </div>
      <p className={`mt-0.5 min-h-4.5 text-xs leading-4.5 ${look.error ? 'text-danger' : 'text-ink-faint'}`}>
        {look.error ?? look.hint}
        <RuleCode code={look.code} />
      </p>
    </fieldset>
  )
}
