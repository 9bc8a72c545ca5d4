import { useQuery } from '@tanstack/react-query'
import type { Project } from '@xinchu/sdk'
import type { PlaceBoxes } from '@xinchu/validators'
import { lazy, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { sessionQueries } from '../../app/session-queries.ts'
import { FormNews } from '../../records/form-news.tsx'
import { useWatch } from '../../records/watched.ts'
import { Button } from '../../ui/button.tsx'
import { type FormApi, useFormSlice } from '../../ui/form/context.ts'
import { Form } from '../../ui/form/form.tsx'
import { DraftOffer, FormBar, FormIssues } from '../../ui/form/form-bar.tsx'
import { useFormHistory } from '../../ui/form/use-history.ts'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { type FormValues, valuesOf } from '../../ui/form/values.ts'
import { notify } from '../../ui/notice.tsx'
import { UndoButtons } from '../../ui/sheet/undo-buttons.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { Conflict } from './conflict.tsx'
import { projectCheck, projectParents, projectRows, projectSpecs, projectValues } from './form-model.ts'
import { FormHead, LockedProject } from './form-parts.tsx'
import { useProjectSaving } from './form-saving.ts'
import { ProjectNav, ProjectSections } from './form-sections.tsx'
import { ownCompany, ownSpecs } from './own-company.ts'
import { usePlaceBoxes } from './place-boxes.ts'
import { projectQueries } from './queries.ts'
import { RepeatDialog } from './repeat-dialog.tsx'
import { RepeatHint } from './repeat-hint.tsx'
import { ChangesButton } from './returned/changes-button.tsx'
import { FormReviewContext } from './returned/form-review.ts'
import { OpenLink, ReturnedCard } from './returned/returned-card.tsx'
import { useFormReview } from './returned/use-form-review.ts'
import { useHandedOver } from './submission-refusal.ts'
import { useProjectSteps } from './use-project-steps.ts'
import { useUniqueness } from './use-uniqueness.ts'

const SubmitDialog = lazy(() =>
  import('./submit/submit-dialog.tsx').then(({ SubmitDialog: one }) => ({ default: one })),
)

interface FormProps {
  /** Unsaved input of a new project that the address asks for. */
  slot?: string | undefined
  /** The record to edit; a new one if absent. */
  project: Project | undefined
  initial: FormValues
  /** Reloads the record. Input is kept as a draft. */
  onReload: () => void
  /** Called after a submission, or after a new record continues in its own form. */
  onLeave: () => void
}

const FormBody = () => (
  <div className="grid min-w-0 gap-4 xl:grid-cols-[minmax(0,1fr)_150px]">
    <div className="min-w-0 max-xl:order-2">
      <div className="grid gap-4">
        <ProjectSections />
      </div>
    </div>
    <ProjectNav />
  </div>
)

/** Checks the place, again once it is known where the divisions lie. */
function usePlaceCheck({ store }: FormApi, known: RefObject<PlaceBoxes | undefined>): void {
  const boxes = usePlaceBoxes()
  useEffect(() => {
    known.current = boxes
    if (boxes) store.recheck()
  }, [boxes, known, store])
}

interface DialogsProps {
  form: FormApi
  saving: ReturnType<typeof useProjectSaving>
  review: ReturnType<typeof useFormReview>
}

/** What stands between a press of submit and the submission. */
function Dialogs({ form, saving, review }: DialogsProps) {
  const { prepared, repeats, sending } = saving
  return (
    <>
      {repeats.blocking.length > 0 && (
        <RepeatDialog
          pairs={repeats.blocking}
          isBusy={saving.isSaving}
          onSaveDraft={saving.save}
          onAppeal={saving.appeal}
          onClose={repeats.clear}
        />
      )}
      {prepared && (
        <Suspense fallback={null}>
          <SubmitDialog
            {...prepared}
            form={form}
            review={review}
            isBusy={sending.isPending}
            onSubmit={(words, office) => sending.mutate({ id: prepared.project.id, words, office })}
            onClose={saving.leaveSummary}
          />
        </Suspense>
      )}
    </>
  )
}

function ProjectForm(props: FormProps) {
  const { project, initial, slot, onReload, onLeave } = props
  const boxes = useRef<PlaceBoxes | undefined>(undefined)
  const form = useRecordForm({
    id: 'es-project',
    recordId: project?.id,
    version: project?.version,
    slot,
    specs: projectSpecs,
    rows: projectRows,
    parents: projectParents,
    check: projectCheck(() => boxes.current),
    initial,
  })
  const saving = useProjectSaving({ form, project, onLeave })
  const { stored } = saving
  const review = useFormReview(form.api, stored)
  const history = useFormHistory(form.api)
  useHandedOver(form.api, project?.id)
  const uploads = useFormSlice((state) => state.uploads, form.api)
  useUniqueness(form.api, stored?.id)
  usePlaceCheck(form.api, boxes)

  const isHeld = useProjectSteps({ form, saving, project, values: initial, onReload })

  const attempt = (thenSubmit: boolean) => {
    if (uploads > 0) return notify('文件正在上传，请稍候')
    if (!form.validate(thenSubmit ? 'submit' : 'draft')) return
    if (thenSubmit) void saving.prepare()
    else saving.save()
  }
  return (
    <FormReviewContext value={review}>
      <FormNews entity="PROJECT" id={project?.id} history={project?.flow.history ?? []} isHeld={isHeld} />
      <Form form={form} onSubmit={() => attempt(true)}>
        <FormHead stored={project ?? stored} />
        {review && <ReturnedCard review={review} />}
        <DraftOffer form={form} />
        {saving.isConflict && stored && (
          <Conflict
            base={stored}
            form={form.api}
            refusal={saving.refusal}
            onReload={onReload}
            onResolve={saving.rebase}
          />
        )}
        <FormIssues />
        <FormBody />
        <Dialogs form={form.api} saving={saving} review={review} />
        <FormBar form={form}>
          <UndoButtons steps={history} onUndo={history.undo} onRedo={history.redo} />
          <span role="status" className="sr-only">
            {history.said}
          </span>
          {review && <OpenLink review={review} />}
          {stored && review && <ChangesButton project={stored} stored={review.stored} />}
          <RepeatHint form={form.api} excludeId={stored?.id} />
          <Button busy={saving.isSaving} onClick={() => attempt(false)}>
            保存草稿
          </Button>
          <Button type="submit" look="primary" busy={saving.isBusy}>
            提交…
          </Button>
        </FormBar>
      </Form>
    </FormReviewContext>
  )
}

/** Initial values of a new project: an enterprise's own company. */
function useInitial(): FormValues | undefined {
  const { data } = useQuery(sessionQueries.info)
  return useMemo(() => {
    if (!data) return undefined
    const { user } = data
    return valuesOf(projectSpecs, {
      provinceCode: user.provinceCode,
      cityCode: user.cityCode,
      countyCode: user.countyCode,
      ...ownCompany(user),
    })
  }, [data])
}

const nothing = () => undefined

type OpenedProps = FormProps & { project: Project }

/** A stored project as it was when its form was opened: a submission must not replace the form before it is left. */
function OpenedProject(props: OpenedProps) {
  const [isLocked] = useState(props.project.editable === false)
  return isLocked ? <LockedProject project={props.project} /> : <ProjectForm {...props} />
}

function EditProject({ id, onLeave }: { id: number; onLeave: () => void }) {
  // The record at the time the form was opened, so that the form does not change while editing.
  const [round, setRound] = useState(0)
  // Beyond a round: the step that ends one is told in the next.
  useWatch('PROJECT', id)
  const { data, error, refetch } = useQuery({
    ...projectQueries.one(id),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const user = useQuery(sessionQueries.info).data?.user
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data || !user) return <Loading rows={12} />
  const reload = async () => {
    await refetch()
    setRound(round + 1)
  }
  return (
    <OpenedProject
      key={round}
      project={data}
      initial={{ ...projectValues(data), ...valuesOf(ownSpecs, ownCompany(user)) }}
      onReload={() => void reload()}
      onLeave={onLeave}
    />
  )
}

interface ScreenProps {
  /** The project to edit; a new one if absent. */
  id: number | undefined
  /** Unsaved input of a new project to go on with. */
  slot: string | undefined
  /** Closes the form's view. */
  onLeave: () => void
}

export function ProjectFormScreen({ id, slot, onLeave }: ScreenProps) {
  const initial = useInitial()
  if (id !== undefined) return <EditProject key={id} id={id} onLeave={onLeave} />
  if (!initial) return <Loading rows={12} />
  return (
    <ProjectForm project={undefined} initial={initial} slot={slot} onReload={nothing} onLeave={onLeave} />
  )
}
