import type { DemoProjectDetail } from '@xinchu/sdk'
import { useViewTitle } from '../../../app/views/view-context.ts'
import { Countdown } from '../../../app/window-status.tsx'
import { isAlways } from '../../../lib/due.ts'
import { useFormSlice } from '../../../ui/form/context.ts'
import { textAt } from '../../../ui/form/values.ts'
import { Icon } from '../../../ui/icons.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { batchName } from '../words.ts'

/** The name of the project, its batch and code, who recommends it, and until when it is filled in. */
export function FormHead({ detail, readAt }: { detail: DemoProjectDetail; readAt: number }) {
  const name = useFormSlice(({ values }) => textAt(values, 'projectName'))
  useViewTitle(`申报：${detail.projectName}`)
  const { fillWindow } = detail.partStatus
  const facts = [
    batchName(detail),
    detail.demoCode,
    detail.recommendOrgName && `推荐单位 ${detail.recommendOrgName}`,
  ]
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="mr-auto min-w-0">
        <h1 className="break-words font-semibold text-lg">{name || detail.projectName}</h1>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-ink-soft text-s">
          {facts.filter(Boolean).join(' · ')}
          <StatusTag label={detail.statusLabel} />
        </p>
      </div>
      {fillWindow && (
        <p className="inline-flex flex-wrap items-center gap-x-1.5 text-ink-soft text-s">
          <Icon name="clock" />
          {!isAlways(fillWindow.remainingSeconds ?? 0) && (
            <>截止 {(fillWindow.deadline ?? fillWindow.endTime).slice(0, 16)}，</>
          )}
          <Countdown window={fillWindow} readAt={readAt} />
        </p>
      )}
    </header>
  )
}
