import { users } from '@xinchu/sdk'
import { mobile, nonEmpty } from '@xinchu/validators'
import { useState } from 'react'
import { connection } from '../../app/connection.ts'
import { tellOfForm } from '../../app/tell.ts'
import { useAction } from '../../lib/use-action.ts'
import { AccountField } from '../../ui/account/account-field.tsx'
import { AccountFormCard } from '../../ui/account/account-form.tsx'
import { PasswordFields, passwordProblems } from '../../ui/account/password-fields.tsx'
import { SmsField, smsProblem } from '../../ui/account/sms-field.tsx'
import { type Texts, useAccountForm } from '../../ui/account/use-account-form.ts'
import { captchaAnswer, useCaptcha } from './captcha.tsx'
import { CaptchaField } from './captcha-field.tsx'
import { UsernameField } from './username-field.tsx'

function problemsOf(values: Texts): Texts {
  const username = nonEmpty(values['username'])
  const phone = nonEmpty(values['phone']) ?? mobile(values['phone'] ?? '')
  const smsCode = smsProblem(values['smsCode'])
  return {
    ...passwordProblems(values, 'newPassword'),
    ...(username ? { username } : {}),
    ...(phone ? { phone } : {}),
    ...(smsCode ? { smsCode } : {}),
  }
}

/** Sets a new password with a code that is sent to the telephone of the account. */
export function ForgotForm({ onDone }: { onDone: () => void }) {
  const form = useAccountForm({ specs: [], check: problemsOf })
  const captcha = useCaptcha((code) => form.set('code', code))
  const [ticket, setTicket] = useState('')
  const { username = '', phone = '', smsCode = '', newPassword = '', code = '' } = form.values
  const ask = () => {
    const { username: noName, phone: noPhone } = problemsOf(form.values)
    const isAnswered = !captcha.isAsked || code !== ''
    if (noName) form.advise('username', noName)
    if (noPhone) form.advise('phone', noPhone)
    if (!isAnswered) form.advise('code', '请先填写图形验证码')
    return !noName && !noPhone && isAnswered
  }
  const send = async () => {
    const sent = await users(connection).sendForgetSms({ username, phone, ...captchaAnswer(captcha, code) })
    setTicket(sent.ticket)
    return sent.phoneMasked
  }
  // Each captcha serves one try, whether it succeeds or not.
  const spend = () => {
    form.set('code', '')
    captcha.renew()
  }
  const setting = useAction(
    () => users(connection).resetForgottenPassword({ ticket, smsCode, newPassword }),
    {
      onDone,
      onFailed(error) {
        tellOfForm(error)
        form.takeError(error)
      },
    },
  )
  const submit = () => (ticket === '' ? form.advise('smsCode', '请先获取短信验证码') : setting.run())
  return (
    <AccountFormCard form={form} action="重设密码" busy={setting.isBusy} onSubmit={submit}>
      <UsernameField form={form} />
      <AccountField
        form={form}
        name="phone"
        label="手机号"
        required
        type="tel"
        autoComplete="tel"
        maxLength={11}
      />
      <CaptchaField form={form} captcha={captcha} />
      <SmsField form={form} onAsk={ask} send={send} onTried={spend} onFailed={tellOfForm} />
      <PasswordFields form={form} name="newPassword" label="新密码" />
    </AccountFormCard>
  )
}
