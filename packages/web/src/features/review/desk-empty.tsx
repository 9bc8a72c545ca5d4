import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { conditionCount, withoutConditions } from './desk-search.ts'
import { OtherTasks } from './other-tasks.tsx'
import type { Desk } from './use-desk.ts'

/** Nothing waits, or nothing that fits the conditions. */
export function DeskEmpty({ desk }: { desk: Desk }) {
  const { place, kinds, others: elsewhere, doneToday, show } = desk
  const all = kinds.reduce((sum, { count }) => sum + count, 0)
  const others = kinds.filter(({ entity, count }) => count > 0 && entity !== place.entity)
  if (conditionCount(place) > 0)
    return (
      <div className="grid justify-items-center gap-2 px-4 py-16 text-center">
        <h2 className="text-[15px]">没有符合条件的待办</h2>
        <p className="text-ink-soft text-s">
          去掉条件后有 {kinds.find(({ entity }) => entity === place.entity)?.count ?? all} 件
        </p>
        <Button look="primary" onClick={() => show(withoutConditions(place))}>
          清除条件
        </Button>
      </div>
    )
  return (
    <div className="grid justify-items-center gap-2 px-4 py-16 text-center">
      <Icon name="check" size={28} className="text-success" />
      <h2 className="text-[15px]">{elsewhere.length === 0 ? '待办已清' : '没有待审核的报送'}</h2>
      <p className="text-ink-soft text-s">
        {doneToday > 0 ? `今日已办 ${doneToday} 件` : '新报送的到达后列在这里'}
      </p>
      <p className="flex flex-wrap justify-center gap-2">
        {place.entity &&
          others.map(({ entity, label, count }) => (
            <Button key={entity} onClick={() => show({ order: place.order, entity })}>
              {label} {count} 件
            </Button>
          ))}
      </p>
      <div className="w-full max-w-md">
        <OtherTasks others={elsewhere} />
      </div>
    </div>
  )
}
