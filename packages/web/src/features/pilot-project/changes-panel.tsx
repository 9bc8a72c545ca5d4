import { useQuery } from '@tanstack/react-query'
import type { DemoProjectRow } from '@xinchu/sdk'
import { shortDay } from '../../lib/due.ts'
import { reviewQueries } from '../../records/review.ts'
import { ChangeList } from '../../ui/review/change-list.tsx'
import { Failed, Loading } from '../../ui/states.tsx'

/** Changes between a project's last two submissions. */
export function ChangesPanel({ project }: { project: Pick<DemoProjectRow, 'id'> }) {
  const { data, error, refetch } = useQuery(reviewQueries.changes({ entity: 'DEMO', entityId: project.id }))
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={4} />
  const { basis, from, to, changes } = data
  if (basis === 'NONE') return <p className="px-4 py-6 text-ink-faint text-s">首次提交，没有可比的版本</p>
  return (
    <>
      <p className="border-line border-b px-4 py-2 text-ink-soft text-s">
        与上次提交相比{from && `　${shortDay(from.time)}`} → {to ? shortDay(to.time) : '现在'}，
        {changes.length} 处变化
      </p>
      {changes.length === 0 ? (
        <p className="px-4 py-6 text-ink-faint text-s">内容与上次完全相同</p>
      ) : (
        <ChangeList changes={changes} />
      )}
    </>
  )
}
