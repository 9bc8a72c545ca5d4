import { demoReview } from '@xinchu/sdk'
import { useConnection } from '../../../app/connection.ts'
import { tellOfForm } from '../../../app/tell.ts'
import type { FormApi } from '../../../ui/form/context.ts'
import { InputField } from '../../../ui/form/input-field.tsx'
import { SmsField } from '../../../ui/form/sms-field.tsx'
import { textAt } from '../../../ui/form/values.ts'
import { CaptchaField, useFormCaptcha } from '../captcha-field.tsx'

/** Proves the telephone number of an objector, in a form with `phone`, `code` and `smsCode`. */
export function usePhoneProof(form: FormApi) {
  const connection = useConnection()
  const { captcha, answer, isAnswered, spend } = useFormCaptcha(form)
  const textOf = (name: string) => textAt(form.store.state().values, name)
  return {
    captcha,
    sms: {
      onAsk: () => form.validate('submit', ['phone']) && isAnswered(),
      async send() {
        const asked = { phone: textOf('phone'), ...answer }
        return demoReview(connection).sendObjectionCode(asked)
      },
      onTried: spend,
      onFailed: tellOfForm,
    },
    /** Exchanges the code for a ticket. */
    async open(): Promise<string> {
      const given = { phone: textOf('phone'), smsCode: textOf('smsCode') }
      return (await demoReview(connection).openObjection(given)).ticket
    },
  }
}

type PhoneProof = ReturnType<typeof usePhoneProof>

export function PhoneFields({ proof: { captcha, sms } }: { proof: Pick<PhoneProof, 'captcha' | 'sms'> }) {
  return (
    <>
      <InputField name="phone" label="手机号" type="tel" autoComplete="tel" inputMode="tel" />
      <CaptchaField captcha={captcha} />
      <SmsField {...sms} />
    </>
  )
}
