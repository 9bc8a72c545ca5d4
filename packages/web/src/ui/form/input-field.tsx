import type { ComponentProps, ReactNode } from 'react'
import { Field } from '../field.tsx'
import { Input, type Option, Select } from '../inputs.tsx'
import { useForm, useFormSlice } from './context.ts'
import { type FieldWords, useFieldLook } from './use-field.ts'
import { textAt } from './values.ts'

interface InputFieldProps extends FieldWords {
  name: string
  options?: readonly Option[]
  type?: 'text' | 'password' | 'tel' | 'email'
  autoComplete?: string
  inputMode?: ComponentProps<'input'>['inputMode']
  placeholder?: string
  readOnly?: boolean
  wide?: boolean
  /** Next to the control, such as the button that sends a code. */
  aside?: ReactNode
  /** Below the control, above its error. */
  below?: ReactNode
}

/**
 * A field of one line or of a few choices. `SpecField` chooses the control by the contract; this one is light enough for
 * public pages, and tells the browser what to fill in.
 */
export function InputField(props: InputFieldProps) {
  const { name, label, hint, required, options, aside, below, wide = false, ...rest } = props
  const { store } = useForm()
  const look = useFieldLook(name, { label, hint, required })
  const value = useFormSlice(({ values }) => textAt(values, name))
  const maxLength = store.options.specs.find((each) => each.name === name)?.maxLength
  const bound = {
    name,
    value,
    onValue: (text: string) => store.set({ [name]: text }),
    // An empty field is reported only when the form is sent.
    onBlur: () => value !== '' && store.touch(name),
  }
  return (
    <Field {...look} wide={wide}>
      {(control) =>
        options ? (
          <Select {...control} {...bound} options={options} />
        ) : (
          <>
            <div className="flex items-center gap-2">
              <Input {...control} {...bound} maxLength={maxLength} {...rest} />
              {aside}
            </div>
            {below}
          </>
        )
      }
    </Field>
  )
}
