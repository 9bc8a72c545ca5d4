import { isEmpty } from '@xinchu/validators'
import type { Adopted, Typed } from '../../lib/edits/model.ts'
import { isSecret } from './secrets.ts'
import type { FormStore } from './store.ts'
import { type FormValues, textAt } from './values.ts'

// What the contract refuses in texts, and line ends that JSON leaves as they are.
const UNSAFE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A form's value as JSON text. Empty equals absent. */
const jsonOf = (value: unknown): string =>
  JSON.stringify(isEmpty(value) || (Array.isArray(value) && value.length === 0) ? null : value).replace(
    UNSAFE,
    escaped,
  )

const namesOf = (store: FormStore, values: FormValues): readonly string[] => [
  ...new Set([
    ...store.options.specs.map(({ name }) => name),
    ...Object.keys(values),
    ...Object.keys(store.saved()),
  ]),
]

/** The values to keep: what differs from the saved ones, by the field's name. By default of those that are in the form. */
export function typedIn(store: FormStore, values = store.state().values): ReadonlyMap<string, Typed> {
  const saved = store.saved()
  return new Map(
    namesOf(store, values).flatMap((name): [string, Typed][] => {
      if (isSecret(name)) return []
      const [value, base] = [jsonOf(values[name]), jsonOf(saved[name])]
      return value === base ? [] : [[name, { value, base }]]
    }),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) ?? ''
  } catch {
    return '' // not written by a form
  }
}

/** The form's values with this input in place of everything that is not saved. */
export function valuesWith(store: FormStore, typed: ReadonlyMap<string, Typed>): FormValues {
  const saved = store.saved()
  const of = (name: string): unknown => {
    const found = isSecret(name) ? undefined : typed.get(name)
    return found ? parsed(found.value) : (saved[name] ?? '')
  }
  // All names at once, so that a choice does not clear the choices below it.
  const names = new Set([...namesOf(store, store.state().values), ...typed.keys()])
  return Object.fromEntries([...names].map((name) => [name, of(name)]))
}

/** Puts these values beside what is in the form. Undefined means what was saved. */
export function adopt(store: FormStore, adopted: Adopted): void {
  const saved = store.saved()
  const changes: FormValues = Object.fromEntries(
    [...adopted].map(([name, text]) => [name, text === undefined ? (saved[name] ?? '') : parsed(text)]),
  )
  store.set({ ...store.state().values, ...changes })
}

const TITLES = ['projectName', 'title', 'name', 'orgName', 'label', 'realName']
const LONGEST = 100

/** What a list of unsaved input calls it. */
export function titleIn(values: FormValues): string {
  const name = TITLES.find((each) => textAt(values, each).trim() !== '')
  return name === undefined ? '' : textAt(values, name).replace(/\p{C}/gu, '').trim().slice(0, LONGEST)
}
