import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type {
  DemoApplicationDraft,
  DemoBriefDraft,
  DemoImplementationDraft,
  DemoPartStatus,
  DemoProjectDetail,
  DemoProjectUpdate,
} from '@xinchu/sdk'
import { isXinchuError } from '@xinchu/sdk'
import { useState } from 'react'
import { perform } from '../../../app/query-client.ts'
import { useAutosave } from '../../../app/use-autosave.ts'
import { partSpecs, type SavedPart } from '../../../records/pilot-parts.ts'
import { type RecordForm, useFormSlice } from '../../../ui/form/context.ts'
import { continueFrom } from '../../../ui/form/continue-from.ts'
import type { FormValues } from '../../../ui/form/values.ts'
import { pilotMutations } from '../queries.ts'
import { contentOf, isComplete, isSavable, pilotValues, unsavedParts } from './model.ts'

const REST_MS = 1_500

/** Version of each part; absent if it was never saved. */
export type Versions = Readonly<Partial<Record<SavedPart, number>>>

export const versionsOf = ({ version, partStatus }: DemoProjectDetail): Versions => ({
  MASTER: version,
  ...(partStatus.versions && partVersions(partStatus)),
})

const partVersions = ({ versions = {} }: DemoPartStatus): Versions => ({
  ...(versions.application === undefined ? {} : { APPLICATION: versions.application }),
  ...(versions.implementation === undefined ? {} : { IMPLEMENTATION: versions.implementation }),
  ...(versions.brief === undefined ? {} : { BRIEF: versions.brief }),
})

/** Versions as the contract names them. */
export const writtenVersions = ({ APPLICATION, IMPLEMENTATION, BRIEF }: Versions) => ({
  ...(APPLICATION === undefined ? {} : { application: APPLICATION }),
  ...(IMPLEMENTATION === undefined ? {} : { implementation: IMPLEMENTATION }),
  ...(BRIEF === undefined ? {} : { brief: BRIEF }),
})

/** Saves one part and returns the resulting versions. A part without gaps is saved as complete. */
async function send(
  client: QueryClient,
  id: number,
  part: SavedPart,
  values: FormValues,
  versions: Versions,
  takeSource = false,
): Promise<Versions> {
  const version = versions[part]
  // The server checks the same contract again.
  const content = contentOf(part, values) as unknown
  if (part === 'MASTER') {
    const update = { ...(content as DemoProjectUpdate), id, version: version ?? 0 }
    const saved = await perform(
      client,
      pilotMutations.saveMaster,
      takeSource ? { ...update, takeSource } : update,
    )
    return { MASTER: saved.version }
  }
  const isDraft = !isComplete(part, values) || (part === 'APPLICATION' && values['commitment'] !== 'true')
  const key = { projectId: id, draft: isDraft, ...(version === undefined ? {} : { version }) }
  if (part === 'APPLICATION')
    return partVersions(
      await perform(client, pilotMutations.saveApplication, { ...(content as DemoApplicationDraft), ...key }),
    )
  if (part === 'IMPLEMENTATION')
    return partVersions(
      await perform(client, pilotMutations.saveImplementation, {
        ...(content as DemoImplementationDraft),
        ...key,
      }),
    )
  return partVersions(
    await perform(client, pilotMutations.saveBrief, { ...(content as DemoBriefDraft), ...key }),
  )
}

/** The values of a part, empty ones included, so that they replace older ones. */
const valuesOfPart = (part: SavedPart, values: FormValues): FormValues =>
  Object.fromEntries(partSpecs[part].map(({ name }) => [name, values[name]]))

/** Parts that somebody else saved after they were loaded here. */
export interface PartConflict {
  parts: readonly SavedPart[]
}

/** Refusals because somebody else has saved the part. A state that refuses a save tells its reason itself. */
const isTaken = (error: unknown) =>
  isXinchuError(error) && error.kind === 'conflict' && error.code !== 'W-005'

/** Autosaves each open part of an application 1.5 s after the last key. */
export function usePilotSaving(
  form: RecordForm,
  detail: DemoProjectDetail,
  isOpen: (part: SavedPart) => boolean,
) {
  const { id } = detail
  const client = useQueryClient()
  const [saved, setSaved] = useState(form.store.options.initial)
  const [versions, setVersions] = useState(() => versionsOf(detail))
  const [conflict, setConflict] = useState<PartConflict>()
  const values = useFormSlice((state) => state.values, form.api)
  const waiting = unsavedParts(values, saved).filter(isOpen)
  const savable = waiting.filter((part) => isSavable(part, values))

  const save = async (more: FormValues = {}, takeSource = false) => {
    const now = { ...form.store.state().values, ...more }
    const due = unsavedParts(now, saved).filter((part) => isOpen(part) && isSavable(part, now))
    const parts: readonly SavedPart[] = takeSource ? [...new Set([...due, 'MASTER' as const])] : due
    let [known, after] = [saved, versions]
    for (const part of parts) {
      try {
        after = { ...after, ...(await send(client, id, part, now, after, takeSource)) }
      } catch (error) {
        if (isTaken(error)) setConflict({ parts: [part] })
        throw error
      }
      known = { ...known, ...valuesOfPart(part, now) }
      setSaved(known)
      setVersions(after)
      form.kept(known)
    }
    return after
  }
  const auto = useAutosave({
    stamp: values,
    isWaiting: savable.length > 0 && !conflict,
    send: async () => void (await save()),
    restMs: REST_MS,
  })
  return {
    ...auto,
    save,
    conflict,
    /** Version of each part that the form goes on from. */
    versions,
    /**
     * Continues from a later version, unless it changes a field that was typed here: this is asked when it is saved.
     * A part that the version closes is not saved, so that a clash in it is never asked: what was typed stays as held.
     */
    follow(latest: DemoProjectDetail) {
      const next = pilotValues(latest)
      if (!continueFrom(form.api, next)) return
      setSaved(next)
      setVersions(versionsOf(latest))
      setConflict(undefined)
    },
    /** Parts that were closed with typed text in them: it is stored nowhere but on the device. */
    closed: unsavedParts(values, saved).filter((part) => !isOpen(part)),
    /** Parts that wait for a correction before they can be saved. */
    stuck: waiting.filter((part) => !savable.includes(part)),
    /** Continues from another user's version, after the author has chosen between both. */
    rebase(latest: FormValues, next: Versions) {
      setSaved(latest)
      setVersions(next)
      setConflict(undefined)
      // After the next render; the automatic retry would be much later.
      setTimeout(auto.saveNow)
    },
  }
}

export type PilotSaving = ReturnType<typeof usePilotSaving>
