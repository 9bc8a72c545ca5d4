import { type FieldSpec, type Issue, issue } from '@xinchu/validators'
import { useFormSlice } from './context.ts'
import { InputField } from './input-field.tsx'
import { type FormValues, textAt } from './values.ts'

const LEAST = 8
const CLASSES = [/\d/, /[a-z]/, /[A-Z]/, /[^\da-zA-Z]/]
const GRADES = [
  { label: '弱', tone: 'bg-danger' },
  { label: '中', tone: 'bg-warning' },
  { label: '强', tone: 'bg-success' },
] as const

/** The strength of a password by its length and its kinds of characters, 0 to 2; -1 for an empty one. */
export function strengthOf(text: string): number {
  if (text === '') return -1
  const kinds = CLASSES.filter((each) => each.test(text)).length
  if (text.length < LEAST || kinds < 2) return 0
  return text.length >= 12 && kinds >= 3 ? 2 : 1
}

/** The repetition of a new password. */
export const againSpec: FieldSpec = {
  name: 'again',
  caption: '确认密码',
  kind: 'string',
  draft: true,
  maxLength: 64,
}

/** Checks the length of a new password and that its repetition is the same; the contract's rule checks the rest. */
export function passwordIssues(values: FormValues, name: string): Issue[] {
  const [text, again] = [textAt(values, name), textAt(values, 'again')]
  const short = issue(name, '密码至少8位', 'error', 'A-011')
  const different = issue('again', '两次输入的密码不一致', 'error', 'A-020')
  return [
    ...(text !== '' && text.length < LEAST ? [short] : []),
    ...(again !== '' && again !== text ? [different] : []),
  ]
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
  name: string
  label: string
}

/** A new password with its strength, and its repetition. */
export function PasswordFields({ name, label }: PasswordFieldsProps) {
  const text = useFormSlice(({ values }) => textAt(values, name))
  const shared = { type: 'password', autoComplete: 'new-password' } as const
  return (
    <>
      <div>
        <InputField {...shared} name={name} label={label} hint="8–64 位，须同时包含数字和字母" />
        <Strength text={text} />
      </div>
      <InputField {...shared} name="again" label={`确认${label}`} />
    </>
  )
}
