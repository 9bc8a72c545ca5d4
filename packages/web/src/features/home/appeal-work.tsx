import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../app/use-can.ts'
import { figure } from '../../lib/figures.ts'
import { appeals, REPEAT_REVIEW } from '../../records/repeat/queries.ts'
import { WorkCard } from './work-card.tsx'

const SHOWN = 5

/** Appeals that wait for the office's verdict. Nothing if there are none. */
export function AppealWork() {
  const mayRead = useCan(['esProject:repeat'])
  const { data, error, refetch } = useQuery({
    ...appeals({ state: 'OPEN', size: SHOWN }),
    staleTime: 30_000,
    enabled: mayRead,
  })
  const waiting = data?.content.filter(({ mayDecide }) => mayDecide)
  if (!waiting || waiting.length === 0) return null
  return (
    <WorkCard
      title="重复判定申请"
      to={REPEAT_REVIEW}
      all={`全部待判定（${figure(data?.totalElements)}）`}
      rows={waiting.map(({ id, projectName, otherName, createTime }) => ({
        id,
        name: `${projectName}　与　${otherName}`,
        since: createTime,
      }))}
      empty="没有待判定的申请"
      error={error}
      onRetry={() => void refetch()}
    />
  )
}
