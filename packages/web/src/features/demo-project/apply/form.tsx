import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { DemoProjectDetail, OutlineNode } from '@xinchu/sdk'
import { lazy, Suspense, useMemo, useState } from 'react'
import { demoRows, FORM_PARTS, type FormPart, titleOfPart } from '../../../app/demo-parts.ts'
import { perform } from '../../../app/query-client.ts'
import { tellDone } from '../../../app/tell-done.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { useFormSlice } from '../../../ui/form/context.ts'
import { Form } from '../../../ui/form/form.tsx'
import { DraftOffer } from '../../../ui/form/form-bar.tsx'
import { useRecordForm } from '../../../ui/form/use-record-form.ts'
import { textAt } from '../../../ui/form/values.ts'
import { Icon } from '../../../ui/icons.tsx'
import { notify } from '../../../ui/notice.tsx'
import { demoMutations, demoQueries } from '../queries.ts'
import { ApplyBar } from './apply-bar.tsx'
import { Conflict } from './conflict.tsx'
import { ApplyContext, type ApplyForm } from './context.ts'
import { FormHead } from './form-head.tsx'
import { MasterPart } from './master-part.tsx'
import { checkDemo, demoParents, demoSpecs, demoValues, gapsOf } from './model.ts'
import { AttachmentsPart, CommitmentPart } from './other-parts.tsx'
import { PartOutline } from './part-outline.tsx'
import { isReturned, ReturnedCard } from './returned.tsx'
import { useDemoSaving } from './saving.ts'
import { SidePane } from './side-pane.tsx'
import { BriefPart, OutlinedPart } from './text-parts.tsx'

const SubmitDialog = lazy(() =>
  import('./submit-dialog.tsx').then(({ SubmitDialog: one }) => ({ default: one })),
)

const NONE: readonly OutlineNode[] = []

/** The outlines of the two long documents, with what the chosen technology adds. */
function useOutlines(techType: string): ApplyForm['outline'] {
  const application = useQuery(demoQueries.outline('APPLICATION', techType || undefined)).data
  const implementation = useQuery(demoQueries.outline('IMPLEMENTATION')).data
  return { APPLICATION: application ?? NONE, IMPLEMENTATION: implementation ?? NONE }
}

interface PartContentProps {
  part: FormPart
  onTake: () => void
  isBusy: boolean
}

function PartContent({ part, ...master }: PartContentProps) {
  switch (part) {
    case 'MASTER':
      return <MasterPart {...master} />
    case 'BRIEF':
      return <BriefPart />
    case 'ATTACHMENTS':
      return <AttachmentsPart />
    case 'COMMITMENT':
      return <CommitmentPart />
    default:
      return <OutlinedPart part={part} />
  }
}

/** The part in hand; one that was not returned is shown, but cannot be changed. */
interface PartPanelProps extends PartContentProps {
  isOpen: boolean
  /** Why it is locked. */
  why: string
  /** A field was left. */
  onBlur: () => void
}

function PartPanel({ isOpen, why, onBlur, ...content }: PartPanelProps) {
  return (
    <fieldset
      disabled={!isOpen}
      onBlur={onBlur}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3"
    >
      <legend className="sr-only">{titleOfPart(content.part)}</legend>
      {!isOpen && (
        <p className="flex items-center gap-2 rounded-md border border-line bg-sunken px-3 py-2 text-ink-soft text-s">
          <Icon name="lock" />
          {why}
        </p>
      )}
      <PartContent {...content} />
    </fieldset>
  )
}

interface ApplyFormProps {
  detail: DemoProjectDetail
  /** When it was read, ms: the remaining time counts from then. */
  readAt: number
  /** Loads the application anew. */
  onReload: () => void
  onLeave: () => void
}

/** Signs, saves and submits; the list is shown afterwards. */
function useSubmission(detail: DemoProjectDetail, save: () => Promise<void>, onLeave: () => void) {
  const navigate = useNavigate()
  return useMutation({
    async mutationFn() {
      await save()
      return perform(demoMutations.act, { ids: [detail.id], action: 'SUBMIT' })
    },
    async onSuccess({ failed, undo }) {
      const [refused] = failed
      if (refused) return notify(refused.message, 'error', { code: refused.code, stays: true })
      tellDone(`已提交至${detail.recommendOrgName ?? '推荐单位'}`, undo ? [undo] : [], '已撤销提交')
      await navigate({ to: '/demonstration/apply/index' })
      onLeave()
    },
  })
}

