import { fields } from '@xinchu/contract/fields'
import { users } from '@xinchu/sdk'
import { useConnection } from '../../../app/connection.ts'
import { FormCard } from '../../../ui/form/form-card.tsx'
import { useFormCore } from '../../../ui/form/form-core.ts'
import { InputField } from '../../../ui/form/input-field.tsx'
import { textAt } from '../../../ui/form/values.ts'
import { CaptchaField, useFormCaptcha } from '../captcha-field.tsx'
import { useSending } from '../use-sending.ts'

/** Asks for account and password of a registration. */
export function AccessForm({ onOpened }: { onOpened: (token: string) => void }) {
  const connection = useConnection()
  const form = useFormCore({ specs: fields.RegistrationAccess, initial: {} })
  const { captcha, answer, isAnswered, spend } = useFormCaptcha(form)
  const open = () => {
    const { values } = form.store.state()
    const who = { username: textAt(values, 'username'), password: textAt(values, 'password') }
    return users(connection).openRegistration({ ...who, ...answer })
  }
  const sending = useSending(form, open, {
    onDone: ({ token }) => onOpened(token),
    onFailed: spend,
    mayRun: isAnswered,
  })
  return (
    <FormCard form={form} action="查看" {...sending}>
      <p className="mb-4 text-ink-soft text-s">凭注册时的账号和密码查看待审核或被退回的申请。</p>
      <InputField name="username" autoComplete="username" />
      <InputField name="password" type="password" autoComplete="current-password" />
      <CaptchaField captcha={captcha} />
    </FormCard>
  )
}
