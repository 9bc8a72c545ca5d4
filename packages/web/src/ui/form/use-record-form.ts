import { useCallback, useMemo } from 'react'
import { usePorts } from '../ports.ts'
import type { RecordForm } from './context.ts'
import { useFormCore } from './form-core.ts'
import { madeIdOf } from './made.ts'
import type { FormOptions } from './store.ts'
import { type KeptOptions, useKeptInput } from './use-kept-input.ts'
import type { FormValues } from './values.ts'

type RecordFormOptions = FormOptions & KeptOptions

/** Form of one record: values, checks, server errors, kept input and the leave guard. */
export function useRecordForm(options: RecordFormOptions): RecordForm {
  const ports = usePorts()
  const core = useFormCore(options)
  const { store } = core
  const { kept, keeper } = useKeptInput(store, options)
  ports.useUnsaved(
    useCallback(() => {
      const fields = store.unsaved()
      const keptIn = keeper.state.get().slot.keptIn
      const isKept = keptIn === 'device' || keptIn === 'platform'
      return fields > 0 && { fields, isKept, discard: () => keeper.abandon() }
    }, [store, keeper]),
  )
  const api = useMemo(
    () => ({
      ...core,
      // A strip above the fields says it.
      takeError: (error: unknown) => madeIdOf(error) !== undefined || core.takeError(error),
      slot: () => keeper.target,
      goOn: (values: FormValues | undefined) => keeper.goOn(values),
      saved() {
        core.saved()
        keeper.forget()
      },
      discarded() {
        keeper.abandon()
        core.saved()
      },
      kept(sent: FormValues) {
        store.keep(sent)
        if (store.state().isDirty) keeper.keep()
        else keeper.forget()
      },
    }),
    [core, store, keeper],
  )
  return { ...api, ...kept, api }
}
