import { useQuery } from '@tanstack/react-query'
import type { ReviewRecord } from '@xinchu/sdk'
import { sessionQueries } from '../app/session-queries.ts'
import { momentOf } from '../lib/moment.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { verbOf } from '../ui/review/flow-steps.tsx'
import { useArrival } from './arrivals.ts'
import type { ReviewEntity } from './review.ts'
import { useChanged } from './watched.ts'

type Step = ReviewRecord['steps'][number]

/** The last step that was taken, with its place. */
function lastOf(steps: readonly Step[]): { step: Step; at: number } | undefined {
  return steps
    .map((step, at) => ({ step, at }))
    .filter(({ step }) => (step.state === 'DONE' || step.state === 'RETURNED') && step.time)
    .toSorted((one, other) => (one.step.time ?? '').localeCompare(other.step.time ?? '') || one.at - other.at)
    .at(-1)
}

/** 吴忠市能源主管部门已于 11-30 10:12 退回，现由盐池一号储能有限公司办理（第 1/6 步）。 */
function stepWords(steps: readonly Step[]): string {
  const last = lastOf(steps)
  const held = steps.findIndex(({ state }) => state === 'CURRENT')
  const holder =
    held < 0 ? undefined : `现由${steps[held]?.orgName ?? '—'}办理（第 ${held + 1}/${steps.length} 步）`
  if (!last) return `${holder ?? '已撤回'}。`
  const { step, at } = last
  const verb = verbOf(step, { isFirst: at === 0, isLast: at === steps.length - 1 })
  const done = `${step.orgName ?? ''}已于 ${momentOf(step.time ?? '')} ${verb}`
  return `${[done, holder].filter(Boolean).join('，')}。`
}

interface StepNewsProps {
  entity: ReviewEntity
  id: number
  steps: readonly Step[]
}

/** Says which step somebody else took on the record while its page is open, until a message says more. */
export function StepNews({ entity, id, steps }: StepNewsProps) {
  const { isChanged, confirm } = useChanged(entity, id)
  const message = useArrival(entity, id)
  const user = useQuery(sessionQueries.info).data?.user
  const last = lastOf(steps)?.step
  const isOwn =
    last?.userName !== undefined && last.userName === user?.realName && last.orgName === user.orgName
  return (
    <div role="status">
      {isChanged && !message && !isOwn && (
        <div className="mb-4 flex items-start gap-2 rounded-lg border border-warning-line bg-warning-soft py-2 pr-2 pl-4 text-s text-warning">
          <Icon name="alert" className="mt-1" />
          <p className="min-w-0 flex-1 py-0.5">{stepWords(steps)}页面已更新。</p>
          <IconButton icon="close" label="知道了" onClick={confirm} />
        </div>
      )}
    </div>
  )
}
