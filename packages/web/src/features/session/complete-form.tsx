import { fields } from '@xinchu/contract/fields'
import { departments, users } from '@xinchu/sdk'
import { useConnection } from '../../app/connection.ts'
import { tell } from '../../app/tell.ts'
import { useLoad } from '../../lib/use-load.ts'
import { FormCard } from '../../ui/form/form-card.tsx'
import { useFormCore } from '../../ui/form/form-core.ts'
import { InputField } from '../../ui/form/input-field.tsx'
import { againSpec, PasswordFields, passwordIssues } from '../../ui/form/password-fields.tsx'
import { draftOf } from '../../ui/form/values.ts'
import { Failed, Loading } from '../../ui/states.tsx'
import { useSending } from './use-sending.ts'

interface CompleteFormProps {
  /** Token of the first log-in, valid only for this form. */
  token: string
  onDone: () => void
}

type Completion = Parameters<ReturnType<typeof users>['completeBuiltIn']>[0]

const specs = [...fields.BuiltInForm, againSpec]

/** Offices that the account may belong to, with their kind. */
function useOffices(token: string) {
  const connection = useConnection()
  const headers = { Authorization: token }
  return useLoad(async (signal) => {
    const kinds = await departments(connection).listBuiltIn({ withOrgs: true }, { signal, headers })
    return kinds.flatMap(({ name, orgs = [] }) =>
      orgs.map(({ id, orgName }) => ({ value: String(id), label: `${orgName}（${name}）` })),
    )
  }, tell)
}

/** Completes a pre-created account with office, person and a new password. */
export function CompleteForm({ token, onDone }: CompleteFormProps) {
  const connection = useConnection()
  const offices = useOffices(token)
  const form = useFormCore({
    specs,
    initial: {},
    check: (_draft, _stage, values) => passwordIssues(values, 'password'),
  })
  const send = () => {
    // The form has validated the values against the same contract.
    const completion = draftOf(fields.BuiltInForm, form.store.state().values) as unknown as Completion
    return users(connection).completeBuiltIn(completion, { headers: { Authorization: token } })
  }
  const sending = useSending(form, send, { onDone })
  if (!offices.data)
    return offices.error ? <Failed error={offices.error} onRetry={offices.again} /> : <Loading />
  return (
    <FormCard form={form} columns action="完成" {...sending}>
      <p className="col-span-full mb-4 text-ink-soft text-s">首次登录，请完善账号信息并设置自己的密码。</p>
      <InputField name="orgId" options={offices.data} wide />
      <InputField name="realName" autoComplete="name" />
      <InputField name="phone" type="tel" autoComplete="tel" />
      <InputField name="idCard" autoComplete="off" />
      <InputField name="email" type="email" autoComplete="email" />
      <InputField name="officePhone" type="tel" autoComplete="off" />
      <InputField name="position" autoComplete="organization-title" />
      <PasswordFields name="password" label="新密码" />
    </FormCard>
  )
}
