import { AccountField } from '../../ui/account/account-field.tsx'
import type { AccountForm } from '../../ui/account/use-account-form.ts'
import { type Captcha, CaptchaButton, CaptchaHelp, captchaPlaceholder } from './captcha.tsx'

/** The sum to be solved, where the platform asks for one. */
export function CaptchaField({ form, captcha }: { form: AccountForm; captcha: Captcha }) {
  if (!captcha.isAsked) return null
  return (
    <AccountField
      form={form}
      name="code"
      label="图形验证码"
      required
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      placeholder={captchaPlaceholder(captcha)}
      aside={<CaptchaButton captcha={captcha} className="h-12 w-[150px]" />}
      below={<CaptchaHelp captcha={captcha} />}
    />
  )
}
