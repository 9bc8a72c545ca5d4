import { useCallback, useEffect, useMemo, useState } from 'react'
import { usePorts } from '../ports.ts'
import type { RecordForm } from './context.ts'
import { type Draft, draftKey, readDraft, writeDraft } from './drafts.ts'
import { useFormCore } from './form-core.ts'
import type { FormOptions, FormStore } from './store.ts'
import { type FormValues, isSame } from './values.ts'

interface RecordFormOptions extends FormOptions {
  /** Key of the form's drafts; unique in the portal. */
  id: string
  /** The record to edit; a new one if absent. */
  recordId?: number | string | undefined
  /** The edited version. */
  version?: number | undefined
  /** Personal data is typed here, often on a shared machine: no draft is stored in the browser. */
  isPrivate?: boolean
}

const KEEP_AFTER_MS = 600

/** Stores a draft in the browser while the form has unsaved changes. */
function useDraftKeeping(store: FormStore, key: string | undefined, version: number | undefined) {
  const [keptAt, setKeptAt] = useState<number>()
  useEffect(() => {
    if (key === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = store.state().values
    const keep = () => {
      clearTimeout(timer)
      timer = undefined
      const { isDirty, values } = store.state()
      const at = Date.now()
      const isKept = writeDraft(key, isDirty ? { at, version, values } : undefined)
      setKeptAt(isDirty && isKept ? at : undefined)
    }
    const unsubscribe = store.subscribe(() => {
      const { values } = store.state()
      if (values === last) return
      last = values
      clearTimeout(timer)
      timer = setTimeout(keep, KEEP_AFTER_MS)
    })
    const flush = () => timer !== undefined && keep()
    addEventListener('pagehide', flush)
    return () => {
      unsubscribe()
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [store, key, version])
  const forgetKept = useCallback(() => setKeptAt(undefined), [])
  return { keptAt, forgetKept }
}

/** The draft found when the form was opened, until it is restored or discarded. */
function useOffer(
  store: FormStore,
  key: string | undefined,
  version: number | undefined,
): RecordForm['offer'] {
  const [draft, setDraft] = useState<Draft | undefined>(() => {
    if (key === undefined) return undefined
    const { specs, initial } = store.options
    const found = readDraft(key, Date.now())
    return found && !isSame(specs, found.values, initial) ? found : undefined
  })
  if (!draft || key === undefined) return undefined
  return {
    at: draft.at,
    isStale: draft.version !== version,
    values: draft.values,
    take() {
      store.set(draft.values)
      setDraft(undefined)
    },
    drop() {
      writeDraft(key, undefined)
      setDraft(undefined)
    },
  }
}

/** Form of one record: values, checks, server errors, drafts and the leave guard. */
export function useRecordForm(options: RecordFormOptions): RecordForm {
  const ports = usePorts()
  const key = options.isPrivate ? undefined : draftKey(ports.userKey(), options.id, options.recordId ?? 'new')
  const core = useFormCore(options)
  const { store } = core
  const offer = useOffer(store, key, options.version)
  const { keptAt, forgetKept } = useDraftKeeping(store, key, options.version)
  const isKept = key !== undefined
  ports.useUnsaved(
    useCallback(() => {
      const fields = store.unsaved()
      return fields > 0 && { fields, isKept }
    }, [store, isKept]),
  )
  const api = useMemo(
    () => ({
      ...core,
      saved() {
        core.saved()
        if (key !== undefined) writeDraft(key, undefined)
        forgetKept()
      },
      kept(sent: FormValues) {
        store.keep(sent)
        if (store.state().isDirty) return
        if (key !== undefined) writeDraft(key, undefined)
        forgetKept()
      },
    }),
    [core, store, key, forgetKept],
  )
  return { ...api, api, offer, keptAt }
}
