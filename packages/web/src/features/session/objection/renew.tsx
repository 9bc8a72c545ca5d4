import { fields } from '@xinchu/contract/fields'
import { demoReview } from '@xinchu/sdk'
import { useState } from 'react'
import { useConnection } from '../../../app/connection.ts'
import { FormCard } from '../../../ui/form/form-card.tsx'
import { useFormCore } from '../../../ui/form/form-core.ts'
import { InputField } from '../../../ui/form/input-field.tsx'
import { smsIssues } from '../../../ui/form/sms-field.tsx'
import { textAt } from '../../../ui/form/values.ts'
import { captchaSpec } from '../captcha-field.tsx'
import { usePlatform } from '../platform-settings.ts'
import { PhoneFields, usePhoneProof } from '../publicity/phone-proof.tsx'
import { useTicket } from '../publicity/use-ticket.ts'
import { useSending } from '../use-sending.ts'

const specs = [
  ...fields.ObjectionWithdrawal.filter(({ name }) => name === 'receiptNo'),
  ...fields.ObjectionOpening,
  captchaSpec,
]

const ON_PAPER =
  '短信暂不能发送，不能重取查询码。如需了解办理情况，请按公示页所列受理方式书面提出，署名并写明回执编号。'

/** Replaces a lost query code. A text message proves the telephone number of the objection. */
export function Renew() {
  const connection = useConnection()
  const form = useFormCore({ specs, initial: {}, check: (_draft, _stage, values) => smsIssues(values) })
  const proof = usePhoneProof(form)
  const withTicket = useTicket(form, proof.open)
  const isOff = usePlatform()?.sms === 'off'
  const [code, setCode] = useState<string>()
  const renew = async () => {
    const receiptNo = textAt(form.store.state().values, 'receiptNo')
    return withTicket((ticket) => demoReview(connection).renewObjectionCode({ receiptNo, ticket }))
  }
  const sending = useSending(form, renew, { onDone: ({ queryCode }) => setCode(queryCode) })
  if (isOff) return <p className="card px-4 py-4">{ON_PAPER}</p>
  if (code)
    return (
      <p role="status" className="card px-4 py-4">
        新的查询码 <strong>{code}</strong>，只显示这一次，原查询码失效。
      </p>
    )
  return (
    <FormCard form={form} title="重取查询码" action="重取查询码" columns {...sending}>
      <InputField name="receiptNo" autoComplete="off" wide />
      <PhoneFields proof={proof} otherwise={ON_PAPER} />
    </FormCard>
  )
}
