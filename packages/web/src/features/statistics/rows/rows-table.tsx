import type { ProjectRow } from '@xinchu/sdk'
import { quantity } from '@xinchu/validators'
import type { KeyboardEvent } from 'react'
import { figure } from '../../../lib/figures.ts'
import { AmountInput } from './amount-input.tsx'
import { directionOf, type ORDERS, type Order, turned } from './order.ts'
import { type Assumed, type Assumptions, type Capacity, hoursOf, sumUnder } from './what-if.ts'

interface RowsTableProps {
  caption: string
  rows: readonly ProjectRow[]
  /** Sums of all rows, of which the table shows one page. */
  sums: Capacity & { count: number }
  /** Sums of those that were sought; undefined without words. */
  sought: (Capacity & { count: number }) | undefined
  order: Order
  onOrder: (order: Order) => void
  /** Undefined while 假设测算 is off. */
  assumptions: Assumptions | undefined
  onAssume: (id: number, next: Assumed) => void
  /** The row whose trail is shown. */
  openId: number | undefined
  onOpen: (row: ProjectRow) => void
}

const capacityOf = ({ ratedPower = 0, ratedEnergy = 0 }: ProjectRow): Capacity => ({
  power: ratedPower,
  energy: ratedEnergy,
})

const hoursText = (capacity: Capacity) => quantity(hoursOf(capacity), 'h')

const NARROW = 'max-sm:hidden'
// Beyond the padding of the drawer, in which rows would show.
const HEAD = 'sticky -top-4 z-1 whitespace-nowrap bg-surface px-2 py-2 font-medium'
const CELL = 'px-2 py-1.5'
const FIGURE = `${CELL} text-right tabular-nums`

interface Column {
  title: string
  look: string
  /** Set if the rows can be ordered by it. */
  field?: keyof typeof ORDERS
}

const COLUMNS: readonly Column[] = [
  { title: '计入', look: '' },
  { title: '项目', look: '' },
  { title: '省、市', look: NARROW },
  { title: '应用场景', look: NARROW },
  { title: '功率 MW', look: 'text-right', field: 'ratedPower' },
  { title: '能量 MWh', look: 'text-right', field: 'ratedEnergy' },
  { title: '时长 h', look: `text-right ${NARROW}` },
  { title: '投运日期', look: NARROW, field: 'commissionDate' },
  { title: '版本', look: '' },
  { title: '国家确认', look: NARROW },
]

const ARROWS = { ascending: '↑', descending: '↓', none: '' } as const

/** Heading of a column, which orders the rows where they can be. */
function Heading({ title, look, field, order, onOrder }: Column & Pick<RowsTableProps, 'order' | 'onOrder'>) {
  const shown = `${HEAD} ${look}`
  if (!field)
    return (
      <th scope="col" className={shown}>
        {title}
      </th>
    )
  const direction = directionOf(order, field)
  return (
    <th scope="col" aria-sort={direction} className={shown}>
      <button type="button" className="hover:underline" onClick={() => onOrder(turned(order, field))}>
        {title}
        <span aria-hidden="true" className="inline-block w-3">
          {ARROWS[direction]}
        </span>
      </button>
    </th>
  )
}

interface RowProps extends Pick<RowsTableProps, 'openId' | 'onOpen'> {
  row: ProjectRow
  /** Undefined while 假设测算 is off. */
  assumed: Assumed | undefined
  isFirst: boolean
  onAssume: (next: Assumed) => void
}

/** Power and energy of a row, which may be assumed to be others. */
function Amounts({ row, assumed, onAssume }: Pick<RowProps, 'row' | 'assumed' | 'onAssume'>) {
  const { ratedPower, ratedEnergy, projectName } = row
  if (!assumed)
    return (
      <>
        <td className={FIGURE}>{figure(ratedPower)}</td>
        <td className={FIGURE}>{figure(ratedEnergy)}</td>
      </>
    )
  const shared = { isDisabled: assumed.isOut === true }
  return (
    <>
      <td className={FIGURE}>
        <AmountInput
          {...shared}
          label={`${projectName}假设功率`}
          original={assumed.original.power}
          value={assumed.power}
          onValue={(power) => onAssume({ ...assumed, power })}
        />
      </td>
      <td className={FIGURE}>
        <AmountInput
          {...shared}
          label={`${projectName}假设能量`}
          original={assumed.original.energy}
          value={assumed.energy}
          onValue={(energy) => onAssume({ ...assumed, energy })}
        />
      </td>
    </>
  )
}

/** Whether a row counts under the assumptions. */
function Counts({ row, assumed, onAssume }: Pick<RowProps, 'row' | 'assumed' | 'onAssume'>) {
  const isOut = assumed?.isOut === true
  return (
    <td className={CELL}>
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={`计入${row.projectName}`}
        checked={!isOut}
        disabled={!assumed}
        onChange={() => assumed && onAssume({ ...assumed, isOut: !isOut })}
      />
    </td>
  )
}

