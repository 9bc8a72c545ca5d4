import { demoReview, isXinchuError } from '@xinchu/sdk'
import { useState } from 'react'
import { useConnection } from '../../../app/connection.ts'
import { tellOfForm } from '../../../app/tell.ts'
import type { FormApi } from '../../../ui/form/context.ts'
import { InputField } from '../../../ui/form/input-field.tsx'
import { SmsField } from '../../../ui/form/sms-field.tsx'
import { textAt } from '../../../ui/form/values.ts'
import { CaptchaField, useFormCaptcha } from '../captcha-field.tsx'

const UNAVAILABLE = 503

/** Proves the telephone number of an objector, in a form with `phone`, `code` and `smsCode`. */
export function usePhoneProof(form: FormApi) {
  const connection = useConnection()
  const { captcha, answer, isAnswered, spend } = useFormCaptcha(form)
  const [isDown, setDown] = useState(false)
  const textOf = (name: string) => textAt(form.store.state().values, name)
  return {
    captcha,
    /** The last code could not be sent: no gateway, or its quota is used up. */
    isDown,
    sms: {
      onAsk: () => form.validate('submit', ['phone']) && isAnswered(),
      async send() {
        setDown(false)
        const asked = { phone: textOf('phone'), ...answer }
        return demoReview(connection).sendObjectionCode(asked)
      },
      onTried: spend,
      onFailed(error: Error) {
        if (isXinchuError(error) && error.status === UNAVAILABLE) setDown(true)
        else tellOfForm(error)
      },
    },
    /** Exchanges the code for a ticket. */
    async open(): Promise<string> {
      const given = { phone: textOf('phone'), smsCode: textOf('smsCode') }
      return (await demoReview(connection).openObjection(given)).ticket
    },
  }
}

type PhoneProof = ReturnType<typeof usePhoneProof>

interface PhoneFieldsProps {
  proof: Pick<PhoneProof, 'captcha' | 'isDown' | 'sms'>
  /** Tells the way without text messages. */
  otherwise: string
}

export function PhoneFields({ proof: { captcha, isDown, sms }, otherwise }: PhoneFieldsProps) {
  return (
    <>
      <InputField name="phone" label="手机号" type="tel" autoComplete="tel" inputMode="tel" />
      <CaptchaField captcha={captcha} />
      <SmsField {...sms} />
      {isDown && (
        <p role="alert" className="col-span-full rounded-md bg-warning-soft px-3 py-2 text-warning">
          {otherwise}
        </p>
      )}
    </>
  )
}
