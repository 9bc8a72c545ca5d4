import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  type BatchResult,
  isXinchuError,
  type Project,
  type ProjectDraft,
  type RepeatPair,
} from '@xinchu/sdk'
import { useRef, useState } from 'react'
import { perform } from '../../app/query-client.ts'
import { tellDone } from '../../records/tell-done.ts'
import { type RecordForm, useFormSlice } from '../../ui/form/context.ts'
import { ownerOf } from '../../ui/form/issues.ts'
import { madeIdOf } from '../../ui/form/made.ts'
import { useStored } from '../../ui/form/use-stored.ts'
import { notify } from '../../ui/notice.tsx'
import { projectSpecs, projectValues } from './form-model.ts'
import { projectMutations, projectQueries } from './queries.ts'
import { gravePairs, isBlocking, repeatsNow } from './repeat-check.ts'
import { handOver } from './submission-refusal.ts'
import type { SubmitWords } from './submit/submit-dialog.tsx'
import { useAppeal } from './use-appeal.ts'

const formFields: ReadonlySet<string> = new Set(projectSpecs.map(({ name }) => name))

interface Refusal {
  message: string
  errors?: BatchResult['failed'][number]['errors']
}

interface SavingProps {
  form: RecordForm
  /** The record to edit; a new one if absent. */
  project: Project | undefined
  /** Called when the form is done: after a submission, or when a new record continues in its own form. */
  onLeave: () => void
}

/** Opens the form of a stored new record, and shows the server's refusals there. */
function useContinuation({ form, project, onLeave }: SavingProps) {
  const navigate = useNavigate()
  return async (saved: Project, refusal?: Refusal) => {
    const errors = (refusal?.errors ?? []).filter(({ field }) => formFields.has(ownerOf(field)))
    if (project) return form.refuse(errors)
    handOver(saved.id, errors)
    await navigate({ to: '/esproject/declare/form', search: { id: saved.id }, replace: true })
    onLeave()
  }
}

type Purpose = 'save' | 'submit' | 'appeal'

/** Stores the draft. A submission has a dialog between the two steps. */
function useStoring(
  { form, project }: SavingProps,
  onStored: (saved: Project, purpose: Purpose) => Promise<void>,
) {
  const client = useQueryClient()
  const { stored, setStored, save } = useStored({
    form,
    given: project,
    read: (id) => client.fetchQuery({ ...projectQueries.one(id), staleTime: 0 }),
    valuesOf: projectValues,
  })
  const isDirty = useFormSlice((state) => state.isDirty, form.api)
  const work = useMutation({
    meta: { showsFieldErrors: true, showsConflict: true },
    async mutationFn(_purpose: Purpose) {
      if (stored && !isDirty) return stored
      const draft = form.store.draft() as unknown as ProjectDraft // the server checks the same contract again
      const saved = await save((of, call) =>
        perform(client, projectMutations.save, { draft, stored: of, call }),
      )
      client.setQueryData(projectQueries.one(saved.id).queryKey, saved)
      setStored(saved)
      form.saved()
      return saved
    },
    onSuccess: onStored,
    onError: (error) => form.takeError(error),
  })
  return { stored, setStored, work }
}

/** Checks for duplicates before a submission. Blocking pairs are kept until they were shown. */
function useRepeatCheck(form: RecordForm, excludeId: number | undefined) {
  const [blocking, setBlocking] = useState<readonly RepeatPair[]>([])
  const check = useMutation<readonly RepeatPair[] | null>({
    mutationFn: (_nothing, { client }) =>
      client.fetchQuery({ ...repeatsNow(form.api, excludeId), staleTime: 0 }),
  })
  return {
    blocking,
    clear: () => setBlocking([]),
    isChecking: check.isPending,
    /** @returns the pairs that need a reason; undefined if the submission is stopped */
    async suspects(): Promise<readonly RepeatPair[] | undefined> {
      const grave = gravePairs((await check.mutateAsync()) ?? [])
      const isStopped = grave.some(isBlocking)
      setBlocking(isStopped ? grave : [])
      return isStopped ? undefined : grave
    },
  }
}