function Row({ row, assumed, isFirst, openId, onAssume, onOpen }: RowProps) {
  const { projectName, snapshot } = row
  const isOut = assumed?.isOut === true
  const struck = isOut ? 'line-through text-ink-faint' : ''
  return (
    <tr
      data-id={row.id}
      tabIndex={isFirst ? 0 : -1}
      aria-selected={openId === row.id}
      className="border-line border-t hover:bg-hover focus-visible:outline-2 focus-visible:outline-brand focus-visible:-outline-offset-2 aria-selected:bg-brand-soft"
    >
      <Counts row={row} assumed={assumed} onAssume={onAssume} />
      <th scope="row" className={`${CELL} text-left font-normal ${struck}`}>
        {projectName}
        <span className="hidden text-ink-faint text-xs max-sm:block">
          {[row.provinceName, row.cityName ?? row.countyName].filter(Boolean).join(' ')}
        </span>
      </th>
      <td className={`${CELL} ${NARROW} min-w-[8.5em] ${struck}`}>
        {row.provinceName}
        <span className="block text-ink-faint text-xs">{row.cityName ?? row.countyName}</span>
      </td>
      <td className={`${CELL} ${NARROW} min-w-[6.5em] ${struck}`}>{row.appSubScenarioLabel ?? '—'}</td>
      <Amounts row={row} assumed={assumed} onAssume={onAssume} />
      <td className={`${FIGURE} ${NARROW} ${struck}`}>{hoursText(capacityOf(row))}</td>
      <td className={`${CELL} ${NARROW} whitespace-nowrap ${struck}`}>{row.commissionDate ?? '—'}</td>
      <td className={CELL}>
        <button
          type="button"
          tabIndex={-1}
          title="查看经手记录"
          aria-expanded={openId === row.id}
          className="whitespace-nowrap text-brand-ink hover:underline"
          onClick={() => onOpen(row)}
        >
          v{snapshot?.projectVersion ?? row.version}
        </button>
      </td>
      <td className={`${CELL} ${NARROW} whitespace-nowrap ${struck}`}>
        {snapshot?.storedAt?.slice(0, 10) ?? row.countryStatusLabel ?? '—'}
      </td>
    </tr>
  )
}

function Total({ name, sums, look = '' }: { name: string; sums: Capacity; look?: string }) {
  return (
    <tr className={`border-line border-t font-medium ${look}`}>
      <td />
      <th scope="row" className={`${CELL} text-left font-medium`}>
        {name}
      </th>
      <td className={NARROW} />
      <td className={NARROW} />
      <td className={FIGURE}>{figure(sums.power)}</td>
      <td className={FIGURE}>{figure(sums.energy)}</td>
      <td className={`${FIGURE} ${NARROW}`}>{hoursText(sums)}</td>
      <td colSpan={3} className={NARROW} />
    </tr>
  )
}

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('input, button, a') !== null

interface Keys extends Pick<RowsTableProps, 'rows' | 'onAssume' | 'onOpen'> {
  assumedOf: (row: ProjectRow) => Assumed | undefined
}

/** Acts on the focused row. Returns whether the key is one of the table's. */
function press(key: string, line: HTMLElement, { rows, assumedOf, onAssume, onOpen }: Keys): boolean {
  const at = rows.findIndex(({ id }) => String(id) === line.dataset['id'])
  const row = rows[at]
  const assumed = row && assumedOf(row)
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (step) {
    const next = line.parentElement?.children[at + step]
    if (next instanceof HTMLElement) next.focus()
  } else if (key === 'Enter' && row) onOpen(row)
  else if (key === ' ' && row && assumed) onAssume(row.id, { ...assumed, isOut: !assumed.isOut })
  else return false
  return true
}

/** The rows of a figure. Arrows move between them, Space counts one or not, Enter shows its trail. */
export function RowsTable(props: RowsTableProps) {
  const { caption, rows, sums, sought, order, onOrder, assumptions, onAssume, openId, onOpen } = props
  const assumedOf = (row: ProjectRow): Assumed | undefined =>
    assumptions && (assumptions.get(row.id) ?? { original: capacityOf(row) })
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target } = event
    if (isControl(target) || !(target instanceof HTMLElement)) return
    if (press(key, target, { rows, assumedOf, onAssume, onOpen })) event.preventDefault()
  }
  const left = assumptions ? [...assumptions.values()].filter(({ isOut }) => isOut).length : 0
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are chosen and opened by keys
    <table role="grid" aria-rowcount={(sought ?? sums).count} className="w-full text-s" onKeyDown={onKey}>
      <caption className="sr-only">{caption}</caption>
      <thead className="text-left text-ink-faint text-xs">
        <tr>
          {COLUMNS.map((column) => (
            <Heading key={column.title} {...column} order={order} onOrder={onOrder} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <Row
            key={row.id}
            row={row}
            assumed={assumedOf(row)}
            isFirst={at === 0}
            openId={openId}
            onAssume={(next) => onAssume(row.id, next)}
            onOpen={onOpen}
          />
        ))}
      </tbody>
      <tfoot className="sticky -bottom-4 bg-surface">
        {sought && <Total name={`找到 ${figure(sought.count)} 行`} sums={sought} />}
        <Total name={`合计${assumptions ? '（公布）' : ''} ${figure(sums.count)} 行`} sums={sums} />
        {assumptions && (
          <Total
            name={`合计（假设）${figure(sums.count - left)} 行`}
            sums={sumUnder(sums, assumptions)}
            look="text-warning"
          />
        )}
      </tfoot>
    </table>
  )
}
