import { users } from '@xinchu/sdk'
import { nonEmpty } from '@xinchu/validators'
import { connection } from '../../app/connection.ts'
import { tellOfForm } from '../../app/tell.ts'
import { useAction } from '../../lib/use-action.ts'
import { AccountField } from '../../ui/account/account-field.tsx'
import { AccountFormCard } from '../../ui/account/account-form.tsx'
import { PasswordFields, passwordProblems } from '../../ui/account/password-fields.tsx'
import { type Texts, useAccountForm } from '../../ui/account/use-account-form.ts'
import { captchaAnswer, useCaptcha } from './captcha.tsx'
import { CaptchaField } from './captcha-field.tsx'
import { UsernameField } from './username-field.tsx'

interface ChangeFormProps {
  /** Without a session the account is named, and the captcha solved. */
  isLoggedIn: boolean
  /** Every session of the account is over then. */
  onDone: () => void
}

/** Changes the password by the old one. */
export function ChangeForm({ isLoggedIn, onDone }: ChangeFormProps) {
  const captcha = useCaptcha((code) => form.set('code', code))
  const required = [
    ...(isLoggedIn ? [] : ['username']),
    'oldPass',
    ...(captcha.isAsked && !isLoggedIn ? ['code'] : []),
  ]
  const check = (values: Texts): Texts => ({
    ...passwordProblems(values, 'newPass'),
    ...Object.fromEntries(
      required.flatMap((name) => {
        const problem = nonEmpty(values[name])
        return problem ? [[name, problem]] : []
      }),
    ),
  })
  const form = useAccountForm({ specs: [], check })
  const { username = '', oldPass = '', newPass = '', code = '' } = form.values
  const who = isLoggedIn ? {} : { username, ...captchaAnswer(captcha, code) }
  const changing = useAction(() => users(connection).updatePassword({ oldPass, newPass, ...who }), {
    onDone,
    onFailed(error) {
      tellOfForm(error)
      form.takeError(error)
      if (!isLoggedIn) captcha.renew()
    },
  })
  return (
    <AccountFormCard form={form} action="修改密码" busy={changing.isBusy} onSubmit={() => changing.run()}>
      {!isLoggedIn && <UsernameField form={form} />}
      <AccountField
        form={form}
        name="oldPass"
        label="原密码"
        type="password"
        autoComplete="current-password"
        maxLength={128}
        required
      />
      <PasswordFields form={form} name="newPass" label="新密码" />
      {!isLoggedIn && <CaptchaField form={form} captcha={captcha} />}
    </AccountFormCard>
  )
}
