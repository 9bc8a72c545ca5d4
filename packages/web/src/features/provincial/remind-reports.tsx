import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RemindDialog } from '../../records/remind-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notice.tsx'
import {
  provincialMutations,
  provincialQueries,
  type ReportReminder,
  type ReportReminderResult,
} from './queries.ts'

function Names({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <section>
      <h3 className="text-ink-soft">
        {title}（{names.length}）
      </h3>
      <p className="leading-7">{names.join('、')}</p>
    </section>
  )
}

/** Preview of the message and its recipients. */
function Plan({ plan }: { plan: ReportReminderResult }) {
  return (
    <div className="grid gap-3">
      <section aria-label="消息" className="rounded-lg bg-sunken px-4 py-3">
        <h3 className="font-medium">{plan.title}</h3>
        <p className="mt-1">{plan.content}</p>
      </section>
      {plan.reminded.length === 0 && <p>没有需要催报的省份。</p>}
      <Names title="将收到消息" names={plan.reminded} />
      <Names title="今日已催报，不再发送" names={plan.already} />
      <Names title="没有可用账号，请另行联系" names={plan.unreached} />
    </div>
  )
}

interface ReportDialogProps {
  reminder: ReportReminder
  onDone: () => void
  onClose: () => void
}

/** Shows the message and its recipients, and sends it. */
function ReportDialog({ reminder, onDone, onClose }: ReportDialogProps) {
  const sending = useMutation({
    ...provincialMutations.remind,
    onSuccess({ reminded }) {
      notify(`已催报 ${reminded.length} 个省份`, 'success')
      onDone()
    },
  })
  return (
    <RemindDialog
      reminder={reminder}
      found={useQuery(provincialQueries.reminder(reminder))}
      reaches={({ reminded }) => reminded.length > 0}
      sending={sending}
      onClose={onClose}
    >
      {(plan) => <Plan plan={plan} />}
    </RemindDialog>
  )
}

interface RemindButtonProps {
  reminder: ReportReminder
  /** Number of provinces that have not reported. */
  count: number
  onDone?: () => void
}

/** Sends one message to the provinces that have not reported, after it was shown. */
export function RemindReportsButton({ reminder, count, onDone }: RemindButtonProps) {
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  return (
    <>
      <Button icon="bell" disabled={count === 0} onClick={() => setAsked(true)}>
        {reminder.provinceCodes ? '催报' : `催报未报（${count}）`}
      </Button>
      {isAsked && (
        <ReportDialog
          reminder={reminder}
          onDone={() => {
            close()
            onDone?.()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
