import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { useForm, useFormSlice } from '../../ui/form/context.ts'
import { issueReader, messageOf } from '../../ui/form/spec-issue.ts'
import { listAt } from '../../ui/form/values.ts'
import { Input } from '../../ui/inputs.tsx'

const NAME = 'researchFields'
const GAP = /[、，,；;\n]+/

const partsOf = (text: string) =>
  text
    .split(GAP)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Fields of research as one line of text. */
export function ResearchField() {
  const { store } = useForm()
  const value = useFormSlice(({ values }) => values[NAME])
  const issue = useFormSlice(issueReader(NAME))
  const parts = listAt({ [NAME]: value }, NAME)
  const [text, setText] = useState(parts.join('、'))
  // A draft was restored, or the form was cleared.
  if (partsOf(text).join() !== parts.join()) setText(parts.join('、'))
  return (
    <Field label="研究方向" wide hint="多个方向以顿号分隔" error={messageOf(issue)}>
      {(control) => (
        <Input
          {...control}
          name={NAME}
          value={text}
          onValue={(next) => {
            setText(next)
            store.set({ [NAME]: partsOf(next) })
          }}
        />
      )}
    </Field>
  )
}
