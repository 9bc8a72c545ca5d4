import { useCallback, useMemo } from 'react'
import { usePorts } from '../ports.ts'
import type { RecordForm } from './context.ts'
import { draftKey } from './drafts.ts'
import { useFormCore } from './form-core.ts'
import type { FormOptions } from './store.ts'
import { useKeptInput } from './use-kept-input.ts'
import type { FormValues } from './values.ts'

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

/** Form of one record: values, checks, server errors, drafts and the leave guard. */
export function useRecordForm(options: RecordFormOptions): RecordForm {
  const ports = usePorts()
  const key = options.isPrivate ? undefined : draftKey(ports.userKey(), options.id, options.recordId ?? 'new')
  const core = useFormCore(options)
  const { store } = core
  const isNew = options.recordId === undefined
  const { keptAt, offers, restored, forget } = useKeptInput(store, key, options.version, isNew)
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
        forget()
      },
      kept(sent: FormValues) {
        store.keep(sent)
        if (!store.state().isDirty) forget()
      },
    }),
    [core, store, forget],
  )
  return { ...api, api, offers, restored, keptAt }
}
