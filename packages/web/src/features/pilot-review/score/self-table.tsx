import { figure } from '../../../lib/figures.ts'
import { Icon } from '../../../ui/icons.tsx'
import { Empty } from '../../../ui/states.tsx'
import type { Item, ItemGroup, SelfValue } from './model.ts'

interface SelfTableProps {
  groups: readonly ItemGroup[]
  /** The current item, which is marked. */
  marked: string | undefined
  onFile: (id: number) => void
}

/** Formats the value with its unit, or the text that replaces it. */
const saidOf = ({ value, text }: SelfValue, unit: string | undefined): string =>
  value === undefined ? (text ?? '—') : `${figure(value)}${unit ? ` ${unit}` : ''}`

function SelfRow({
  item,
  isMarked,
  onFile,
}: {
  item: Item
  isMarked: boolean
  onFile: (id: number) => void
}) {
  const { self } = item
  return (
    <tr
      id={`self-${item.code}`}
      className={`border-line border-t align-top ${isMarked ? 'bg-warning-soft' : ''}`}
    >
      <th scope="row" className="px-3 py-2 text-left font-normal">
        <span className="mr-2 text-ink-faint">{item.code}</span>
        {item.name}
      </th>
      <td className="px-3 py-2">
        {self ? saidOf(self, item.unit) : '未自评'}
        {self && self.evidence.length > 0 && (
          <ul className="mt-1 grid justify-items-start gap-0.5">
            {self.evidence.map(({ id, fileName }) => (
              <li key={id}>
                <button
                  type="button"
                  title={`预览 ${fileName}`}
                  onClick={() => onFile(id)}
                  className="inline-flex min-h-6 items-center gap-1.5 text-left text-brand-ink hover:underline"
                >
                  <Icon name="file" size={14} className="text-ink-faint" />
                  <span className="break-all">{fileName}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </td>
      <td className="whitespace-nowrap px-3 py-2 text-right">
        {self?.selfScore ?? '—'} <span className="text-ink-faint">/ {item.fullScore}</span>
      </td>
    </tr>
  )
}

/** 指标自评: what the applicant claims for each index, with the evidence. */
export function SelfTable({ groups, marked, onFile }: SelfTableProps) {
  if (!groups.some(({ items }) => items.some(({ self }) => self)))
    return <Empty>申报单位未随申报书提交指标自评</Empty>
  return (
    <div className="card relative overflow-x-auto">
      <table aria-label="指标自评" className="w-full text-s">
        <thead className="bg-sunken text-ink-soft">
          <tr>
            <th scope="col" className="px-3 py-2 text-left font-normal">
              指标
            </th>
            <th scope="col" className="px-3 py-2 text-left font-normal">
              填报内容与佐证
            </th>
            <th scope="col" className="whitespace-nowrap px-3 py-2 text-right font-normal">
              自评分
            </th>
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.code}>
            <tr className="border-line border-t bg-sunken">
              <th scope="rowgroup" colSpan={3} className="px-3 py-1.5 text-left font-medium">
                <span className="mr-2 text-ink-soft">{group.code}</span>
                {group.name}
              </th>
            </tr>
            {group.items.map((item) => (
              <SelfRow key={item.id} item={item} isMarked={item.code === marked} onFile={onFile} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}
