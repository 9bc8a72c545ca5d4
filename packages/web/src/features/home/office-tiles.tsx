import { useQuery } from '@tanstack/react-query'
import { useOpenable } from '../../app/use-openable.ts'
import { figure } from '../../lib/figures.ts'
import { officeQueries, RETURNED } from './office-queries.ts'
import { Tile } from './own/tile.tsx'
import { DESK } from './work-card.tsx'

export const PROJECTS = '/esproject/query/index'

/** Sums of all that waits. */
function useSums() {
  const { data } = useQuery(officeQueries.waiting())
  if (!data) return undefined
  const { kinds, others, waiting } = data
  const overdueKinds = kinds.filter(({ overdue = 0 }) => overdue > 0)
  return {
    waiting,
    oldest: Math.max(0, ...[...kinds, ...others].map(({ oldestDays = 0 }) => oldestDays)),
    overdue: kinds.reduce((total, { overdue = 0 }) => total + overdue, 0),
    overdueWords: overdueKinds.map(({ label, overdue }) => `${label} ${figure(overdue)}`).join('，'),
    doneToday: data.doneToday,
  }
}

/** Key counts of an office, each with a link to its list. */
export function OfficeTiles() {
  const sums = useSums()
  const answered = useQuery(officeQueries.answered()).data?.totalElements
  const hasReturned = useOpenable()(PROJECTS)
  const returned = useQuery({ ...officeQueries.returned(), enabled: hasReturned }).data
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <Tile
        caption="待我办"
        value={sums?.waiting}
        note={sums && sums.waiting > 0 ? `最久 ${sums.oldest} 天` : `今日已办 ${sums?.doneToday ?? 0} 件`}
        to={DESK}
      />
      <Tile
        caption="已超期"
        value={sums?.overdue}
        isUrgent
        note={sums?.overdueWords}
        to={DESK}
        search={{ mark: 'overdue' }}
      />
      <Tile
        caption="已答复，待复核"
        value={answered}
        note="核对后关闭意见"
        to={DESK}
        search={{ mark: 'answered' }}
      />
      {hasReturned && (
        <Tile
          caption="已退回，等改正"
          value={returned?.totalElements}
          note={returned?.content[0]?.waitingDays ? `最久 ${returned.content[0].waitingDays} 天` : undefined}
          to={PROJECTS}
          search={{ declareStatus: RETURNED.join() }}
        />
      )}
    </div>
  )
}
