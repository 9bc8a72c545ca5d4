import { isRequired } from '@xinchu/validators'
import type { ComponentProps, ReactNode } from 'react'
import { Field } from '../field.tsx'
import { Input, type Option, Select } from '../inputs.tsx'
import type { AccountForm } from './use-account-form.ts'

interface AccountFieldProps {
  form: AccountForm
  name: string
  label?: string
  hint?: string
  options?: readonly Option[]
  type?: 'text' | 'password' | 'tel' | 'email'
  autoComplete?: string
  inputMode?: ComponentProps<'input'>['inputMode']
  maxLength?: number
  placeholder?: string
  required?: boolean
  wide?: boolean
  disabled?: boolean
  /** Stands beside the control, such as the button that sends a code. */
  aside?: ReactNode
  /** Stands below the control, above what is said of it. */
  below?: ReactNode
}

/** One property of an account: caption, length and mark are the contract's. */
export function AccountField({
  form,
  name,
  label,
  hint,
  options,
  aside,
  below,
  wide,
  ...props
}: AccountFieldProps) {
  const spec = form.specs.find((each) => each.name === name)
  const { required = spec !== undefined && isRequired(spec, form.values, 'submit'), ...rest } = props
  const bound = {
    name,
    value: form.values[name] ?? '',
    onValue: (value: string) => form.set(name, value),
    onBlur: () => form.leave(name),
  }
  return (
    <Field
      label={label ?? spec?.caption ?? name}
      required={required}
      hint={hint}
      wide={wide ?? false}
      error={form.errorOf(name)}
    >
      {(control) =>
        options ? (
          <Select {...control} {...bound} options={options} disabled={rest.disabled} />
        ) : (
          <>
            <div className="flex items-center gap-2">
              <Input {...control} {...bound} maxLength={spec?.maxLength} {...rest} />
              {aside}
            </div>
            {below}
          </>
        )
      }
    </Field>
  )
}
