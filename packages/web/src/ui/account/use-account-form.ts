import { isXinchuError } from '@xinchu/sdk'
import { checkField, checkRecord, type FieldSpec } from '@xinchu/validators'
import { useLayoutEffect, useRef, useState } from 'react'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { notify } from '../notice.tsx'

export type Texts = Readonly<Record<string, string>>

/** Rules that the contract's properties alone do not hold. @returns messages by field */
export type ExtraCheck = (values: Texts) => Texts

interface AccountFormOptions {
  specs: readonly FieldSpec[]
  initial?: Texts
  check?: ExtraCheck
}

export interface AccountForm {
  specs: readonly FieldSpec[]
  values: Texts
  set(name: string, value: string): void
  /** The user left a field: it says what is wrong with it. */
  leave(name: string): void
  errorOf(name: string): string | undefined
  /** Whether it may be sent; leads to the first field that stops it. */
  validate(): boolean
  /** Puts the server's field errors at their fields. */
  takeError(error: unknown): void
  /** Says at a field what was found elsewhere, such as a name that is taken; an empty text takes it back. */
  advise(name: string, message: string): void
  attach(element: HTMLFormElement | null): void
}

const without = (texts: Texts, name: string): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([each]) => each !== name))

/**
 * A form about an account. Unlike a record's form it keeps nothing in the browser: passwords and persons are typed here,
 * often on a machine that others use.
 */
export function useAccountForm({ specs, initial = {}, check }: AccountFormOptions): AccountForm {
  const [values, setValues] = useState<Texts>(initial)
  const [errors, setErrors] = useState<Texts>({})
  const [advice, setAdvice] = useState<Texts>({})
  const element = useRef<HTMLFormElement>(null)
  // What was typed into a page that was drawn at build, before its scripts came; taken before anything is drawn over it.
  const [isDrawn] = useState(!useHydrated())
  useLayoutEffect(() => {
    if (!isDrawn) return
    const typed = [...new FormData(element.current ?? undefined)].flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value] as const] : [],
    )
    if (typed.length > 0) setValues((before) => ({ ...before, ...Object.fromEntries(typed) }))
  }, [isDrawn])

  const controlsOf = (names: readonly string[]) => {
    const controls = [...(element.current?.querySelectorAll<HTMLElement>('[name]') ?? [])]
    return controls.filter((control) => names.includes(control.getAttribute('name') ?? ''))
  }
  const leadTo = (names: readonly string[]) => {
    const [first] = controlsOf(names)
    requestAnimationFrame(() => first?.focus())
  }
  const found = (): Texts => ({
    ...check?.(values),
    ...Object.fromEntries(checkRecord(values, specs, 'submit').map(({ field, message }) => [field, message])),
  })
  return {
    specs,
    values,
    set(name, value) {
      setValues((before) => ({ ...before, [name]: value }))
      setErrors((before) => without(before, name))
      setAdvice((before) => without(before, name))
    },
    leave(name) {
      const spec = specs.find((each) => each.name === name)
      // An empty field is told only when the form is sent.
      const issue = spec && values[name] ? checkField(spec, values, 'submit')?.message : undefined
      const message = issue ?? (values[name] ? check?.(values)[name] : undefined)
      if (message) setErrors((before) => ({ ...before, [name]: message }))
    },
    errorOf: (name) => errors[name] ?? advice[name],
    validate() {
      const wrong = found()
      setErrors(wrong)
      const names = Object.keys({ ...wrong, ...advice })
      leadTo(names)
      return names.length === 0
    },
    takeError(error) {
      if (!isXinchuError(error)) return
      const told = error.errors.map(({ field, message }) => [field, message] as const)
      const names = told.map(([field]) => field)
      setErrors((before) => ({ ...before, ...Object.fromEntries(told) }))
      leadTo(names)
      // What stands at no field of this form would not be seen.
      if (told.length > 0 && controlsOf(names).length === 0) notify(error.message)
    },
    advise: (name, message) =>
      setAdvice((before) => (message ? { ...before, [name]: message } : without(before, name))),
    attach(form) {
      element.current = form
    },
  }
}
