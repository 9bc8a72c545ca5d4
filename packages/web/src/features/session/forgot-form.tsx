import { fields } from '@xinchu/contract/fields'
import { users } from '@xinchu/sdk'
import { useState } from 'react'
import { useConnection } from '../../app/connection.ts'
import { tellOfForm } from '../../app/tell.ts'
import { FormCard } from '../../ui/form/form-card.tsx'
import { useFormCore } from '../../ui/form/form-core.ts'
import { InputField } from '../../ui/form/input-field.tsx'
import { againSpec, PasswordFields, passwordIssues } from '../../ui/form/password-fields.tsx'
import { SmsField, smsIssues } from '../../ui/form/sms-field.tsx'
import { textAt } from '../../ui/form/values.ts'
import { CaptchaField, useFormCaptcha } from './captcha-field.tsx'
import { NeedsSms } from './needs-sms.tsx'
import { useSending } from './use-sending.ts'

// The ticket for the second call comes from the first reply, not from the user.
const specs = [
  ...fields.ForgetRequest,
  ...fields.ForgetReset.filter(({ name }) => name !== 'ticket'),
  againSpec,
]

function useForgotForm(onDone: () => void) {
  const connection = useConnection()
  const form = useFormCore({
    specs,
    initial: {},
    check: (_draft, _stage, values) => [...passwordIssues(values, 'newPassword'), ...smsIssues(values)],
  })
  const textOf = (name: string) => textAt(form.store.state().values, name)
  const { captcha, answer, isAnswered, spend } = useFormCaptcha(form)
  const [ticket, setTicket] = useState('')
  const reset = () => {
    const [smsCode, newPassword] = [textOf('smsCode'), textOf('newPassword')]
    return users(connection).resetForgottenPassword({ ticket, smsCode, newPassword })
  }
  const sending = useSending(form, reset, {
    onDone,
    mayRun() {
      if (ticket === '') form.refuse([{ field: 'smsCode', message: '请先获取短信验证码' }])
      return ticket !== ''
    },
  })
  const sms = {
    onAsk: () => form.validate('submit', ['username', 'phone']) && isAnswered(),
    async send() {
      const who = { username: textOf('username'), phone: textOf('phone') }
      const sent = await users(connection).sendForgetSms({ ...who, ...answer })
      setTicket(sent.ticket)
      return sent
    },
    onTried: spend,
    onFailed: tellOfForm,
  }
  return { form, captcha, sms, sending }
}

/** Sets a new password with a code sent to the account's phone. */
export function ForgotForm({ onDone }: { onDone: () => void }) {
  const { form, captcha, sms, sending } = useForgotForm(onDone)
  return (
    <NeedsSms off="本平台尚未开通短信，不能自行重设。请联系平台运维人员或开立账号的机构重设密码。">
      <FormCard form={form} action="重设密码" {...sending}>
        <InputField name="username" autoComplete="username" />
        <InputField name="phone" type="tel" autoComplete="tel" />
        <CaptchaField captcha={captcha} />
        <SmsField {...sms} />
        <PasswordFields name="newPassword" label="新密码" />
      </FormCard>
    </NeedsSms>
  )
}
