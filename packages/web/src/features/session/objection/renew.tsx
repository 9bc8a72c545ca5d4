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
import { PhoneFields, usePhoneProof } from '../publicity/phone-proof.tsx'
import { useSending } from '../use-sending.ts'

const specs = [
  ...fields.ObjectionWithdrawal.filter(({ name }) => name === 'receiptNo'),
  ...fields.ObjectionOpening,
  captchaSpec,
]

/** Gives a new code to who has lost his, for the telephone number of the objection. */
export function Renew() {
  const connection = useConnection()
  const form = useFormCore({ specs, initial: {}, check: (_draft, _stage, values) => smsIssues(values) })
  const proof = usePhoneProof(form)
  const [code, setCode] = useState<string>()
  const renew = async () => {
    const receiptNo = textAt(form.store.state().values, 'receiptNo')
    return demoReview(connection).renewObjectionCode({ receiptNo, ticket: await proof.open() })
  }
  const sending = useSending(form, renew, { onDone: ({ queryCode }) => setCode(queryCode) })
  if (code)
    return (
      <p role="status" className="card px-4 py-4">
        新的查询码 <strong>{code}</strong>，只显示这一次，原查询码失效。
      </p>
    )
  return (
    <FormCard form={form} title="重取查询码" action="重取查询码" columns {...sending}>
      <InputField name="receiptNo" autoComplete="off" wide />
      <PhoneFields proof={proof} />
    </FormCard>
  )
}
