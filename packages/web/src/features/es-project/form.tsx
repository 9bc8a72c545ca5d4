import { useQuery } from '@tanstack/react-query'
import type { Project } from '@xinchu/sdk'
import { useMemo, useState } from 'react'
import { sessionQueries } from '../../app/session-queries.ts'
import { Button } from '../../ui/button.tsx'
import { useFormSlice } from '../../ui/form/context.ts'
import { Form } from '../../ui/form/form.tsx'
import { FormBar, FormIssues } from '../../ui/form/form-bar.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { type FormValues, valuesOf } from '../../ui/form/values.ts'
import { notify } from '../../ui/notice.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { checkProjectForm, projectParents, projectRows, projectSpecs, projectValues } from './form-model.ts'
import { Conflict, FormHead } from './form-parts.tsx'
import { useProjectSaving } from './form-saving.ts'
import { ProjectNav, ProjectSections } from './form-sections.tsx'
import { ownCompany, ownSpecs } from './own-company.ts'
import { projectQueries } from './queries.ts'
import { RepeatDialog } from './repeat-dialog.tsx'
import { RepeatHint } from './repeat-hint.tsx'
import { FormReviewContext } from './returned/form-review.ts'
import { OpenLink, ReturnedCard } from './returned/returned-card.tsx'
import { useFormReview } from './returned/use-form-review.ts'
import { useHandedOver } from './submission-refusal.ts'
import { SubmitDialog } from './submit/submit-dialog.tsx'
import { useUniqueness } from './use-uniqueness.ts'

interface FormProps {
  /** The record to edit; a new one if absent. */
  project: Project | undefined
  initial: FormValues
  /** Reloads the record. Input is kept as a draft. */
  onReload: () => void
  /** Called after a new record was stored. */
  onCreated: () => void
  onSubmitted: () => void
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

function ProjectForm(props: FormProps) {
  const { project, initial, onReload, onCreated, onSubmitted } = props
  const form = useRecordForm({
    id: 'es-project',
    recordId: project?.id,
    version: project?.version,
    specs: projectSpecs,
    rows: projectRows,
    parents: projectParents,
    check: checkProjectForm,
    initial,
  })
  const saving = useProjectSaving({ form, project, onCreated, onSubmitted })
  const { stored, repeats, prepared } = saving
  const review = useFormReview(form.api, stored)
  useHandedOver(form.api, project?.id)
  const uploads = useFormSlice((state) => state.uploads, form.api)
  useUniqueness(form.api, stored?.id)

  const attempt = (thenSubmit: boolean) => {
    if (uploads > 0) return notify('文件正在上传，请稍候')
    if (!form.validate(thenSubmit ? 'submit' : 'draft')) return
    if (thenSubmit) void saving.prepare()
    else saving.save()
  }
  return (
    <FormReviewContext value={review}>
      <Form form={form} onSubmit={() => attempt(true)}>
        <FormHead stored={stored} />
        {review && <ReturnedCard review={review} />}
        {saving.isConflict && <Conflict onReload={onReload} />}
        <FormIssues />
        <FormBody />
        {repeats.blocking.length > 0 && (
          <RepeatDialog
            pairs={repeats.blocking}
            isBusy={saving.isSaving}
            onSaveDraft={saving.save}
            onClose={repeats.clear}
          />
        )}
        {prepared && (
          <SubmitDialog
            {...prepared}
            form={form.api}
            review={review}
            isBusy={saving.sending.isPending}
            onSubmit={(words, office) => saving.sending.mutate({ id: prepared.project.id, words, office })}
            onClose={saving.leaveSummary}
          />
        )}
        <FormBar form={form}>
          {review && <OpenLink review={review} />}
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

function EditProject({ id, onSubmitted }: { id: number; onSubmitted: () => void }) {
  // The record at the time the form was opened, so that the form does not change while editing.
  const [round, setRound] = useState(0)
  const { data, error, refetch } = useQuery({
    ...projectQueries.one(id),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const user = useQuery(sessionQueries.info).data?.user
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data || !user) return <Loading rows={12} />
  const reload = async () => {
    await refetch()
    setRound(round + 1)
  }
  return (
    <ProjectForm
      key={round}
      project={data}
      initial={{ ...projectValues(data), ...valuesOf(ownSpecs, ownCompany(user)) }}
      onReload={() => void reload()}
      onCreated={nothing}
      onSubmitted={onSubmitted}
    />
  )
}

interface ScreenProps {
  /** The project to edit; a new one if absent. */
  id: number | undefined
  onCreated: () => void
  onSubmitted: () => void
}

export function ProjectFormScreen({ id, ...after }: ScreenProps) {
  const initial = useInitial()
  if (id !== undefined) return <EditProject key={id} id={id} onSubmitted={after.onSubmitted} />
  if (!initial) return <Loading rows={12} />
  return <ProjectForm project={undefined} initial={initial} onReload={nothing} {...after} />
}
