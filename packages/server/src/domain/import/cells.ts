import { codes, type FieldSpec, messages } from '@xinchu/validators'
import { type CellValue, cellValue as readValue } from '@xinchu/validators/reading'
import type { Dictionaries } from '../dict/lookup.ts'

const SEPARATORS = /[、,，;；]/

/** Values that are named as the dictionary has them; undefined if a text is none. */
function namedChoices(
  texts: readonly string[],
  dict: string,
  dictionaries: Dictionaries,
): CellValue | undefined {
  const values = new Set<string>()
  for (const text of texts) {
    const value = dictionaries.valueOf(dict, text)
    if (value === undefined) return undefined
    const problem = dictionaries.problemOf(dict, value)
    const which = texts.length > 1 ? `“${text.trim()}”` : '取值'
    if (problem) return { code: codes[problem], message: messages[problem].replace('取值', which) }
    values.add(value)
  }
  return { value: [...values] }
}

function choiceOf(
  text: string,
  { kind, dict = '' }: FieldSpec,
  dictionaries: Dictionaries,
): CellValue | undefined {
  if (kind === 'dicts')
    return namedChoices(
      text.split(SEPARATORS).filter((part) => part.trim() !== ''),
      dict,
      dictionaries,
    )
  const read = namedChoices([text], dict, dictionaries)
  return read && 'value' in read ? { value: dictionaries.valueOf(dict, text) } : read
}

/** Reads a cell's text for a field without references. Most choices are named as they are offered. */
export function cellValue(
  text: string,
  spec: FieldSpec,
  dictionaries: Dictionaries,
  today: string,
): CellValue {
  const choice =
    spec.kind === 'dict' || spec.kind === 'dicts' ? choiceOf(text, spec, dictionaries) : undefined
  if (choice) return choice
  return readValue(text, spec, { by: 'rows', today }, { entriesOf: (dict) => dictionaries.entriesOf(dict) })
}