/** A stored project that is ready for submission. */
interface Prepared {
  project: Project
  suspects: readonly RepeatPair[]
}

interface Sending {
  id: number
  words: SubmitWords
  /** Name of the office that receives it. */
  office: string | undefined
}

interface SendingProps {
  prepared: Prepared | undefined
  setPrepared: (prepared: undefined) => void
  proceed: ReturnType<typeof useContinuation>
  onLeave: () => void
}

/** Submits the stored project, and leaves its form. */
function useSending({ prepared, setPrepared, proceed, onLeave }: SendingProps) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ id, words }: Sending, { client }) =>
      perform(client, projectMutations.submit, {
        ids: [id],
        // What the summary showed. A later version is refused.
        ...(prepared ? { versions: [{ id, version: prepared.project.version }] } : {}),
        ...words,
      }),
    async onSuccess({ failed: [refusal], undo }, { office }, _context, { client }) {
      if (!prepared) return
      setPrepared(undefined)
      if (refusal) {
        notify(`已保存为草稿，未能提交：${refusal.message}`)
        return proceed(prepared.project, refusal)
      }
      tellDone(
        client,
        `已提交${office ? `给${office}` : ''}`,
        undo ? [undo] : [],
        '已撤销提交，回到修改前的状态',
      )
      await navigate({ to: '/esproject/detail/$id', params: { id: String(prepared.project.id) } })
      onLeave()
    },
  })
}

/** The refusal of a save because somebody else has changed or moved the project. */
const conflictOf = (error: unknown) =>
  isXinchuError(error) && error.kind === 'conflict' && madeIdOf(error) === undefined ? error : undefined

/** Saving and submitting of a project's form, with the steps between. */
export function useProjectSaving(props: SavingProps) {
  const { form, project } = props
  const proceed = useContinuation(props)
  const [prepared, setPrepared] = useState<Prepared>()
  const suspects = useRef<readonly RepeatPair[]>([])
  const appeal = useAppeal(async (saved) => {
    repeats.clear()
    await proceed(saved)
  })
  const { stored, setStored, work } = useStoring(props, async (saved, purpose) => {
    if (purpose === 'submit') return setPrepared({ project: saved, suspects: suspects.current })
    if (purpose === 'appeal') return appeal.send(saved)
    notify('已保存', 'success')
    await proceed(saved)
  })
  const repeats = useRepeatCheck(form, stored?.id)
  const sending = useSending({ prepared, setPrepared, proceed, onLeave: props.onLeave })
  const conflict = conflictOf(work.error)
  const goOnFrom = (latest: Project) => {
    setStored(latest)
    work.reset()
  }
  return {
    stored,
    repeats,
    prepared,
    sending,
    isConflict: conflict !== undefined,
    /** Who did what with the project, if it can no longer be changed. */
    refusal: conflict?.code === 'W-005' ? conflict.message : undefined,
    isBusy: work.isPending || repeats.isChecking,
    isSaving: work.isPending || appeal.isBusy,
    /** Takes a later version as the one that the next save changes. */
    goOnFrom,
    /** Continues from another user's version, after the author has chosen between both. */
    rebase(latest: Project) {
      goOnFrom(latest)
      notify('已用选中的值，请核对后保存', 'success')
    },
    save() {
      repeats.clear()
      work.mutate('save')
    },
    /** Stores the draft, and asks the authority whether these pairs are one project. */
    appeal(pairs: readonly RepeatPair[], reason: string) {
      appeal.ask(pairs, reason)
      work.mutate('appeal')
    },
    /** Checks, stores and shows the summary. */
    async prepare() {
      const found = await repeats.suspects().catch(() => undefined) // reported by the query cache
      if (!found) return
      suspects.current = found
      work.mutate('submit')
    },
    /** Closes the summary without submitting. A new record continues in its own form. */
    leaveSummary() {
      const saved = prepared?.project
      setPrepared(undefined)
      if (saved && !project) void proceed(saved)
    },
  }
}
