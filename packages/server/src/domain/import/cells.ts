import { codes, type FieldSpec, messages } from '@xinchu/validators'
import { type CellValue, type RawCell, cellValue as readValue, type Source } from '@xinchu/validators/reading'
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

/** Reads a cell for a field without references. Most choices are named as they are offered. */
export function cellValue(
  cell: string | RawCell,
  spec: FieldSpec,
  dictionaries: Dictionaries,
  source: Source,
): CellValue {
  const isChosen = spec.kind === 'dict' || spec.kind === 'dicts'
  const choice = isChosen && typeof cell === 'string' ? choiceOf(cell, spec, dictionaries) : undefined
  if (choice) return choice
  return readValue(cell, spec, source, { entriesOf: (dict) => dictionaries.entriesOf(dict) })
}
