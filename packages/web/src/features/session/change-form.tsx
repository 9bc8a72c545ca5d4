import { fields } from '@xinchu/contract/fields'
import { isXinchuError, users } from '@xinchu/sdk'
import { useState } from 'react'
import { useConnection } from '../../app/connection.ts'
import { FormCard } from '../../ui/form/form-card.tsx'
import { useFormCore } from '../../ui/form/form-core.ts'
import { InputField } from '../../ui/form/input-field.tsx'
import { againSpec, PasswordFields, passwordIssues } from '../../ui/form/password-fields.tsx'
import { textAt } from '../../ui/form/values.ts'
import { CaptchaField, useFormCaptcha } from './captcha-field.tsx'
import { isGivenUp } from './use-otp.tsx'
import { useSending } from './use-sending.ts'

// The account field is shown, and required, only without a session.
const specs = [
  ...fields.PasswordChange.map((spec) => (spec.name === 'username' ? { ...spec, draft: true } : spec)),
  againSpec,
]
const ownSpecs = specs.filter(({ name }) => name !== 'username')

interface ChangeFormProps {
  /** Without a session, account and captcha are required. */
  isLoggedIn: boolean
  /** Called after the change, which ends all sessions of the account. */
  onDone: () => void
}

/** Changes the password using the old one. */
export function ChangeForm({ isLoggedIn, onDone }: ChangeFormProps) {
  const connection = useConnection()
  const form = useFormCore({
    specs: isLoggedIn ? ownSpecs : specs,
    initial: {},
    check: (_draft, _stage, values) => passwordIssues(values, 'newPass'),
  })
  const [isOtpAsked, setOtpAsked] = useState(false)
  const { captcha, answer, isAnswered } = useFormCaptcha(form)
  const send = () => {
    const { values } = form.store.state()
    const passwords = { oldPass: textAt(values, 'oldPass'), newPass: textAt(values, 'newPass') }
    const otp = textAt(values, 'otp').trim()
    const who = isLoggedIn ? {} : { username: textAt(values, 'username'), ...answer, ...(otp && { otp }) }
    return users(connection).updatePassword({ ...passwords, ...who })
  }
  const sending = useSending(form, send, {
    onDone,
    onFailed(error) {
      if (isXinchuError(error) && isGivenUp(error)) setOtpAsked(true)
      if (!isLoggedIn) captcha.renew()
    },
    mayRun: () => isLoggedIn || isAnswered(),
  })
  return (
    <FormCard form={form} action="修改密码" {...sending}>
      {!isLoggedIn && <InputField name="username" autoComplete="username" />}
      <InputField name="oldPass" type="password" autoComplete="current-password" />
      <PasswordFields name="newPass" label="新密码" />
      {isOtpAsked && (
        <InputField
          name="otp"
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="打开验证器应用，填写6位数字；无法使用时填写恢复码"
        />
      )}
      {!isLoggedIn && <CaptchaField captcha={captcha} />}
    </FormCard>
  )
}
