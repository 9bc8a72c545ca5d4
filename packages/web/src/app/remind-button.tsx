import { mutationOptions } from '@tanstack/react-query'
import type { UsageReminder, UsageReminderResult } from '@xinchu/sdk'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { notify } from '../ui/notice.tsx'
import { queryKeys } from './query-keys.ts'
import { sdk } from './sdk.ts'

const remind = mutationOptions({
  mutationFn: (reminder: UsageReminder) => sdk.projects.remindUsageReporters(reminder),
  meta: { invalidates: [queryKeys.periodic] },
})

function tell({ reminded, recipients, already, others, unreached = [] }: UsageReminderResult): void {
  const parts = [
    reminded > 0 && `已催办 ${recipients} 个单位（${reminded} 个项目）`,
    unreached.length > 0 && `${unreached.length} 个单位没有可用账号`,
    already > 0 && `${already} 个项目今日已催报，未重复发送`,
    others > 0 && `${others} 个项目不需催报`,
  ].filter(Boolean)
  notify(parts.join('；') || '没有未报送的项目', reminded > 0 ? 'success' : 'error')
}

/** Offices that a reminder cannot reach, which have to be called. */
function Unreached({ offices, onClose }: { offices: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="没有可用账号的单位"
      description={`${offices.length} 个单位没有可用账号，收不到催报消息，请另行联系：`}
      footer={
        <Button look="primary" onClick={onClose}>
          知道了
        </Button>
      }
    >
      <ul className="list-disc pl-5 leading-7">
        {offices.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </Dialog>
  )
}

interface RemindButtonProps {
  reminder: UsageReminder
  /** Number of stations to remind, if known. */
  count: number
  onDone?: () => void
}

/** Sends a reminder to those who have not reported, after confirmation. Each station is reminded at most once a day. */
export function RemindButton({ reminder, count, onDone }: RemindButtonProps) {
  const [isAsked, setAsked] = useState(false)
  const [unreached, setUnreached] = useState<readonly string[]>([])
  return (
    <>
      <Button icon="bell" disabled={count === 0} onClick={() => setAsked(true)}>
        {reminder.projectIds ? '催报' : `催报未报（${count.toLocaleString('zh-CN')}）`}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="催报"
          description={`向 ${count.toLocaleString('zh-CN')} 个尚未报送的项目的单位发送填报提醒，每个单位一条消息；今日已催报的项目不再发送。`}
          action="发送"
          look="primary"
          write={remind}
          variables={reminder}
          onDone={(result) => {
            tell(result)
            setUnreached(result.unreached ?? [])
            if (!result.unreached?.length) onDone?.()
          }}
          onClose={() => setAsked(false)}
        />
      )}
      {unreached.length > 0 && (
        <Unreached
          offices={unreached}
          onClose={() => {
            setUnreached([])
            onDone?.()
          }}
        />
      )}
    </>
  )
}
