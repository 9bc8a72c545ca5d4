import { useMutation, useQuery } from '@tanstack/react-query'
import type { DemoReportReminderResult } from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notice.tsx'
import { Failed, Loading } from '../../../ui/states.tsx'
import { type Period, periodName } from './period-choice.tsx'
import { type OverviewKind, overviewMutations, overviewQueries } from './queries.ts'

/** Who gets the reminder, and who cannot. */
function planText({ offices, projects, unreachedOffices, unreachedProjects }: DemoReportReminderResult) {
  const sent = `将提醒 ${offices} 个单位（${projects} 个项目）`
  if (unreachedOffices === 0) return `${sent}。`
  return `${sent}；${unreachedOffices} 个单位（${unreachedProjects} 个项目）没有可用账号，不会收到。`
}

function Plan({ plan }: { plan: DemoReportReminderResult }) {
  const { already, unreached, unreachedOffices } = plan
  const rest = unreachedOffices > unreached.length ? `等 ${unreachedOffices} 个单位` : ''
  return (
    <div className="grid gap-3">
      <p>{planText(plan)}</p>
      {already > 0 && <p className="text-ink-soft">{already} 个项目今日已催报，不再发送。</p>}
      {unreached.length > 0 && (
        <section>
          <h3 className="text-ink-soft">没有可用账号，请另行联系</h3>
          <p className="leading-7">
            {unreached.join('、')}
            {rest}
          </p>
        </section>
      )}
    </div>
  )
}

interface RemindProps {
  kind: OverviewKind
  period: Period
  /** The selected projects; without them all that have not reported. */
  projectIds?: number[]
  onDone?: () => void
}

/** Shows who is reminded of the reports of a period, and reminds them. */
function RemindDialog({ kind, onDone, onClose, ...asked }: RemindProps & { onClose: () => void }) {
  const reminder = { ...asked.period, ...(asked.projectIds ? { projectIds: asked.projectIds } : {}) }
  const { data: plan, error, refetch } = useQuery(overviewQueries.reminder(kind, reminder))
  const sending = useMutation({
    ...overviewMutations.remind(kind),
    onSuccess({ offices, projects }) {
      notify(`已提醒 ${offices} 个单位（${projects} 个项目）`, 'success')
      onDone?.()
      onClose()
    },
  })
  return (
    <Dialog
      open
      title={`催报：${periodName(asked.period)}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            look="primary"
            busy={sending.isPending}
            disabled={!plan?.offices}
            onClick={() => sending.mutate(reminder)}
          >
            发送
          </Button>
        </>
      }
    >
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!plan && !error && <Loading rows={3} />}
      {plan && <Plan plan={plan} />}
    </Dialog>
  )
}

export function RemindButton(props: RemindProps) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button icon="bell" onClick={() => setAsked(true)}>
        催报
      </Button>
      {isAsked && <RemindDialog {...props} onClose={() => setAsked(false)} />}
    </>
  )
}
