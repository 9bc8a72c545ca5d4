import { fields } from '@xinchu/contract/fields'
import { demoReview } from '@xinchu/sdk'
import type { FieldSpec } from '@xinchu/validators'
import { useConnection } from '../../../app/connection.ts'
import { FormCard } from '../../../ui/form/form-card.tsx'
import { useFormCore } from '../../../ui/form/form-core.ts'
import { InputField } from '../../../ui/form/input-field.tsx'
import { textAt } from '../../../ui/form/values.ts'
import { CaptchaField, captchaSpec, useFormCaptcha } from '../captcha-field.tsx'
import { useSending } from '../use-sending.ts'

export type Found = Awaited<ReturnType<ReturnType<typeof demoReview>['getFiledObjection']>>

// The contract has no form of a query.
const queryCode: FieldSpec = {
  ...{ name: 'queryCode', caption: '查询码', kind: 'string', draft: true },
  maxLength: 20,
}
const specs = [
  ...fields.ObjectionWithdrawal.filter(({ name }) => name === 'receiptNo'),
  queryCode,
  captchaSpec,
]

/** Asks for an objection by its receipt and code. */
export function LookUp({ onFound }: { onFound: (found: Found) => void }) {
  const connection = useConnection()
  const form = useFormCore({ specs, initial: {} })
  const { captcha, answer, isAnswered, spend } = useFormCaptcha(form)
  const textOf = (name: string) => textAt(form.store.state().values, name)
  const ask = () => {
    const own = { receiptNo: textOf('receiptNo'), queryCode: textOf('queryCode') }
    return demoReview(connection).getFiledObjection({ ...own, ...answer })
  }
  const sending = useSending(form, ask, {
    onDone(found) {
      spend()
      onFound(found)
    },
    onFailed: spend,
    mayRun: isAnswered,
  })
  return (
    <FormCard form={form} action="查询" columns {...sending}>
      <InputField name="receiptNo" autoComplete="off" placeholder="如 YY202601-7K3M9Q" />
      <InputField name="queryCode" autoComplete="off" placeholder="如 4TQ7H-9WMRC" hint="不分大小写" />
      <CaptchaField captcha={captcha} />
    </FormCard>
  )
}
