import { useForm, useFormSlice } from './context.ts'
import { codeOf, issueReader, levelOf, messageOf } from './spec-issue.ts'

/** Overrides of the contract's texts. */
export interface FieldWords {
  label?: string | undefined
  hint?: string | undefined
  required?: boolean | undefined
}

/**
 * Caption, required mark, help and error of a field.
 * @param others fields shown in the same control, such as the city of a province
 */
export function useFieldLook(name: string, words: FieldWords = {}, others: readonly string[] = []) {
  const { store } = useForm()
  const spec = store.options.specs.find((each) => each.name === name)
  const issue = useFormSlice(
    ({ issues }) => [name, ...others].map((each) => issueReader(each)({ issues })).find(Boolean) ?? '',
  )
  const isRequired = useFormSlice(() => store.isRequired(name))
  return {
    label: words.label ?? spec?.caption ?? name,
    hint: words.hint ?? spec?.hint,
    required: words.required ?? isRequired,
    error: messageOf(issue),
    code: codeOf(issue),
    isWarning: levelOf(issue) === 'warning',
  }
}
