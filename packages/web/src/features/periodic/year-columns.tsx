import { type FieldSpec, type Issue, yearEnd } from '@xinchu/validators'
import { plainFigure } from '@xinchu/validators/reading'
import { figure } from '../../lib/figures.ts'
import { IconButton } from '../../ui/button.tsx'
import type { Choice } from '../../ui/ports.ts'
import type { GridCell, GridColumn } from '../../ui/sheet/grid-model.ts'
import type { SheetColumn, SheetRow } from '../../ui/sheet/model.ts'
import { issueAt, remarkAt } from './sheet-issues.ts'
import type { SheetRemark } from './sheet-remarks.ts'
import { rowSpecs, sentRow } from './year-model.ts'

/** One row of a calculation as the grid shows it. */
export interface YearLine {
  index: number
  values: SheetRow
  isOpen: boolean
  issues: readonly Issue[]
  remarks: readonly SheetRemark[]
}

/** Captions over the two columns of a figure: its power and its energy. */
const GROUPS: Readonly<Record<string, string>> = {
  lastYear: '上年末累计',
  add: '当年预计新增',
  retire: '当年预计退役',
  yearEnd: '年末预计累计',
  nextYearAdd: '次年预计新增',
}
const TITLES = { Power: '功率', Energy: '能量' } as const

/** Splits the name of a figure, such as `addPower`. @returns undefined for other properties */
function figureOf(name: string): { stem: string; unit: 'Power' | 'Energy' } | undefined {
  for (const unit of ['Power', 'Energy'] as const)
    if (name.endsWith(unit)) return { stem: name.slice(0, -unit.length), unit }
  return undefined
}

/** A typed figure as computed ones are shown, unless its digits would not all be seen. */
function figureText(typed: string): string {
  const value = plainFigure(typed)
  const shown = value === undefined ? typed : figure(value)
  return plainFigure(shown) === value ? shown : typed
}

function cellOf({ values, issues, remarks }: YearLine, { name, choices }: SheetColumn): GridCell {
  const value = values[name] ?? ''
  const text = choices
    ? (choices.find((choice) => choice.value === value)?.label ?? value)
    : figureText(value)
  return { text, issue: issueAt(issues, name), remark: remarkAt(remarks, name) }
}

const endText = (values: SheetRow, unit: 'Power' | 'Energy') => figure(yearEnd({ ...sentRow(values) }, unit))

/**
 * Widths in px. All columns fit beside the menu on a screen of 1440 px; on one of 390 px the frozen ones, number and technology,
 * leave more than half to the others.
 */
const WIDTHS = {
  wide: { number: 44, techType: 128, other: 84, figure: 82 },
  narrow: { number: 40, techType: 112, other: 92, figure: 88 },
} as const
const REMOVE_WIDTH = 44

function widthOf({ name, dict }: FieldSpec, isNarrow: boolean): number {
  const { techType, other, figure } = WIDTHS[isNarrow ? 'narrow' : 'wide']
  if (dict === undefined) return figure
  return name === 'techType' ? techType : other
}

function columnOf(
  spec: FieldSpec,
  choices: readonly Choice[] | undefined,
  width: number,
): GridColumn<YearLine> {
  const { name, caption, unit } = spec
  const of = figureOf(name)
  const isEnd = of?.stem === 'yearEnd'
  const column: SheetColumn = {
    name,
    title: of ? TITLES[of.unit] : caption,
    caption,
    unit,
    kind: choices ? 'choice' : 'number',
    choices,
    required: spec.draft ?? false,
    ...(of?.unit === 'Power' ? { group: GROUPS[of.stem] } : {}),
  }
  const cell = (line: YearLine): GridCell =>
    isEnd ? { text: endText(line.values, of.unit) } : cellOf(line, column)
  const value = ({ values }: YearLine) => values[name] ?? ''
  return {
    ...column,
    width,
    isReadOnly: isEnd,
    cell,
    ...(isEnd ? {} : { value }),
  }
}

interface YearColumnsOptions {
  isNarrow: boolean
  /** Absent where nothing can be changed. */
  onRemove: ((index: number) => void) | undefined
}

/** The columns of a yearly calculation: the row's number, the contract's fields, and the button that removes the row. */
export const yearColumns = (
  choices: Readonly<Record<string, readonly Choice[]>>,
  { isNarrow, onRemove }: YearColumnsOptions,
): GridColumn<YearLine>[] => [
  {
    name: '#',
    title: '行号',
    kind: 'number',
    width: WIDTHS[isNarrow ? 'narrow' : 'wide'].number,
    isReadOnly: true,
    isRowHeader: true,
    cell: ({ index }) => ({ text: String(index + 1) }),
  },
  ...rowSpecs.map((spec) =>
    columnOf(spec, spec.dict === undefined ? undefined : choices[spec.dict], widthOf(spec, isNarrow)),
  ),
  ...(onRemove ? [removeColumn(onRemove)] : []),
]

const removeColumn = (onRemove: (index: number) => void): GridColumn<YearLine> => ({
  name: '#remove',
  title: '操作',
  kind: 'text',
  group: '',
  width: REMOVE_WIDTH,
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
