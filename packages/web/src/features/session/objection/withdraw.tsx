import { fields } from '@xinchu/contract/fields'
import { demoReview } from '@xinchu/sdk'
import { useConnection } from '../../../app/connection.ts'
import { FormCard } from '../../../ui/form/form-card.tsx'
import { useFormCore } from '../../../ui/form/form-core.ts'
import { smsIssues } from '../../../ui/form/sms-field.tsx'
import { textAt } from '../../../ui/form/values.ts'
import { captchaSpec } from '../captcha-field.tsx'
import { PhoneFields, usePhoneProof } from '../publicity/phone-proof.tsx'
import { TextField } from '../publicity/text-field.tsx'
import { useSending } from '../use-sending.ts'

const specs = [
  ...fields.ObjectionWithdrawal.filter(({ name }) => name === 'reason'),
  ...fields.ObjectionOpening,
  captchaSpec,
]

/** Withdraws an objection, for its telephone number. */
export function Withdraw({ receiptNo, onDone }: { receiptNo: string; onDone: () => void }) {
  const connection = useConnection()
  const form = useFormCore({ specs, initial: {}, check: (_draft, _stage, values) => smsIssues(values) })
  const proof = usePhoneProof(form)
  const withdraw = async () => {
    const reason = textAt(form.store.state().values, 'reason').trim()
    await demoReview(connection).withdrawObjection({ receiptNo, reason, ticket: await proof.open() })
  }
  const sending = useSending(form, withdraw, { onDone })
  return (
    <FormCard form={form} title="撤回异议" action="确认撤回" columns {...sending}>
      <TextField name="reason" rows={2} hint="不少于 5 字；撤回后不再办理" />
      <PhoneFields proof={proof} />
    </FormCard>
  )
}
