import { GrantedAction } from '../../../app/granted-action.tsx'
import { useViewTitle } from '../../../app/views/view-context.ts'
import { isAlways } from '../../../lib/due.ts'
import { batchName } from '../../../records/pilot-batch.ts'
import { titleOfPart } from '../../../records/pilot-parts.ts'
import { Countdown } from '../../../records/window-status.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { useFormSlice } from '../../../ui/form/context.ts'
import { textAt } from '../../../ui/form/values.ts'
import { Icon } from '../../../ui/icons.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { useDownload } from '../detail/documents.tsx'
import { useApply } from './context.ts'

interface DownloadProps {
  onSave: () => Promise<unknown>
}

/** Downloads the plan in its own part, otherwise the application. Saves input first. */
function Downloads({ onSave }: DownloadProps) {
  const { detail, part } = useApply()
  const downloading = useDownload(detail)
  const partType = part === 'IMPLEMENTATION' ? part : 'APPLICATION'
  const title = titleOfPart(partType)
  const isEditing = (detail.partStatus.editableParts ?? []).length > 0
  return (['PDF', 'Word'] as const).map((format) => (
    <Button
      key={format}
      icon="download"
      disabled={downloading.isPending}
      aria-label={`下载${title} ${format}`}
      title={`下载${title}`}
      onClick={() =>
        // The bar below the form reports a part that cannot be saved yet.
        void (isEditing ? onSave() : Promise.resolve())
          .catch(() => undefined)
          .then(() => downloading.mutate({ partType, title, format }))
      }
    >
      {format}
    </Button>
  ))
}

interface FormHeadProps extends DownloadProps {
  readAt: number
  /** Opens the dialog for copying; undefined while the form is read-only. */
  onCopy: (() => void) | undefined
}

/** Name, batch, code, recommender and deadline of the project. */
export function FormHead({ readAt, onSave, onCopy }: FormHeadProps) {
  const { detail } = useApply()
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
      <div className="flex flex-wrap gap-2" data-print="none">
        {onCopy && (
          <Button icon="copy" onClick={onCopy}>
            从往批复制
          </Button>
        )}
        <GrantedAction
          to="/demonstration/assess/index"
          search={{ stage: 'PRIMARY', project: detail.id }}
          className={buttonClass('plain')}
        >
          指标自评（选填）
        </GrantedAction>
        <Downloads onSave={onSave} />
      </div>
    </header>
  )
}
