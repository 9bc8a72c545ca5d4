import type { FieldSpec } from '@xinchu/validators'
import { type FormApi, useFormSlice } from '../../ui/form/context.ts'
import { InputField } from '../../ui/form/input-field.tsx'
import { textAt } from '../../ui/form/values.ts'
import {
  type Captcha,
  CaptchaButton,
  CaptchaHelp,
  captchaAnswer,
  captchaPlaceholder,
  useCaptcha,
} from './captcha.tsx'
import { usePlatform } from './platform-settings.ts'

/** Field spec of the captcha, for forms whose contract has none. */
export const captchaSpec: FieldSpec = { name: 'code', caption: '图形验证码', kind: 'string', maxLength: 10 }

/** The captcha of a form, with its field `code`. */
export function useFormCaptcha(form: FormApi) {
  const captcha = useCaptcha(usePlatform()?.captchaEnabled, (code) => form.store.set({ code }))
  const code = useFormSlice(({ values }) => textAt(values, 'code'), form)
  return {
    captcha,
    /** Captcha parameters of a call. */
    answer: captchaAnswer(captcha, code),
    /** Whether it is answered or not known to be required. Marks the field otherwise. */
    isAnswered() {
      if (!captcha.isRequired || code !== '') return true
      form.refuse([{ field: 'code', message: '请先填写图形验证码' }])
      return false
    },
    /** Requests a new one, because each is valid for one call. */
    spend() {
      form.store.set({ code: '' })
      captcha.renew()
    },
  }
}

/** The captcha field, if the platform requires one. */
export function CaptchaField({ captcha }: { captcha: Captcha }) {
  if (!captcha.isAsked) return null
  return (
    <InputField
      name="code"
      label="图形验证码"
      required
      inputMode="numeric"
      autoComplete="off"
      placeholder={captchaPlaceholder(captcha)}
      aside={<CaptchaButton captcha={captcha} className="h-12 w-[150px]" />}
      below={<CaptchaHelp captcha={captcha} />}
    />
  )
}
