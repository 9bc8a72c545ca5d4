import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { isXinchuError, type Project, type ProjectDraft, type RepeatPair } from '@xinchu/sdk'
import { useMemo, useState } from 'react'
import { perform, queryClient } from '../../app/query-client.ts'
import { sessionQueries } from '../../app/session-queries.ts'
import { Button } from '../../ui/button.tsx'
import { type RecordForm, useFormSlice } from '../../ui/form/context.ts'
import { Form } from '../../ui/form/form.tsx'
import { FormBar, FormIssues } from '../../ui/form/form-bar.tsx'
import { ownerOf } from '../../ui/form/issues.ts'
import { SectionNav } from '../../ui/form/section-nav.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { type FormValues, valuesOf } from '../../ui/form/values.ts'
import { notify } from '../../ui/notice.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { checkProjectForm, projectParents, projectRows, projectSpecs, projectValues } from './form-model.ts'
import { ProjectSections, projectNav } from './form-sections.tsx'
import { ownCompany, ownSpecs } from './own-company.ts'
import { projectMutations, projectQueries } from './queries.ts'
import { gravePairs, repeatsNow } from './repeat-check.ts'
import { RepeatDialog } from './repeat-dialog.tsx'
import { RepeatHint } from './repeat-hint.tsx'
import { handOver, useHandedOver } from './submission-refusal.ts'
import { useUniqueness } from './use-uniqueness.ts'

const formFields: ReadonlySet<string> = new Set(projectSpecs.map(({ name }) => name))

interface FormProps {
  /** The record to edit; a new one if absent. */
  project: Project | undefined
  initial: FormValues
  /** Reloads the record. Input is kept as a draft. */
  onReload: () => void
  /** Called after a new record was stored. */
  onCreated: () => void
}

interface Saving {
  thenSubmit: boolean
  /** Why the project is not a duplicate. */
  repeatReason?: string
}

/** Stores the draft, then submits it if asked. */
function useSaving(form: RecordForm, { project, onCreated }: FormProps) {
  const navigate = useNavigate()
  const [stored, setStored] = useState(project)
  const work = useMutation({
    meta: { showsFieldErrors: true },
    async mutationFn({ thenSubmit, repeatReason }: Saving) {
      const draft = form.store.draft() as unknown as ProjectDraft // the server checks the same contract again
      const saved = await perform(projectMutations.save, { draft, stored })
      queryClient.setQueryData(projectQueries.one(saved.id).queryKey, saved)
      setStored(saved)
      form.saved()
      const [refusal] = thenSubmit
        ? (
            await perform(projectMutations.submit, {
              ids: [saved.id],
              ...(repeatReason ? { repeatReason } : {}),
            })
          ).failed
        : []
      return { saved, isSubmitted: thenSubmit && !refusal, refusal }
    },
    async onSuccess({ saved, isSubmitted, refusal }) {
      const errors = (refusal?.errors ?? []).filter(({ field }) => formFields.has(ownerOf(field)))
      if (refusal) notify(`已保存为草稿，未能提交：${refusal.message}`)
      else notify(isSubmitted ? '已提交' : '已保存', 'success')
      if (isSubmitted) await navigate({ to: '/esproject/detail/$id', params: { id: String(saved.id) } })
      else if (project) form.refuse(errors)
      else {
        handOver(saved.id, errors)
        await navigate({ to: '/esproject/declare/form', search: { id: saved.id }, replace: true })
      }
      if (!project) onCreated()
    },
    onError: (error) => form.takeError(error),
  })
  const isConflict = isXinchuError(work.error) && work.error.kind === 'conflict'
  return { stored, save: work.mutate, isSaving: work.isPending, isConflict }
}

/** Checks for duplicates before a submission and stops it if there are any. */
function useRepeatCheck(form: RecordForm, excludeId: number | undefined, submit: () => void) {
  const [pairs, setPairs] = useState<readonly RepeatPair[]>([])
  const check = useMutation({
    mutationFn: () => queryClient.fetchQuery({ ...repeatsNow(form.api, excludeId), staleTime: 0 }),
    onSuccess(found) {
      const grave = gravePairs(found)
      setPairs(grave)
      if (grave.length === 0) submit()
    },
  })
  return { pairs, clear: () => setPairs([]), check: check.mutate, isChecking: check.isPending }
}

function Conflict({ onReload }: { onReload: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-lg border border-danger-line bg-danger-soft px-4 py-2.5 text-danger text-s"
    >
      该项目已被他人修改或办理，本次内容未保存。
      <Button onClick={onReload}>载入最新内容</Button>
    </div>
  )
}

function FormHead({ title, stored }: { title: string; stored: Project | undefined }) {
  return (
    <header className="flex flex-wrap items-center gap-3">
      <h1 className="font-medium text-lg">{title}</h1>
      {stored && <StatusTag label={stored.flow.statusLabel} />}
      {stored && <span className="text-ink-faint text-s">{stored.projectCode}</span>}
    </header>
  )
}

const FormBody = () => (
  <div className="grid min-w-0 gap-4 xl:grid-cols-[minmax(0,1fr)_150px]">
    <div className="min-w-0 max-xl:order-2">
      <div className="grid gap-4">
        <ProjectSections />
      </div>
    </div>
    <SectionNav sections={projectNav} />
  </div>
)

function ProjectForm(props: FormProps) {
  const { project, initial, onReload } = props
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
  const { stored, save, isSaving, isConflict } = useSaving(form, props)
  useHandedOver(form.api, project?.id)
  const uploads = useFormSlice((state) => state.uploads, form.api)
  useUniqueness(form.api, stored?.id)
  const repeats = useRepeatCheck(form, stored?.id, () => save({ thenSubmit: true }))
  const saveAfterAll = (saving: Saving) => {
    repeats.clear()
    save(saving)
  }

  const attempt = (thenSubmit: boolean) => {
    if (uploads > 0) return notify('文件正在上传，请稍候')
    if (!form.validate(thenSubmit ? 'submit' : 'draft')) return
    if (thenSubmit) repeats.check()
    else save({ thenSubmit })
  }
  return (
    <Form form={form} onSubmit={() => attempt(true)}>
      <FormHead title={project ? '修改项目' : '新建项目'} stored={stored} />
      {isConflict && <Conflict onReload={onReload} />}
      <FormIssues />
      <FormBody />
      {repeats.pairs.length > 0 && (
        <RepeatDialog
          pairs={repeats.pairs}
          reason={stored?.repeatReason ?? ''}
          isBusy={isSaving}
          onSubmit={(repeatReason) => saveAfterAll({ thenSubmit: true, repeatReason })}
          onSaveDraft={() => saveAfterAll({ thenSubmit: false })}
          onClose={repeats.clear}
        />
      )}
      <FormBar form={form}>
        <RepeatHint form={form.api} excludeId={stored?.id} />
        <Button busy={isSaving} onClick={() => attempt(false)}>
          保存草稿
        </Button>
        <Button type="submit" look="primary" busy={isSaving || repeats.isChecking}>
          提交
        </Button>
      </FormBar>
    </Form>
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

function EditProject({ id }: { id: number }) {
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
    />
  )
}

interface ScreenProps {
  /** The project to edit; a new one if absent. */
  id: number | undefined
  onCreated: () => void
}

export function ProjectFormScreen({ id, onCreated }: ScreenProps) {
  const initial = useInitial()
  if (id !== undefined) return <EditProject key={id} id={id} />
  if (!initial) return <Loading rows={12} />
  return <ProjectForm project={undefined} initial={initial} onReload={nothing} onCreated={onCreated} />
}
