import { fields } from '@xinchu/contract/fields'
import { users } from '@xinchu/sdk'
import { useConnection } from '../../../app/connection.ts'
import { FormCard } from '../../../ui/form/form-card.tsx'
import { useFormCore } from '../../../ui/form/form-core.ts'
import { InputField } from '../../../ui/form/input-field.tsx'
import { draftOf, valuesOf } from '../../../ui/form/values.ts'
import { CompanyFields } from '../company-fields.tsx'
import { useSending } from '../use-sending.ts'
import type { RegistrationState } from './state.ts'

type Correction = Parameters<ReturnType<typeof users>['correctRegistration']>[0]

interface CorrectionFormProps {
  token: string
  user: RegistrationState['user']
  onState: (state: RegistrationState) => void
}

/** Corrects a returned registration and hands it in again. */
export function CorrectionForm({ token, user, onState }: CorrectionFormProps) {
  const connection = useConnection()
  const specs = fields.RegistrationCorrection
  const form = useFormCore({ specs, initial: valuesOf(specs, user) })
  const send = () => {
    // The form has validated the values against the same contract.
    const correction = draftOf(specs, form.store.state().values) as unknown as Correction
    return users(connection).correctRegistration(correction, { headers: { Authorization: token } })
  }
  const sending = useSending(form, send, { onDone: onState })
  return (
    <FormCard form={form} columns action="更正并再次提交" {...sending}>
      <h2 className="col-span-full mb-3 font-medium">更正单位信息</h2>
      <CompanyFields />
      <InputField name="realName" autoComplete="name" />
    </FormCard>
  )
}
