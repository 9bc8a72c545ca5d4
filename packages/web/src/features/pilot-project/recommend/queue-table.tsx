import type { DemoProjectRow } from '@xinchu/sdk'
import { GrantedLink } from '../../../app/granted-link.tsx'
import { waitedText } from '../../../lib/due.ts'
import { figure } from '../../../lib/figures.ts'
import { Checkbox } from '../../../ui/inputs.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'

interface Props {
  rows: readonly DemoProjectRow[]
  current: number | undefined
  selected: ReadonlySet<number>
  onCurrent: (id: number) => void
  onSelect: (selected: ReadonlySet<number>) => void
}

export const canRecommend = ({ actions }: DemoProjectRow) => actions.includes('PASS')

const cell = 'px-3 py-2.5'

interface RowProps {
  row: DemoProjectRow
  isCurrent: boolean
  isSelected: boolean
  onOpen: () => void
  onSelect: (isOn: boolean) => void
}

function QueueRow({ row, isCurrent, isSelected, onOpen, onSelect }: RowProps) {
  return (
    <tr
      aria-current={isCurrent ? 'true' : undefined}
      className={`border-line border-b ${isCurrent ? 'bg-brand-soft' : 'hover:bg-hover'}`}
      onClick={onOpen}
    >
      <td className="px-3">
        <Checkbox disabled={!canRecommend(row)} checked={isSelected} onChecked={onSelect}>
          <span className="sr-only">选择 {row.projectName}</span>
        </Checkbox>
      </td>
      <td className={cell}>
        <GrantedLink
          to="/demonstration/detail/$id"
          params={{ id: String(row.id) }}
          className="block truncate font-medium text-brand-ink hover:underline"
        >
          {row.projectName}
        </GrantedLink>
        <span className="block truncate text-ink-soft text-xs">{row.companyName}</span>
        {row.repeats?.[0] && (
          <span className="block text-danger text-xs">疑似重复 {row.repeats[0].score} 分</span>
        )}
      </td>
      <td className={`${cell} truncate max-lg:hidden`}>{row.techTypeLabel}</td>
      <td className={`${cell} text-right max-sm:hidden`}>
        {figure(row.ratedPower)} / {figure(row.ratedEnergy)}
      </td>
      <td className={cell}>
        <StatusTag label={row.statusLabel} />
      </td>
      <td className={`${cell} max-sm:hidden`}>
        {row.waitingSince && canRecommend(row) ? waitedText(row.waitingSince) : '—'}
      </td>
    </tr>
  )
}

/** The projects of one pill, with a tick for those that can be decided together. */
export function QueueTable({ rows, current, selected, onCurrent, onSelect }: Props) {
  const open = rows.filter(canRecommend)
  const isAll = open.length > 0 && open.every(({ id }) => selected.has(id))
  const toggle = (id: number, isOn: boolean) => {
    const next = new Set(selected)
    if (isOn) next.add(id)
    else next.delete(id)
    onSelect(next)
  }
  if (rows.length === 0)
    return <p className="px-4 py-12 text-center text-ink-soft">没有这类项目，单位提交后会列在这里</p>
  return (
    <table className="w-full table-fixed border-collapse text-s">
      <thead className="border-line border-y bg-sunken text-left text-ink-soft">
        <tr>
          <th scope="col" className="w-10 px-3 py-2">
            <Checkbox
              aria-label="全选"
              disabled={open.length === 0}
              checked={isAll}
              onChecked={(isOn) => onSelect(new Set(isOn ? open.map(({ id }) => id) : []))}
            >
              <span className="sr-only">全选</span>
            </Checkbox>
          </th>
          <th scope="col" className={`${cell} font-normal`}>
            项目 / 申报单位
          </th>
          <th scope="col" className={`${cell} w-28 font-normal max-lg:hidden`}>
            技术路线
          </th>
          <th scope="col" className={`${cell} w-28 text-right font-normal max-sm:hidden`}>
            MW / MWh
          </th>
          <th scope="col" className={`${cell} w-36 font-normal`}>
            状态
          </th>
          <th scope="col" className={`${cell} w-18 font-normal max-sm:hidden`}>
            等待
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <QueueRow
            key={row.id}
            row={row}
            isCurrent={row.id === current}
            isSelected={selected.has(row.id)}
            onOpen={() => onCurrent(row.id)}
            onSelect={(isOn) => toggle(row.id, isOn)}
          />
        ))}
      </tbody>
    </table>
  )
}
