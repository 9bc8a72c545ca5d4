import type { ImportReadColumn, ImportReadField } from '@xinchu/sdk'
import { Combobox } from '../../ui/form/combobox.tsx'
import { Select } from '../../ui/inputs.tsx'
import { type ColumnChoice, isOpen } from './columns-model.ts'

interface ColumnRowProps {
  column: ImportReadColumn
  choice: ColumnChoice
  fields: ReadonlyMap<string, ImportReadField>
  options: readonly { value: string; label: string }[]
  isTwin: boolean
  /** What was chosen; undefined before. */
  answered: ColumnChoice | undefined
  onChoose: (choice: ColumnChoice) => void
}

const CELL = 'block px-4 py-1 sm:table-cell sm:py-2 sm:align-middle'

/** The unit of a column. A field without a unit has none to choose. */
function UnitChoice({ column, choice, fields, onChoose }: ColumnRowProps) {
  const field = fields.get(choice.field)
  if (!field?.unit) return null
  const units = [...new Set([...(choice.unit === '' ? [] : [choice.unit]), ...(field.units ?? [])])]
  const own = `按${field.unit}`
  return (
    <div className="sm:w-28">
      <Select
        aria-label={`${column.heading || column.column}的单位`}
        value={choice.unit}
        placeholder={own}
        options={units.map((unit) => ({ value: unit, label: unit }))}
        onValue={(unit) => onChoose({ ...choice, unit })}
      />
    </div>
  )
}

/** How well the column reads, and what is asked. */
function Findings({ column, choice, isTwin, answered }: ColumnRowProps) {
  const { values = 0, readable = 0, questions } = column
  const isShown = choice.field !== '' && choice.field === column.field && values > 0
  const open = isOpen(column, answered ? { [column.key]: answered } : {})
  const counted = [`${readable} 格可读`, ...(readable < values ? [`${values - readable} 格待确认`] : [])]
  return (
    <>
      {isShown && <p className="text-ink-soft">{counted.join('，')}</p>}
      {choice.field === '' && !open && <p className="text-ink-faint">不导入</p>}
      {open &&
        questions.map(({ message }) => (
          <p key={message} className="text-warning">
            {message}
          </p>
        ))}
      {isTwin && <p className="text-danger">另有一列对应同一字段</p>}
    </>
  )
}

/** A column of the file: what it has, and what it is for. */
export function ColumnRow(props: ColumnRowProps) {
  const { column, choice, options, isTwin, answered, onChoose } = props
  const { key, heading, samples, questions, certainty } = column
  const isAsking = questions.length > 0 && !answered
  const word = certainty === 'SURE' ? '确定' : '可能'
  const shown = choice.field !== '' && choice.field === column.field && !answered ? word : ''
  return (
    <tr
      className={`block border-line border-t py-1 sm:table-row sm:py-0 ${isAsking ? 'bg-warning-soft' : ''}`}
    >
      <th scope="row" className={`${CELL} text-left font-normal`}>
        <span className="text-ink-faint">{column.column}</span> {heading || '（无列名）'}
      </th>
      <td className={`${CELL} break-all text-ink-soft`}>{samples.join('、') || '—'}</td>
      <td className={CELL}>
        <div className="flex items-center gap-2">
          <div className="min-w-0 flex-1 sm:w-56 sm:flex-none">
            <Combobox
              aria-label={`${heading || `${column.column} 列`}的对应字段`}
              aria-invalid={isTwin}
              value={choice.field}
              placeholder="不导入"
              options={options}
              onValue={(field) =>
                onChoose({ field, unit: field === column.field ? (column.unit ?? '') : '' })
              }
            />
          </div>
          {shown && <span className="shrink-0 text-ink-soft text-s">{shown}</span>}
          {isAsking && (
            <button
              type="button"
              className="shrink-0 text-brand-ink text-s hover:underline"
              aria-label={`确认${heading || key}：${choice.field === '' ? '不导入' : (options.find(({ value }) => value === choice.field)?.label ?? '')}`}
              onClick={() => onChoose(choice)}
            >
              {choice.field === '' ? '不导入' : '确认'}
            </button>
          )}
        </div>
      </td>
      <td className={CELL}>
        <UnitChoice {...props} />
      </td>
      <td className={`${CELL} text-s`}>
        <Findings {...props} />
      </td>
    </tr>
  )
}
