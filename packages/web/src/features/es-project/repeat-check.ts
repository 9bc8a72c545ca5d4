import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { RepeatFlag } from '@xinchu/contract/codes'
import { isXinchuError, type ProjectDraft, type RepeatPair } from '@xinchu/sdk'
import { checkRecord, repeatScores } from '@xinchu/validators'
import { useState } from 'react'
import { sdkOf } from '../../app/sdk.ts'
import { type FormApi, useFormSlice } from '../../ui/form/context.ts'
import { draftOf, type FormValues } from '../../ui/form/values.ts'
import { projectSpecs } from './form-model.ts'
import { useSettled } from './use-settled.ts'

/** Fields compared by the platform. */
const COMPARED: ReadonlySet<string> = new Set([
  'projectName',
  'phaseNo',
  'nationalCode',
  'recordNo',
  'provinceCode',
  'cityCode',
  'countyCode',
  'longitude',
  'latitude',
  'creditCode',
  'ownerGroupId',
  'buildStatus',
  'techType',
  'ratedPower',
  'ratedEnergy',
  'appSubScenario',
  'gridVoltage',
  'substationName',
])
const specs = projectSpecs.filter(({ name }) => COMPARED.has(name))

/** Serializes the compared form values, so that equal content gives an equal text. */
const comparedText = (values: FormValues): string =>
  JSON.stringify(specs.map(({ name }) => values[name] ?? null))

/** Parses a serialized draft without invalid fields; undefined if there is too little to compare. */
function draftFrom(text: string): ProjectDraft | undefined {
  const held: unknown[] = JSON.parse(text)
  const draft = draftOf(specs, Object.fromEntries(specs.map(({ name }, at) => [name, held[at]])))
  const wrong = checkRecord(draft, specs, 'draft').filter(({ level }) => level === 'error')
  for (const { field } of wrong) delete draft[field]
  return draft['projectName'] && draft['provinceCode'] ? (draft as unknown as ProjectDraft) : undefined // checked just now
}

const repeats = (text: string, excludeId: number | undefined) =>
  queryOptions({
    queryKey: ['projects', 'repeats', excludeId, text],
    queryFn: async ({ client, signal }): Promise<RepeatPair[] | null> => {
      const project = draftFrom(text)
      if (!project) return []
      try {
        const request = { project, ...(excludeId ? { excludeId } : {}) }
        return await sdkOf(client).projects.checkRepeat(request, { signal, isSafe: true })
      } catch (error) {
        if (!isXinchuError(error) || error.kind === 'aborted') throw error
        return null // could not be checked; the platform checks again at the submission
      }
    },
    staleTime: 30_000,
  })

/** Suspected duplicates of a form, queried after a pause in typing. */
export function useRepeats(form: FormApi, excludeId: number | undefined): readonly RepeatPair[] {
  const text = useSettled(useFormSlice(({ values }) => comparedText(values), form))
  const { data } = useQuery({ ...repeats(text, excludeId), placeholderData: keepPreviousData })
  // A check that failed does not take the last hint away.
  const [last, setLast] = useState<readonly RepeatPair[]>([])
  if (data && data !== last) setLast(data)
  return data ?? last
}

/** Query for the suspected duplicates of the form's current content. */
export const repeatsNow = (form: FormApi, excludeId: number | undefined) =>
  repeats(comparedText(form.store.state().values), excludeId)

/** The same project, or decided so with the other one kept. The submission is refused. */
export const isBlocking = ({ score, decision, keptId, b, draft }: RepeatPair): boolean =>
  decision === RepeatFlag.duplicate ? keptId === b.id : !draft && score >= repeatScores.same

/** Blocks the submission, and the authority above both projects has neither decided nor been asked yet. */
export const isAppealable = (pair: RepeatPair): boolean =>
  isBlocking(pair) && pair.decision !== RepeatFlag.duplicate && pair.appeal?.state !== 'OPEN'

/** Similar enough that a submission needs a written reason. */
export const needsReason = ({ score, decision, draft }: RepeatPair): boolean =>
  !draft && score >= repeatScores.suspected && decision !== RepeatFlag.duplicate

/** Pairs that block a submission. */
export const gravePairs = (pairs: readonly RepeatPair[]): RepeatPair[] =>
  pairs.filter((pair) => isBlocking(pair) || needsReason(pair))
