import { Button } from '../button.tsx'
import { Select } from '../inputs.tsx'
import type { HeadedColumn } from './headings.ts'
import type { PasteChoice, PastePlan } from './paste.ts'
import { Part, rowName } from './paste-preview-parts.tsx'
import type { PasteColumn, PasteTarget } from './paste-target.ts'

interface MappingProps {
  plan: PastePlan
  target: PasteTarget
  choice: PasteChoice
  onChoice: (choice: PasteChoice) => void
}

const HEADS = [
  { value: '0', label: '没有表头' },
  { value: '1', label: '第 1 行是表头' },
  { value: '2', label: '前 2 行是表头' },
]
const NONE = 'none'

const nameOf = ({ caption, title }: PasteColumn): string => caption ?? title

/** What is to be known of a column: its conversion, or why it is not pasted. */
function noteOf({ at, factor, unit, foreign, isTwice }: HeadedColumn, columns: readonly PasteColumn[]) {
  if (isTwice) return { text: '两列对应同一列，请只留一列', isWrong: true }
  if (at === undefined) return { text: '未对应，不贴入', isWrong: true }
  const own = columns[at]?.unit ?? ''
  if (foreign !== undefined) return { text: `“${foreign}”不能换算为 ${own}`, isWrong: true }
  return factor ? { text: `${unit} 换算为 ${own}`, isWrong: false } : undefined
}

interface OneColumnProps extends MappingProps {
  column: HeadedColumn
  position: number
}

function OneColumn({ column, position, plan, target: { columns }, choice, onChoice }: OneColumnProps) {
  const isKey = plan.finder?.positions.has(position) ?? false
  const note = isKey ? { text: '用来查找所在的行', isWrong: false } : noteOf(column, columns)
  const name = column.heading.trim() || `第 ${position + 1} 列`
  const options = columns.flatMap((each, at) =>
    each.isReadOnly && at !== column.at ? [] : [{ value: String(at), label: nameOf(each) }],
  )
  return (
    <div className="grid min-w-0 content-start gap-0.5 text-s">
      <span aria-hidden="true" className="truncate text-ink-soft" title={name}>
        {name}
      </span>
      <Select
        aria-label={`“${name}”对应的列`}
        value={column.at === undefined ? NONE : String(column.at)}
        disabled={isKey}
        placeholder=""
        options={[{ value: NONE, label: '不贴入' }, ...options]}
        onValue={(value) =>
          onChoice({
            ...choice,
            columns: { ...choice.columns, [position]: value === NONE ? NONE : Number(value) },
          })
        }
      />
      {note && (
        <span className={`text-xs ${note.isWrong ? 'text-warning' : 'text-ink-faint'}`}>{note.text}</span>
      )}
    </div>
  )
}

/** Headings, and how rows are found. */
function Lines({ plan, target, choice, onChoice }: MappingProps) {
  const key = plan.finder && target.columns[plan.finder.column]
  const rows = [
    { value: 'name', label: key ? `按“${nameOf(key)}”查找所在行` : '按名称查找所在行' },
    { value: 'order', label: `各行按顺序，从${rowName(target.at.row, target)}起` },
  ]
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2 text-s">
      <Select
        aria-label="表头"
        className="w-auto!"
        value={String(plan.heads)}
        placeholder=""
        options={HEADS}
        onValue={(value) => onChoice({ heads: Number(value) })}
      />
      {(plan.finder || choice.isInOrder) && (
        <Select
          aria-label="行的对应"
          className="w-auto! max-w-full"
          value={choice.isInOrder ? 'order' : 'name'}
          placeholder=""
          options={rows}
          onValue={(value) => onChoice({ ...choice, isInOrder: value === 'order' })}
        />
      )}
    </div>
  )
}

/** Gives the columns of a block in their order to those of the sheet, from the cell where it is pasted. */
const columnsInOrder = ({ columns }: PastePlan, { at }: PasteTarget): Record<number, number> =>
  Object.fromEntries(columns.map((_, position) => [position, at.column + position]))

/** Rows that were not searched. Without any found name the lines go by their order. */
function Unread({ plan: { unread, finder } }: { plan: PastePlan }) {
  if (unread === 0) return null
  const rows = `另有 ${unread.toLocaleString('zh-CN')} 行未查找`
  return (
    <p className="text-s text-warning">
      {finder
        ? `${rows}，以上名称可能在其中；请先缩小所列的范围，再重新粘贴`
        : `${rows}，其中可能有粘贴的项目；现在粘贴的，各行按顺序贴入`}
    </p>
  )
}

/** Where the lines and columns of a block go, which can be changed. */
export function Mapping(props: MappingProps) {
  const { plan, target, choice, onChoice } = props
  const found = plan.columns.filter(({ at, isTwice }) => at !== undefined && !isTwice).length
  const hasProblem = plan.columns.some((column) => noteOf(column, target.columns) !== undefined)
  return (
    <>
      {plan.isUnsure && (
        <p className="text-s text-warning">
          第 1 行不是数值，按表头处理。请选择各列的对应，或改为“没有表头”。{' '}
          <Button look="quiet" onClick={() => onChoice({ ...choice, columns: columnsInOrder(plan, target) })}>
            按顺序对应
          </Button>
        </p>
      )}
      <Lines {...props} />
      {plan.missing.length > 0 && (
        <Names title={`表中没有 ${plan.missing.length} 个名称`} names={plan.missing} />
      )}
      <Unread plan={plan} />
      {plan.doubled.length > 0 && <Names title={`名称重复 ${plan.doubled.length} 个`} names={plan.doubled} />}
      <details open={hasProblem}>
        <summary className="cursor-pointer text-s">
          列的对应：{plan.columns.length} 列，对应 {found} 列
        </summary>
        <div className="grid grid-cols-2 gap-x-3 gap-y-2 pt-2 sm:grid-cols-3">
          {plan.columns.map((column, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two pasted columns may be alike in all but their places
            <OneColumn key={position} {...props} column={column} position={position} />
          ))}
        </div>
      </details>
    </>
  )
}

const MOST_NAMES = 30

function Names({ title, names }: { title: string; names: readonly string[] }) {
  return (
    <Part title={title}>
      <p className="text-s text-warning">
        {names.slice(0, MOST_NAMES).join('、')}
        {names.length > MOST_NAMES && ' 等'}，不贴入
      </p>
    </Part>
  )
}
