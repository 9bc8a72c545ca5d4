import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notice.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
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

interface RemindDialogProps {
  reminder: ReportReminder
  onDone: () => void
  onClose: () => void
}

/** Shows the message and its recipients, and sends it. */
function RemindDialog({ reminder, onDone, onClose }: RemindDialogProps) {
  const { data: plan, error, refetch } = useQuery(provincialQueries.reminder(reminder))
  const sending = useMutation({
    ...provincialMutations.remind,
    onSuccess({ reminded }) {
      notify(`已催报 ${reminded.length} 个省份`, 'success')
      onDone()
    },
  })
  return (
    <Dialog
      open
      title="催报"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            look="primary"
            busy={sending.isPending}
            disabled={!plan?.reminded.length}
            onClick={() => sending.mutate(reminder)}
          >
            发送
          </Button>
        </>
      }
    >
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!plan && !error && <Loading rows={4} />}
      {plan && <Plan plan={plan} />}
    </Dialog>
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
        <RemindDialog
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
