import { Mark } from '../../../ui/field.tsx'
import type { SheetColumn } from '../../../ui/sheet/model.ts'

/** A column that follows from the others. */
export interface SheetOutput {
  name: string
  title: string
  unit?: string
  /** How it is computed. */
  formula?: string
}

interface SheetHeadProps {
  headTitle: string
  columns: readonly SheetColumn[]
  outputs: readonly SheetOutput[]
  hasTail: boolean
}

/** The titles of the groups of columns, where there are some. */
function Groups({ headTitle, columns, outputs, hasTail }: SheetHeadProps) {
  const starts = columns.flatMap(({ group }, index) => (group ? [index] : []))
  return (
    <tr>
      <th className="sheet-head" rowSpan={2} scope="col">
        {headTitle}
      </th>
      {starts.map((start, index) => (
        <th
          key={columns[start]?.name}
          scope="colgroup"
          className="sheet-group"
          colSpan={(starts[index + 1] ?? columns.length) - start}
        >
          {columns[start]?.group}
        </th>
      ))}
      {outputs.length > 0 && (
        <th scope="colgroup" className="sheet-group" colSpan={outputs.length}>
          自动计算
        </th>
      )}
      {hasTail && <td />}
    </tr>
  )
}

const Unit = ({ unit }: { unit: string | undefined }) =>
  unit && <span className="text-ink-faint">（{unit}）</span>

/** The head of a sheet: a line of groups, where there are some, above the line of columns. */
export function SheetHead(props: SheetHeadProps) {
  const { headTitle, columns, outputs, hasTail } = props
  const hasGroups = columns.some(({ group }) => group)
  return (
    <thead>
      {hasGroups && <Groups {...props} />}
      <tr>
        {!hasGroups && (
          <th className="sheet-head" scope="col">
            {headTitle}
          </th>
        )}
        {columns.map(({ name, title, unit, required, kind }) => (
          <th key={name} scope="col" data-kind={kind}>
            {title}
            <Unit unit={unit} />
            {required && <Mark />}
          </th>
        ))}
        {outputs.map(({ name, title, unit, formula }) => (
          <th key={name} scope="col" title={formula}>
            {title}
            <Unit unit={unit} />
          </th>
        ))}
        {hasTail && (
          <th scope="col">
            <span className="sr-only">操作</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
