import { password } from '@xinchu/validators'
import { AccountField } from './account-field.tsx'
import type { AccountForm, Texts } from './use-account-form.ts'

const LEAST = 8
const CLASSES = [/\d/, /[a-z]/, /[A-Z]/, /[^\da-zA-Z]/]
const GRADES = [
  { label: '弱', tone: 'bg-danger' },
  { label: '中', tone: 'bg-warning' },
  { label: '强', tone: 'bg-success' },
] as const

/** How hard a password is to guess, 0 to 2, by its length and the kinds of its signs; -1 for none. */
export function strengthOf(text: string): number {
  if (text === '') return -1
  const kinds = CLASSES.filter((each) => each.test(text)).length
  if (text.length < LEAST || kinds < 2) return 0
  return text.length >= 12 && kinds >= 3 ? 2 : 1
}

/** What is wrong with a new password and its repetition. */
export function passwordProblems(values: Texts, name: string): Texts {
  const text = values[name] ?? ''
  const problem =
    text === '' ? '值不能为空' : (password(text) ?? (text.length < LEAST ? '密码至少8位' : null))
  return {
    ...(problem ? { [name]: problem } : {}),
    ...(values['again'] === text ? {} : { again: '两次输入的密码不一致' }),
  }
}

function Strength({ text }: { text: string }) {
  const grade = strengthOf(text)
  const { label, tone } = GRADES[grade] ?? { label: '', tone: '' }
  return (
    <div className="mt-1 mb-2.5 flex min-h-4.5 items-center gap-2 text-ink-faint text-xs" role="status">
      <span className="grid w-32 grid-cols-3 gap-1" aria-hidden="true">
        {GRADES.map((each, at) => (
          <span key={each.label} className={`h-1 rounded-full ${at <= grade ? tone : 'bg-line'}`} />
        ))}
      </span>
      {label && `密码强度：${label}`}
    </div>
  )
}

interface PasswordFieldsProps {
  form: AccountForm
  name: string
  label: string
}

/** A new password, how strong it is, and the same once more. */
export function PasswordFields({ form, name, label }: PasswordFieldsProps) {
  return (
    <>
      <div>
        <AccountField
          form={form}
          name={name}
          label={label}
          type="password"
          autoComplete="new-password"
          hint="8–64 位，须同时包含数字和字母"
          required
        />
        <Strength text={form.values[name] ?? ''} />
      </div>
      <AccountField
        form={form}
        name="again"
        label={`确认${label}`}
        type="password"
        autoComplete="new-password"
        maxLength={64}
        required
      />
    </>
  )
}
