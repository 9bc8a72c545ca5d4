import type { FormApi } from './context.ts'
import { differingNames, type FormValues } from './values.ts'

/** Marks the latest version as saved. These fields get its values; all others keep the form's values. */
export function rebase({ store }: FormApi, latest: FormValues, theirs: readonly string[]): void {
  const { parents = {} } = store.options
  const mine = store.state().values
  store.keep(latest)
  // Dependent fields are passed too, so that a changed parent does not clear them.
  const dependent = Object.keys(parents).filter((child) => theirs.includes(parents[child] ?? ''))
  const names = [...theirs, ...dependent]
  const chosen = (name: string) => (theirs.includes(name) ? latest : mine)[name] ?? ''
  store.adopt(Object.fromEntries(names.map((name) => [name, chosen(name)])))
}

/** Fields that were typed here and that a later version has changed, too. */
function clashing({ store }: FormApi, latest: FormValues): string[] {
  const { specs } = store.options
  const mine = differingNames(specs, store.state().values, store.saved())
  return differingNames(specs, latest, store.saved()).filter((name) => mine.includes(name))
}

/**
 * Continues a form from a later version of its record. Typed fields stay as they are, the others get its values.
 * @returns false, with nothing done, if both changed the same field: the form stays with its version, whose save the
 * server refuses
 */
export function continueFrom(form: FormApi, latest: FormValues): boolean {
  if (clashing(form, latest).length > 0) return false
  const { specs } = form.store.options
  const mine = form.store.state().values
  const typed = differingNames(specs, mine, form.store.saved())
  rebase(
    form,
    latest,
    differingNames(specs, latest, mine).filter((name) => !typed.includes(name)),
  )
  return true
}
