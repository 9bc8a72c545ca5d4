import { isXinchuError } from '@xinchu/sdk'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { notify } from '../notice.tsx'
import { usePorts } from '../ports.ts'
import type { FormApi, RecordForm } from './context.ts'
import { type Draft, draftKey, readDraft, writeDraft } from './drafts.ts'
import { ownerOf } from './issues.ts'
import { createFormStore, type FormOptions, type FormStore } from './store.ts'
import { isSame } from './values.ts'

interface RecordFormOptions extends FormOptions {
  /** Names the form in the drafts that the browser keeps; unique in the portal. */
  id: string
  /** The record that is changed; a new one when left out. */
  recordId?: number | string | undefined
  /** The version that is changed. */
  version?: number | undefined
  /** Persons are typed here, often on a machine that others use: nothing of it stays in the browser. */
  isPrivate?: boolean
}

const KEEP_AFTER_MS = 600

/** Leads to a field: into its control, with its caption in sight. */
function focusField(form: HTMLFormElement | null, field: string): void {
  const find = (name: string) =>
    form?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"], [data-field="${CSS.escape(name)}"]`)
  // City and county are chosen in the control of the province.
  const isPlace = field === 'cityCode' || field === 'countyCode'
  const control = find(field) ?? find(ownerOf(field)) ?? (isPlace ? find('provinceCode') : null)
  control?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}

/** Keeps what is typed in the browser while it differs from what is stored. */
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

/** What fields and screens do with a form; the same for its whole life. */
function createApi(store: FormStore, onSaved: () => void): FormApi {
  let element: HTMLFormElement | null = null
  const focus = (field: string) => focusField(element, field)
  const leadTo = (names: readonly string[]) => {
    const order = store.options.specs.map(({ name }) => name)
    const [first] = [...names].sort((a, b) => order.indexOf(ownerOf(a)) - order.indexOf(ownerOf(b)))
    // The control may be drawn only now, with its error.
    if (first) requestAnimationFrame(() => focus(first))
  }
  const refuse: FormApi['refuse'] = (errors) => {
    store.refuse(errors.map(({ field, message }) => ({ field, message, level: 'error' })))
    leadTo(errors.map(({ field }) => field))
  }
  return {
    store,
    focus,
    refuse,
    attach(form) {
      element = form
    },
    validate(stage) {
      const errors = store.validate(stage)
      leadTo(errors.map(({ field }) => field))
      return errors.length === 0
    },
    takeError(error) {
      if (!isXinchuError(error) || error.errors.length === 0) return false
      const known = new Set(store.options.specs.map(({ name }) => name))
      if (!error.errors.some(({ field }) => known.has(ownerOf(field)))) notify(error.message)
      refuse(error.errors)
      return true
    },
    saved() {
      store.settle()
      onSaved()
    },
  }
}

/** The draft that was kept under a key when the form was opened, as long as it was neither taken up nor dropped. */
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

/** A form over one record: values, checks, server errors, kept drafts and the guard against losing input. */
export function useRecordForm(options: RecordFormOptions): RecordForm {
  const ports = usePorts()
  const key = options.isPrivate ? undefined : draftKey(ports.userKey(), options.id, options.recordId ?? 'new')
  const [store] = useState(() => createFormStore(options))
  const offer = useOffer(store, key, options.version)
  const { keptAt, forgetKept } = useDraftKeeping(store, key, options.version)
  ports.useUnsaved(useCallback(() => store.state().isDirty, [store]))
  const api = useMemo(
    () =>
      createApi(store, () => {
        if (key !== undefined) writeDraft(key, undefined)
        forgetKept()
      }),
    [store, key, forgetKept],
  )
  return { ...api, api, offer, keptAt }
}
