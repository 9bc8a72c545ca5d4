import { useMutation, useQuery } from '@tanstack/react-query'
import type { DemoReportReminderResult } from '@xinchu/sdk'
import { useState } from 'react'
import { RemindDialog } from '../../../records/remind-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { notify } from '../../../ui/notice.tsx'
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
function PeriodDialog({ kind, onDone, onClose, ...asked }: RemindProps & { onClose: () => void }) {
  const reminder = { ...asked.period, ...(asked.projectIds ? { projectIds: asked.projectIds } : {}) }
  const sending = useMutation({
    ...overviewMutations.remind(kind),
    onSuccess({ offices, projects }) {
      notify(`已提醒 ${offices} 个单位（${projects} 个项目）`, 'success')
      onDone?.()
      onClose()
    },
  })
  return (
    <RemindDialog
      title={`催报：${periodName(asked.period)}`}
      reminder={reminder}
      found={useQuery(overviewQueries.reminder(kind, reminder))}
      reaches={({ offices }) => offices > 0}
      sending={sending}
      onClose={onClose}
    >
      {(plan) => <Plan plan={plan} />}
    </RemindDialog>
  )
}

export function RemindButton(props: RemindProps) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button icon="bell" onClick={() => setAsked(true)}>
        催报
      </Button>
      {isAsked && <PeriodDialog {...props} onClose={() => setAsked(false)} />}
    </>
  )
}
