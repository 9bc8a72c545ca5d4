import { useQuery } from '@tanstack/react-query'
import type { DemoTask } from '@xinchu/sdk'
import { GrantedLink } from '../../../app/granted-link.tsx'
import { isFar, leftText, shortDay, waitingText } from '../../../lib/due.ts'
import { DictText } from '../../../ui/dict-text.tsx'
import { pilotQueries } from '../queries.ts'

const earliest = (times: readonly (string | undefined)[]): string | undefined =>
  times.filter((time) => time !== undefined).sort()[0]

/** Tasks of one kind: their number, the start of the longest wait, and the most urgent deadline. */
function KindLink({ tasks }: { tasks: readonly DemoTask[] }) {
  const [first] = tasks
  if (!first) return null
  const [to = '', query] = first.link.split('?')
  const since = earliest(tasks.map(({ waitingSince }) => waitingSince))
  const until = earliest(tasks.map(({ deadline }) => deadline))
  return (
    <GrantedLink
      to={to as never} // an address of the portal, as the platform names it
      search={Object.fromEntries(new URLSearchParams(query)) as never}
      className="flex min-h-9 flex-wrap items-center gap-x-2 rounded-md border border-line bg-surface px-3 text-s hover:border-brand"
    >
      <span className="text-brand-ink">
        <DictText dict="demo_task_type" value={first.bizType} /> {tasks.length} 件
      </span>
      {since && <span className="text-ink-soft">{waitingText(since)}</span>}
      {until && !isFar(until) && (
        <span className="text-warning">
          {shortDay(until)} 截止，{leftText(until)}
        </span>
      )}
    </GrantedLink>
  )
}

/** The caller's open tasks by kind, each with a link to its most urgent one. Renders nothing without tasks. */
export function WaitingStrip() {
  const { data } = useQuery(pilotQueries.tasks())
  const kinds = [...new Set(data?.map(({ bizType }) => bizType))]
  if (!data || kinds.length === 0) return null
  return (
    <ul aria-label="待办" className="flex flex-wrap gap-2">
      {kinds.map((kind) => (
        <li key={kind}>
          <KindLink tasks={data.filter(({ bizType }) => bizType === kind)} />
        </li>
      ))}
    </ul>
  )
}
