import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type DueItem,
  type FieldError,
  type GeneralItem,
  type GeneralItemDraft,
  isXinchuError,
  type YearCalcFields,
} from '@xinchu/sdk'
import { useState } from 'react'
import { perform, refresh } from '../../app/query-client.ts'
import { queryKeys } from '../../app/query-keys.ts'
import { useAutosave } from '../../app/use-autosave.ts'
import { tellDone } from '../../records/tell-done.ts'
import { type RecordForm, useFormSlice } from '../../ui/form/context.ts'
import { allIssues } from '../../ui/form/issues.ts'
import type { FormValues } from '../../ui/form/values.ts'
import { notify } from '../../ui/notice.tsx'
import type { SaveState } from '../../ui/save-state.tsx'
import { periodicMutations } from './queries.ts'

type WarningReason = NonNullable<GeneralItemDraft['warningReasons']>[number]
type Stored = Pick<GeneralItem, 'id' | 'version' | 'changedFields'>

/** Properties of a stored calculation that saving needs. */
export const storedOf = ({ id, version, changedFields }: GeneralItem): Stored => ({
  id,
  version,
  ...(changedFields ? { changedFields } : {}),
})

/** The stored calculation that the input is based on. */
export function useStored({ item }: DueItem) {
  const [stored, setStored] = useState<Stored | undefined>(item && storedOf(item))
  const isForeign = item !== undefined && item.version > (stored?.version ?? 0)
  return { stored, setStored, isForeign }
}

const fieldErrors = (errors: readonly FieldError[]) =>
  errors.map((each) => ({ ...each, field: each.field.replace(/^yearCalc\./, '') }))

const isWrong = ({ options: { specs, rows = {}, check } }: RecordForm['store'], values: FormValues) =>
  allIssues(values, specs, rows, check, 'draft').some(({ level }) => level === 'error')

/** The author's answer and warning reasons for a submission. */
export interface Words {
  answer?: string
  reasons: readonly Omit<WarningReason, 'id'>[]
}

/** Converts the words to the request of a record. */
const wordsFor = (id: number, { answer, reasons }: Words) => ({
  ...(answer ? { answer } : {}),
  ...(reasons.length > 0 ? { warningReasons: reasons.map((reason) => ({ ...reason, id })) } : {}),
})

const HELD: SaveState = { kind: 'held', words: '内容有误，尚未保存，改正后自动保存' }

/** Items of a request for the calculation in a form, with the words of a submission. */
type Drafts = (known: Stored | undefined, words?: Words) => GeneralItemDraft[]

const draftsOf =
  ({ store }: RecordForm): Drafts =>
  (known, words) => {
    // The form has checked the values against the same contract.
    const yearCalc = store.draft() as unknown as YearCalcFields
    const ref = known && { id: known.id, version: known.version, ...(words ? wordsFor(known.id, words) : {}) }
    return [{ itemType: 'YEARCALC' as const, yearCalc, ...ref }]
  }

interface SavingOptions {
  form: RecordForm
  base: ReturnType<typeof useStored>
  isOpen: boolean
  onSubmitted: () => void
}

/** Submits a calculation. */
function useSubmission({ form, base: { stored, setStored }, onSubmitted }: SavingOptions) {
  const client = useQueryClient()
  const drafts = draftsOf(form)
  // Lists are refetched once the form knows the outcome.
  const submit = { ...periodicMutations.save, meta: {} }
  return useMutation({
    async mutationFn(words: Words) {
      if (stored) return perform(client, submit, { action: 'SUBMIT', items: drafts(stored, words) })
      // Reasons need a record id, so a new one is stored first.
      const made = await perform(client, periodicMutations.keep, { action: 'SAVE', items: drafts(undefined) })
      const [item] = made.saved
      if (!item) return made
      setStored(storedOf(item))
      return perform(client, submit, { action: 'SUBMIT', items: drafts(item, words) })
    },
    async onSuccess({ saved, errors, undo }) {
      if (saved.length === 0) {
        form.refuse(fieldErrors(errors))
        return notify('请按提示修改后重试')
      }
      form.saved()
      tellDone(client, '已提交', undo ? [undo] : [], '已撤销提交，回到提交前的状态')
      await refresh(client, periodicMutations.save)
      onSubmitted()
    },
  })
}

/** Sends a calculation as a draft, and tells the form what came of it. */
function useSending({ form, base: { stored, setStored } }: SavingOptions, onRefused: () => void) {
  const client = useQueryClient()
  const drafts = draftsOf(form)
  return async (sent: FormValues) => {
    try {
      const { saved, errors } = await perform(client, periodicMutations.keep, {
        action: 'SAVE',
        items: drafts(stored),
      })
      const [item] = saved
      if (item) {
        setStored(storedOf(item))
        return form.kept(sent)
      }
      form.store.refuse(fieldErrors(errors).map(({ field, message }) => ({ field, message, level: 'error' })))
      onRefused()
    } catch (error) {
      // Another device saved. Its version is fetched and shown beside the input.
      if (isXinchuError(error) && error.kind === 'conflict')
        await client.refetchQueries({ queryKey: [...queryKeys.periodic, 'due'] })
      throw error
    }
  }
}

/** Autosaves a calculation, and submits it. */
export function useYearSaving(options: SavingOptions) {
  const { form, base, isOpen } = options
  const values = useFormSlice((state) => state.values, form.api)
  const isDirty = useFormSlice((state) => state.isDirty, form.api)
  const isUploading = useFormSlice(({ uploads }) => uploads > 0, form.api)
  // Refused values are not sent again until they change.
  const [refused, setRefused] = useState<FormValues>()
  const isHeld = isDirty && (refused === values || isWrong(form.store, values))
  const submission = useSubmission(options)
  const send = useSending(options, () => setRefused(values))
  const autosave = useAutosave({
    stamp: values,
    isWaiting: isOpen && isDirty && !isUploading && !isHeld && !base.isForeign && !submission.isPending,
    send: () => send(values),
  })
  const state: SaveState = isHeld && !autosave.isBusy ? HELD : autosave.state
  return {
    autosave,
    state,
    isDirty,
    isSubmitting: submission.isPending,
    submit: (words: Words) => submission.mutate(words),
  }
}
