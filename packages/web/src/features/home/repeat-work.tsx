import { useQuery } from '@tanstack/react-query'
import { RepeatFlag } from '@xinchu/contract/codes'
import { figure } from '../../lib/figures.ts'
import { REPEAT_REVIEW } from '../../records/repeat/queries.ts'
import { homeQueries } from './queries.ts'
import { WorkCard } from './work-card.tsx'

/** Undecided suspected duplicates. */
export function RepeatWork() {
  const { data, error, refetch } = useQuery(homeQueries.repeats())
  const rows = data?.content.map(({ id, a, b, score }) => ({
    id: id ?? `${a?.id} ${b.id}`,
    name: [a?.projectName, b.projectName].filter(Boolean).join('　与　'),
    note: `${figure(score)} 分`,
  }))
  return (
    <WorkCard
      title="重复项目核查"
      to={REPEAT_REVIEW}
      search={{ repeatFlag: RepeatFlag.suspected }}
      all={`全部疑似（${figure(data?.totalElements)}）`}
      rows={rows}
      empty="没有待判定的疑似重复项目"
      error={error}
      onRetry={() => void refetch()}
    />
  )
}
