import { type Dictionary, type DictionaryName, dictionaries } from '@xinchu/sdk/fields'
import { UsageError } from './exit.ts'
import { suggestion } from './nearest.ts'

const MOST_SHOWN = 30

export const dictionaryOf = (name: string | undefined): Dictionary | undefined =>
  name !== undefined && Object.hasOwn(dictionaries, name) ? dictionaries[name as DictionaryName] : undefined // it has the name

type Allowed = readonly (string | number | null)[] | undefined

const valuesOf = ({ values }: Dictionary, allowed: Allowed) =>
  values.filter(({ value }) => !allowed || allowed.map(String).includes(value))

/** The values of a dictionary with their names, as help shows them. */
export function codeList(dictionary: Dictionary, allowed?: Allowed): string {
  const values = valuesOf(dictionary, allowed)
  const shown = values.slice(0, MOST_SHOWN).map(({ value, label }) => `${value} ${label}`)
  return shown.join('，') + (values.length > MOST_SHOWN ? ` 等 ${values.length} 个` : '')
}

/**
 * The code that a word of the command line is, or the code of the name that it is.
 * Administrators may add codes to a dictionary that is not closed, so that one may have codes that are not known here.
 * @throws UsageError if it is neither
 */
export function codeOf(option: string, dictionary: Dictionary, given: string, allowed?: Allowed): string {
  const values = valuesOf(dictionary, allowed)
  const found =
    values.find(({ value }) => value === given) ?? values.find(({ label }) => label === given.trim())
  if (found) return found.value
  const isName = /\P{ASCII}/u.test(given)
  if (!dictionary.closed && !isName) return given
  const near = suggestion(given, isName ? values.map(({ label }) => label) : [])
  const what = isName ? `“${given}”` : `代码 ${given}`
  throw new UsageError(`--${option} 没有${what}${near || `；可用：${codeList(dictionary, allowed)}`}`)
}
