import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { isXinchuError, type ProjectDraft, type RepeatPair } from '@xinchu/sdk'
import { RepeatFlag } from '@xinchu/sdk/codes'
import { checkRecord } from '@xinchu/validators'
import { sdk } from '../../app/sdk.ts'
import { type FormApi, useFormSlice } from '../../ui/form/context.ts'
import { draftOf, type FormValues } from '../../ui/form/values.ts'
import { SAME, SUSPECTED } from '../../ui/record/repeat-pair.tsx'
import { projectSpecs } from './form-model.ts'
import { useSettled } from './use-settled.ts'

/** What the platform compares of a project. */
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

/** What is compared of a form as one text, the same while nothing of it changes. */
const comparedText = (values: FormValues): string =>
  JSON.stringify(specs.map(({ name }) => values[name] ?? null))

/** The draft that a text stands for, without what is not right yet; undefined while there is too little to compare. */
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
    queryFn: async ({ signal }): Promise<RepeatPair[]> => {
      const project = draftFrom(text)
      if (!project) return []
      try {
        return await sdk.projects.checkRepeat({ project, ...(excludeId ? { excludeId } : {}) }, { signal })
      } catch (error) {
        if (!isXinchuError(error) || error.kind === 'aborted') throw error
        return [] // a hint that cannot be had is none; the platform checks again at the submission
      }
    },
    staleTime: 30_000,
  })

/** The projects that a form may repeat, asked for whenever it has not been typed in for a moment. */
export function useRepeats(form: FormApi, excludeId: number | undefined): readonly RepeatPair[] {
  const text = useSettled(useFormSlice(({ values }) => comparedText(values), form))
  const { data } = useQuery({ ...repeats(text, excludeId), placeholderData: keepPreviousData })
  return data ?? []
}

/** The query for what a form may repeat as it is now. */
export const repeatsNow = (form: FormApi, excludeId: number | undefined) =>
  repeats(comparedText(form.store.state().values), excludeId)

/** The same project, or decided to be so with the other one kept: a submission is refused. */
export const isBlocking = ({ score, decision, keptId, b, draft }: RepeatPair): boolean =>
  decision === RepeatFlag.duplicate ? keptId === b.id : !draft && score >= SAME

/** So alike that a submission needs a reason in writing. */
export const needsReason = ({ score, decision, draft }: RepeatPair): boolean =>
  !draft && score >= SUSPECTED && decision !== RepeatFlag.duplicate

/** Which pairs stand in the way of a submission. */
export const gravePairs = (pairs: readonly RepeatPair[]): RepeatPair[] =>
  pairs.filter((pair) => isBlocking(pair) || needsReason(pair))