/** Keys of the form that do not belong to a field. */
function useFormKeys(showPart: (part: FormPart) => void, save: () => void): void {
  useShortcuts([
    { keys: 'Ctrl+S', where: '示范项目申报', does: '保存', onPress: save },
    ...FORM_PARTS.map(({ part, title }, index) => ({
      keys: `Alt+${index + 1}`,
      where: '示范项目申报',
      does: `到“${title}”`,
      onPress: () => showPart(part),
    })),
  ])
}

/** The guided form of an application. One form holds all parts; one part is shown at a time. */
export function ApplicationForm({ detail, readAt, onReload, onLeave }: ApplyFormProps) {
  const initial = useMemo(() => demoValues(detail), [detail])
  const form = useRecordForm({
    id: 'demo-project',
    recordId: detail.id,
    version: detail.version,
    specs: demoSpecs,
    rows: demoRows,
    parents: demoParents,
    check: checkDemo,
    initial,
  })
  const open = detail.partStatus.editableParts ?? []
  const isOpen = (part: FormPart) => part === 'COMMITMENT' || open.some((each) => each === part)
  const [part, setPart] = useState<FormPart>(open[0] ?? 'MASTER')
  const [active, setActive] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const values = useFormSlice((state) => state.values, form.api)
  const gaps = gapsOf(values)
  const outline = useOutlines(textAt(values, 'techType'))
  const saving = useDemoSaving(form, detail)
  const signed = () => (isOpen('APPLICATION') ? saving.save({ commitment: 'true' }) : saving.save())
  const sending = useSubmission(detail, signed, onLeave)
  const taking = useMutation({ mutationFn: () => saving.save({}, true), onSuccess: onReload })

  const showPart = (next: FormPart) => {
    setPart(next)
    setActive(undefined)
    saving.saveNow()
  }
  useFormKeys(showPart, saving.saveNow)
  const context: ApplyForm = {
    detail,
    part,
    active,
    gaps,
    outline,
    isOpen,
    setActive,
    showPart,
    go(next, field) {
      setPart(next)
      setActive(next === 'ATTACHMENTS' ? 'attachments' : field.split('.')[0])
      // The part's fields are there after it was rendered.
      setTimeout(() => form.focus(next === 'ATTACHMENTS' ? 'attachments' : field))
    },
  }
  const attempt = () => {
    if (gaps.length === 0) return setAsking(true)
    const [first] = gaps
    if (first) context.go(first.part, first.field)
  }
  return (
    <ApplyContext value={context}>
      <Form form={form} onSubmit={attempt} className="grid gap-3.5">
        <FormHead detail={detail} readAt={readAt} />
        <ReturnedCard detail={detail} />
        {open.length > 0 && <DraftOffer form={form} />}
        {saving.conflict && (
          <Conflict id={detail.id} form={form} conflict={saving.conflict} onResolve={saving.rebase} />
        )}
        <div className="grid min-w-0 items-start gap-3 lg:grid-cols-[236px_minmax(0,1fr)] xl:grid-cols-[236px_minmax(0,1fr)_324px]">
          <PartOutline />
          <PartPanel
            part={part}
            isOpen={isOpen(part)}
            why={isReturned(detail) ? '未退回，已锁定' : `现在是“${detail.statusLabel}”，内容已锁定`}
            isBusy={taking.isPending}
            onTake={() => taking.mutate()}
            onBlur={saving.saveNow}
          />
          <SidePane />
        </div>
        <ApplyBar
          form={form}
          saving={saving}
          isBusy={sending.isPending}
          office={detail.recommendOrgName ?? '推荐单位'}
          lockedAs={open.length > 0 ? undefined : detail.statusLabel}
        />
        {isAsking && (
          <Suspense fallback={null}>
            <SubmitDialog
              projectName={textAt(values, 'projectName')}
              isBusy={sending.isPending}
              onSubmit={() => sending.mutate()}
              onClose={() => setAsking(false)}
            />
          </Suspense>
        )}
      </Form>
    </ApplyContext>
  )
}
