import { type FieldSpec, type Issue, issue } from '@xinchu/validators'
import { useId, useState } from 'react'
import { FieldDescription } from '../field.tsx'
import { PlainButton } from '../plain-button.tsx'
import { InputField } from './input-field.tsx'
import { loadPasswordCheck, PasswordRules, weaknessAt } from './password-rules.tsx'
import { type FormValues, textAt } from './values.ts'

const LEAST = 8

/** The repetition of a new password. */
export const againSpec: FieldSpec = {
  name: 'again',
  caption: '确认密码',
  kind: 'string',
  draft: true,
  maxLength: 64,
}

/** Checks a new password by the platform's policy, and that its repetition is the same. The contract's rule checks the rest. */
export function passwordIssues(values: FormValues, name: string): Issue[] {
  const [text, again] = [textAt(values, name), textAt(values, 'again')]
  const isShort = text !== '' && text.length < LEAST
  const weakness = isShort ? '密码至少8位' : weaknessAt(values, name)
  const different = issue('again', '两次输入的密码不一致', 'error', 'A-020')
  return [
    ...(weakness ? [issue(name, weakness, 'error', 'A-011')] : []),
    ...(again !== '' && again !== text ? [different] : []),
  ]
}

interface PasswordFieldsProps {
  name: string
  label: string
}

/** A new password with its rules, and its repetition. Both can be shown. */
export function PasswordFields({ name, label }: PasswordFieldsProps) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const shared = { type: isShown ? 'text' : 'password', autoComplete: 'new-password' } as const
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only loads what the field needs */}
      <div onFocus={loadPasswordCheck}>
        <FieldDescription value={id}>
          <InputField
            {...shared}
            name={name}
            label={label}
            aside={
              <PlainButton aria-label="显示密码" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
                {isShown ? '隐藏' : '显示'}
              </PlainButton>
            }
          />
        </FieldDescription>
        <PasswordRules id={id} name={name} />
      </div>
      <InputField {...shared} name="again" label={`确认${label}`} />
    </>
  )
}
