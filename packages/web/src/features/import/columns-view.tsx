import { useMutation, useQuery } from '@tanstack/react-query'
import type { ImportBatch, ImportReading } from '@xinchu/sdk'
import { useState } from 'react'
import { failureOf } from '../../lib/failure.ts'
import { Radio } from '../../ui/inputs.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { ColumnRow } from './column-row.tsx'
import { ColumnsFoot } from './columns-foot.tsx'
import { askingFirst, type Choices, type ColumnChoice, choiceOf, faultsOf } from './columns-model.ts'
import { readingMutations, readingQuery } from './reading-queries.ts'

const HEADS = ['文件中的列', '前三个值', '对应字段', '单位', '识别情况']

/** Choice of the sheet where several have projects. Another sheet is read at once, to show its columns. */
function Sheets({ batch, reading }: { batch: ImportBatch; reading: ImportReading }) {
  const confirm = useMutation(readingMutations.confirm)
  const tables = reading.sheets.filter(({ table }) => table)
  if (tables.length < 2) return null
  const isAsked = reading.questions.some(({ code }) => code === 'C-081')
  const choose = (sheet: string) =>
    confirm.mutate({
      id: batch.id,
      map: { version: 1, sheet, columns: {} },
      remember: false,
      discardCorrections: false,
    })
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-1 px-4 pb-2.5 text-s" disabled={confirm.isPending}>
      <legend className="mb-1 text-ink-soft">
        {isAsked ? `有 ${tables.length} 张工作表含数据，请选择要导入的一张` : '导入的工作表'}
      </legend>
      {tables.map(({ name, rows, chosen }) => (
        <Radio key={name} name="import-sheet" checked={chosen && !isAsked} onChecked={() => choose(name)}>
          {name}（{rows.toLocaleString('zh-CN')} 行）
        </Radio>
      ))}
    </fieldset>
  )
}

interface TableProps {
  reading: ImportReading
  choices: Choices
  onChoose: (key: string, choice: ColumnChoice) => void
}

function ColumnTable({ reading, choices, onChoose }: TableProps) {
  const fields = new Map(reading.fields.map((field) => [field.name, field]))
  const options = reading.fields.map(({ name, caption, required }) => ({
    value: name,
    label: `${caption}${required ? '（必填）' : ''}`,
  }))
  const { twins } = faultsOf(reading, choices)
  return (
    <table className="block w-full text-s sm:table">
      <caption className="sr-only">文件中的列与对应的字段</caption>
      <thead className="sr-only sm:not-sr-only sm:table-header-group">
        <tr className="sm:table-row">
          {HEADS.map((head) => (
            <th key={head} scope="col" className="px-4 py-2 text-left font-normal text-ink-soft">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block sm:table-row-group">
        {askingFirst(reading).map((column) => {
          const choice = choiceOf(column, choices)
          return (
            <ColumnRow
              key={column.column}
              column={column}
              choice={choice}
              fields={fields}
              options={options}
              isTwin={twins.has(choice.field)}
              answered={choices[column.key]}
              onChoose={(next) => onChoose(column.key, next)}
            />
          )
        })}
      </tbody>
    </table>
  )
}

/** What the columns of a file are: for a batch that asks, or for one that is to be read again. */
export function ColumnsView({ batch, onRead }: { batch: ImportBatch; onRead: () => void }) {
  const { data: reading, error, refetch } = useQuery(readingQuery(batch.id))
  const [choices, setChoices] = useState<Choices>({})
  const failure = failureOf({ data: reading, error })
  if (failure) return <Failed error={failure} onRetry={() => void refetch()} />
  if (!reading) return <Loading rows={6} />
  return (
    <section aria-label="核对列">
      <h3 className="px-4 pb-2 font-medium">核对列</h3>
      {reading.questions.map(({ message }) => (
        <p key={message} className="px-4 pb-2 text-s text-warning">
          {message}
        </p>
      ))}
      <Sheets batch={batch} reading={reading} />
      <ColumnTable
        reading={reading}
        choices={choices}
        onChoose={(key, choice) => setChoices((before) => ({ ...before, [key]: choice }))}
      />
      <ColumnsFoot batch={batch} reading={reading} choices={choices} onRead={onRead} />
    </section>
  )
}
