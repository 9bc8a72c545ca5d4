import type { DemoProjectDetail } from '@xinchu/sdk'
import { lazy, Suspense, useState } from 'react'
import { FormNews } from '../../../records/form-news.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { DraftOffer } from '../../../ui/form/form-bar.tsx'
import { textAt } from '../../../ui/form/values.ts'
import { Feedback } from '../detail/feedback.tsx'
import { ApplyBar } from './apply-bar.tsx'
import { Conflict } from './conflict.tsx'
import { ApplyContext } from './context.ts'
import { FormHead } from './form-head.tsx'
import { PartOutline } from './part-outline.tsx'
import { PartPanel } from './part-panel.tsx'
import { isReturned, ReturnedCard } from './returned.tsx'
import { SidePane } from './side-pane.tsx'
import { useApplication } from './use-application.ts'

const SubmitDialog = lazy(() =>
  import('./submit-dialog.tsx').then(({ SubmitDialog: one }) => ({ default: one })),
)
const CopyDialog = lazy(() => import('./copy-dialog.tsx').then(({ CopyDialog: one }) => ({ default: one })))

interface ApplyFormProps {
  /** The application as it was last read. The form goes on from what it was opened with. */
  detail: DemoProjectDetail
  /** Time at which the application was read, ms. The remaining time counts from then. */
  readAt: number
  /** Reloads the application. */
  onReload: () => void
  onLeave: () => void
}

type Work = ReturnType<typeof useApplication>

/** Outline, current part, and the side pane with help. */
function Columns({ work, detail }: { work: Work; detail: DemoProjectDetail }) {
  const { context, taking, saving } = work
  return (
    <div className="grid min-w-0 items-start gap-3 lg:grid-cols-[236px_minmax(0,1fr)] xl:grid-cols-[236px_minmax(0,1fr)_324px]">
      <PartOutline />
      <PartPanel
        part={context.part}
        isOpen={context.isOpen(context.part)}
        why={isReturned(detail) ? '未退回，已锁定' : `现在是“${detail.statusLabel}”，内容已锁定`}
        isBusy={taking.isPending}
        onTake={() => taking.mutate()}
        onBlur={saving.saveNow}
      />
      <SidePane />
    </div>
  )
}

/** The dialogs of the form, loaded when they are opened. */
function Dialogs({ work, asked, onClose }: { work: Work; asked: 'submit' | 'copy'; onClose: () => void }) {
  const { values, sending, copying } = work
  return (
    <Suspense fallback={null}>
      {asked === 'submit' ? (
        <SubmitDialog
          projectName={textAt(values, 'projectName')}
          isBusy={sending.isPending}
          onSubmit={() => sending.mutate()}
          onClose={onClose}
        />
      ) : (
        <CopyDialog
          isBusy={copying.isPending}
          onCopy={(chosen) => copying.mutate(chosen)}
          onClose={onClose}
        />
      )}
    </Suspense>
  )
}

/** The guided form of an application. One form holds all parts; one part is shown at a time. */
export function ApplicationForm({ detail, readAt, onReload, onLeave }: ApplyFormProps) {
  const work = useApplication(detail, { onReload, onLeave })
  const { form, open, context, saving, sending } = work
  const [asked, setAsked] = useState<'submit' | 'copy'>()
  const attempt = () => {
    const [first] = context.gaps
    if (first) context.go(first.part, first.field)
    else setAsked('submit')
  }
  return (
    <ApplyContext value={context}>
      <FormNews entity="DEMO" id={detail.id} history={detail.flow.history} isHeld={work.isHeld} />
      <Form form={form} onSubmit={attempt} className="grid gap-3.5">
        <FormHead
          readAt={readAt}
          onSave={saving.save}
          onCopy={open.length > 0 ? () => setAsked('copy') : undefined}
        />
        <ReturnedCard detail={detail} />
        {detail.reviewFeedback && <Feedback review={detail.reviewFeedback} />}
        {open.length > 0 && <DraftOffer form={form} />}
        {saving.conflict && (
          <Conflict id={detail.id} form={form} conflict={saving.conflict} onResolve={saving.rebase} />
        )}
        <Columns work={work} detail={detail} />
        <ApplyBar
          form={form}
          saving={saving}
          isBusy={sending.isPending}
          office={detail.recommendOrgName ?? '推荐单位'}
          lockedAs={open.length > 0 ? undefined : detail.statusLabel}
        />
        {asked && <Dialogs work={work} asked={asked} onClose={() => setAsked(undefined)} />}
      </Form>
    </ApplyContext>
  )
}
