import { lazy, Suspense } from 'react'
import { Field } from '../field.tsx'
import { RuleCode } from '../rule-code.tsx'
import { Loading } from '../states.tsx'
import { useForm, useFormSlice } from './context.ts'
import { useFieldLook } from './use-field.ts'
import { textAt } from './values.ts'

const RichEditor = lazy(async () => ({ default: (await import('../rich/rich-editor.tsx')).RichEditor }))

/** A rich text of a record, with its formatting loaded when it is shown. */
export function RichField({ name, hint }: { name: string; hint?: string }) {
  const { store } = useForm()
  const value = useFormSlice(({ values }) => textAt(values, name))
  const look = useFieldLook(name, { hint })
  return (
    <Field {...look} wide rule={look.code && <RuleCode code={look.code} />}>
      {(control) => (
        <Suspense fallback={<Loading rows={4} />}>
          <RichEditor
            name={name}
            label={look.label}
            value={value}
            onValue={(html) => store.set({ [name]: html })}
            control={control}
          />
        </Suspense>
      )}
    </Field>
  )
}
