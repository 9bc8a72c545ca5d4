import { type CellValue, codes, type FieldSpec, messages, cellValue as plainValue } from '@xinchu/validators'
import type { Dictionaries } from '../dict/lookup.ts'

const SEPARATORS = /[、,，;；]/

function choiceOf(text: string, dict: string | undefined, dictionaries: Dictionaries): CellValue {
  const value = dict === undefined ? undefined : dictionaries.valueOf(dict, text)
  if (dict === undefined || value === undefined)
    return { code: codes.dictionary, message: messages.dictionary }
  const problem = dictionaries.problemOf(dict, value)
  return problem ? { code: codes[problem], message: messages[problem] } : { value }
}

function choicesIn(text: string, dict: string | undefined, dictionaries: Dictionaries): CellValue {
  const values: unknown[] = []
  for (const part of text.split(SEPARATORS).filter((each) => each.trim() !== '')) {
    const found = choiceOf(part, dict, dictionaries)
    if ('message' in found)
      return { ...found, message: `“${part.trim()}”${found.message.replace(/^取值/, '')}` }
    if (!values.includes(found.value)) values.push(found.value)
  }
  return { value: values }
}

/** Reads a cell's text for a field without references. */
export function cellValue(text: string, spec: FieldSpec, dictionaries: Dictionaries): CellValue {
  if (spec.kind === 'dict') return choiceOf(text, spec.dict, dictionaries)
  if (spec.kind === 'dicts') return choicesIn(text, spec.dict, dictionaries)
  return plainValue(text, spec.kind)
}
