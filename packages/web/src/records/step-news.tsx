import { useQuery } from '@tanstack/react-query'
import type { FlowInfo, ReviewRecord } from '@xinchu/sdk'
import { STAYING_ACTIONS } from '@xinchu/validators'
import { sessionQueries } from '../app/session-queries.ts'
import { momentOf } from '../lib/moment.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { useArrival } from './arrivals.ts'
import type { ReviewEntity } from './review.ts'
import { useChanged } from './watched.ts'

type Way = ReviewRecord['steps']
type Step = FlowInfo['history'][number]

/** The last step that moved the record, as its reader may learn it. */
const lastOf = (history: readonly Step[]): Step | undefined =>
  history.findLast(({ action }) => !STAYING_ACTIONS.includes(action))

/** 吴忠市能源主管部门已于 11-30 10:12 退回，现由盐池一号储能有限公司办理（第 1/6 步）。 */
function stepWords({ orgName, time, action, actionLabel = action }: Step, way: Way): string {
  const held = way.findIndex(({ state }) => state === 'CURRENT')
  const done = `${orgName}已于 ${momentOf(time)} ${actionLabel}`
  if (held < 0) return `${done}。`
  return `${done}，现由${way[held]?.orgName ?? '—'}办理（第 ${held + 1}/${way.length} 步）。`
}

interface StepNewsProps {
  entity: ReviewEntity
  id: number
  steps: Way
  history: readonly Step[]
}

/** Says which step somebody else took on the record while its page is open, until a message says more. */
export function StepNews({ entity, id, steps, history }: StepNewsProps) {
  const { isChanged, confirm } = useChanged(entity, id)
  const message = useArrival(entity, id)
  const user = useQuery(sessionQueries.info).data?.user
  const last = lastOf(history)
  const isOwn = last?.userName === user?.realName && last?.orgName === user?.orgName
  return (
    <div role="status">
      {last && isChanged && !message && !isOwn && (
        <div className="mb-4 flex items-start gap-2 rounded-lg border border-warning-line bg-warning-soft py-2 pr-2 pl-4 text-s text-warning">
          <Icon name="alert" className="mt-1" />
          <p className="min-w-0 flex-1 py-0.5">{stepWords(last, steps)}页面已更新。</p>
          <IconButton icon="close" label="知道了" onClick={confirm} />
        </div>
      )}
    </div>
  )
}
