import { isXinchuError } from '@xinchu/sdk'
import { issue, type RuleCode } from '@xinchu/validators'
import { useState } from 'react'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { notify } from '../notice.tsx'
import type { FormApi } from './context.ts'
import { ownerOf } from './issues.ts'
import { createFormStore, type FormOptions, type FormStore } from './store.ts'

const PLACE: ReadonlySet<string> = new Set(['cityCode', 'countyCode'])

/** Finds the control of a field. Parts and places without one use the field that contains them. */
function controlOf(form: HTMLFormElement, field: string): HTMLElement | null {
  const find = (name: string) =>
    form.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"], [data-field="${CSS.escape(name)}"]`)
  return find(field) ?? find(ownerOf(field)) ?? (PLACE.has(field) ? find('provinceCode') : null)
}

/** Focuses the topmost of these fields and scrolls it into view. */
function focusFirst(form: HTMLFormElement | null, fields: readonly string[]): void {
  const controls = fields.flatMap((field) => (form && controlOf(form, field)) ?? [])
  const [first] = controls.sort((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )
  first?.scrollIntoView({ block: 'center' })
  first?.focus({ preventScroll: true })
}

/** The texts typed into a prerendered form before its scripts arrived. */
function typedInto(form: HTMLFormElement, { options: { specs } }: FormStore): Record<string, string> {
  const data = new FormData(form)
  return Object.fromEntries(
    specs.flatMap(({ name }) => {
      const text = data.get(name)
      return typeof text === 'string' && text !== '' ? [[name, text]] : []
    }),
  )
}

/** @param isDrawn the form is hydrated over prerendered HTML */
function createApi(store: FormStore, isDrawn: boolean): FormApi {
  let element: HTMLFormElement | null = null
  // The control may be rendered only now, together with its error.
  const leadTo = (fields: readonly string[]) => requestAnimationFrame(() => focusFirst(element, fields))
  const refuse: FormApi['refuse'] = (errors) => {
    // The server may be newer and send a code that this build does not know.
    store.refuse(
      errors.map(({ field, code, message }) => issue(field, message, 'error', code as RuleCode | undefined)),
    )
    leadTo(errors.map(({ field }) => field))
  }
  return {
    store,
    refuse,
    focus: (field) => focusFirst(element, [field]),
    attach(form) {
      // Read before React writes the initial values over it.
      if (form && element === null && isDrawn) store.set(typedInto(form, store))
      element = form
    },
    validate(stage, names) {
      const errors = store.validate(stage, names)
      leadTo(errors.map(({ field }) => field))
      return errors.length === 0
    },
    takeError(error) {
      if (!isXinchuError(error) || error.errors.length === 0) return false
      const known = new Set(store.options.specs.map(({ name }) => name))
      if (!error.errors.some(({ field }) => known.has(ownerOf(field))))
        notify(error.message, 'error', { code: error.code })
      refuse(error.errors)
      return true
    },
    saved: () => store.settle(),
    discarded: () => store.settle(),
  }
}

/**
 * A form without drafts and without the guard against leaving: it stores nothing in the browser and needs no ports, so
 * public pages can use it. `useRecordForm` adds both.
 */
export function useFormCore(options: FormOptions): FormApi {
  const isDrawn = !useHydrated()
  const [api] = useState(() => createApi(createFormStore(options), isDrawn))
  return api
}
