import { useQuery } from '@tanstack/react-query'
import type { ProjectRow } from '@xinchu/sdk'
import { ProjectName } from '../../../records/project-name.tsx'
import { reviewQueries } from '../../../records/review.ts'
import { Failed, Loading } from '../../../ui/states.tsx'

const MOST_CHANGES = 3

/** Version of the row, and the snapshot that has it. */
const versionOf = ({ snapshot, version }: ProjectRow) =>
  snapshot
    ? `${snapshot.year}年第${snapshot.quarter}季度快照中的第 ${snapshot.projectVersion} 版`
    : `在办数据的第 ${version} 版`

/** Changes of the latest submission. */
function Changes({ id }: { id: number }) {
  const { data } = useQuery(reviewQueries.changes({ entity: 'PROJECT', entityId: id }))
  if (!data) return null
  if (data.changes.length === 0) return <p className="text-ink-faint">最近一次报送没有变化</p>
  const more = data.changes.length - MOST_CHANGES
  return (
    <p className="text-ink-soft">
      最近一次报送：
      {data.changes
        .slice(0, MOST_CHANGES)
        .map(({ fieldLabel, oldValue = '无', newValue = '无' }) => `${fieldLabel} ${oldValue} → ${newValue}`)
        .join('；')}
      {more > 0 && `；另有 ${more} 项`}
    </p>
  )
}

/** Review steps of a project with persons and times, and the version that counts. */
export function Trail({ row }: { row: ProjectRow }) {
  const { data, error, refetch } = useQuery(reviewQueries.record({ entity: 'PROJECT', entityId: row.id }))
  const current = data?.task.version
  const counted = row.snapshot?.projectVersion
  return (
    <section aria-label="经手记录" className="card grid gap-2 px-4 py-3 text-s">
      <h3 className="flex flex-wrap items-center gap-x-2">
        <ProjectName id={row.id} projectName={row.projectName} />
        <span className="text-ink-soft">
          {versionOf(row)}
          {counted !== undefined && current !== undefined && current !== counted && `，现为第 ${current} 版`}
        </span>
      </h3>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={2} />}
      {data && (
        <ol className="grid gap-x-3 gap-y-2 sm:grid-flow-col sm:auto-cols-fr">
          {data.steps.map(({ name, orgName, userName, time, state }) => (
            <li
              key={`${name} ${orgName}`}
              className={`border-t-2 pt-1.5 ${state === 'DONE' ? 'border-brand' : 'border-line-strong text-ink-faint'}`}
            >
              <p className="font-medium">{name}</p>
              <p className="break-words text-xs">{[orgName, userName].filter(Boolean).join(' · ')}</p>
              <p className="text-ink-faint text-xs">
                {state === 'DONE' ? time?.slice(0, 16) : '办理中或未到'}
              </p>
            </li>
          ))}
        </ol>
      )}
      <Changes id={row.id} />
    </section>
  )
}
