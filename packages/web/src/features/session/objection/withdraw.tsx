import { fields } from '@xinchu/contract/fields'
import { demoReview } from '@xinchu/sdk'
import { useConnection } from '../../../app/connection.ts'
import { FormCard } from '../../../ui/form/form-card.tsx'
import { useFormCore } from '../../../ui/form/form-core.ts'
import { smsIssues } from '../../../ui/form/sms-field.tsx'
import { textAt } from '../../../ui/form/values.ts'
import { captchaSpec } from '../captcha-field.tsx'
import { usePlatform } from '../platform-settings.ts'
import { PhoneFields, usePhoneProof } from '../publicity/phone-proof.tsx'
import { TextField } from '../publicity/text-field.tsx'
import { useTicket } from '../publicity/use-ticket.ts'
import { useSending } from '../use-sending.ts'

const specs = [
  ...fields.ObjectionWithdrawal.filter(({ name }) => name === 'reason'),
  ...fields.ObjectionOpening,
  captchaSpec,
]

const ON_PAPER =
  '短信暂不能发送，不能在线撤回。如需撤回，请按公示页所列受理方式书面提出，署名并写明回执编号。'

/** Withdraws an objection. A text message proves its telephone number. */
export function Withdraw({ receiptNo, onDone }: { receiptNo: string; onDone: () => void }) {
  const connection = useConnection()
  const form = useFormCore({ specs, initial: {}, check: (_draft, _stage, values) => smsIssues(values) })
  const proof = usePhoneProof(form)
  const withTicket = useTicket(form, proof.open)
  const isOff = usePlatform()?.sms === 'off'
  const withdraw = async () => {
    const reason = textAt(form.store.state().values, 'reason').trim()
    await withTicket((ticket) => demoReview(connection).withdrawObjection({ receiptNo, reason, ticket }))
  }
  const sending = useSending(form, withdraw, { onDone })
  if (isOff) return <p className="card px-4 py-4 print:hidden">{ON_PAPER}</p>
  return (
    <FormCard form={form} title="撤回异议" action="确认撤回" columns {...sending}>
      <TextField name="reason" rows={2} hint="不少于 5 字；撤回后不再办理" />
      <PhoneFields proof={proof} otherwise={ON_PAPER} />
    </FormCard>
  )
}
