import { type FieldSpec, type Issue, yearEnd } from '@xinchu/validators'
import { figure } from '../../lib/figures.ts'
import { IconButton } from '../../ui/button.tsx'
import type { Choice } from '../../ui/ports.ts'
import type { GridCell, GridColumn } from '../../ui/sheet/grid-model.ts'
import type { SheetColumn, SheetRow } from '../../ui/sheet/model.ts'
import { issueAt } from './sheet-issues.ts'
import { rowSpecs, sentRow } from './year-model.ts'

/** One row of a calculation as the grid shows it. */
export interface YearLine {
  index: number
  values: SheetRow
  isOpen: boolean
  issues: readonly Issue[]
}

/** Power and energy columns share a group caption. */
const GROUPS = ['上年末累计', '当年预计新增', '当年预计退役', '年末预计累计', '次年预计新增']

function cellOf({ values, issues }: YearLine, { name, choices }: SheetColumn): GridCell {
  const value = values[name] ?? ''
  const text = choices?.find((choice) => choice.value === value)?.label ?? value
  return { text, issue: issueAt(issues, name) }
}

const endText = (values: SheetRow, unit: 'Power' | 'Energy') => figure(yearEnd({ ...sentRow(values) }, unit))

function columnOf(spec: FieldSpec, choices: readonly Choice[] | undefined): GridColumn<YearLine> {
  const { name, caption, unit } = spec
  const group = GROUPS.find((each) => caption.startsWith(each))
  const isEnd = name === 'yearEndPower' || name === 'yearEndEnergy'
  const column: SheetColumn = {
    name,
    title: group ? caption.slice(group.length) : caption,
    caption,
    unit,
    kind: choices ? 'choice' : 'number',
    choices,
    required: spec.draft ?? false,
    ...(group && name.endsWith('Power') ? { group } : {}),
  }
  const cell = (line: YearLine): GridCell =>
    isEnd
      ? { text: endText(line.values, name === 'yearEndPower' ? 'Power' : 'Energy') }
      : cellOf(line, column)
  return { ...column, width: choices ? 150 : 112, isReadOnly: isEnd, cell }
}

/**
 * The columns of a yearly calculation: the row's number, the contract's fields, and the button that removes the row.
 * @param onRemove absent where nothing can be changed
 */
export const yearColumns = (
  choices: Readonly<Record<string, readonly Choice[]>>,
  onRemove: ((index: number) => void) | undefined,
): GridColumn<YearLine>[] => [
  {
    name: '#',
    title: '行号',
    kind: 'number',
    width: 56,
    isReadOnly: true,
    isRowHeader: true,
    cell: ({ index }) => ({ text: String(index + 1) }),
  },
  ...rowSpecs.map((spec) => columnOf(spec, spec.dict === undefined ? undefined : choices[spec.dict])),
  ...(onRemove ? [removeColumn(onRemove)] : []),
]

const removeColumn = (onRemove: (index: number) => void): GridColumn<YearLine> => ({
  name: '#remove',
  title: '操作',
  kind: 'text',
  width: 56,
  isReadOnly: true,
  cell: () => ({ text: '' }),
  content: ({ index }) => (
    <IconButton
      icon="trash"
      label={`删除第 ${index + 1} 行`}
      tabIndex={-1}
      data-print="none"
      onClick={() => onRemove(index)}
    />
  ),
})
