import { departments, users } from '@xinchu/sdk'
import { fields } from '@xinchu/sdk/fields'
import { connection } from '../../app/connection.ts'
import { tell, tellOfForm } from '../../app/tell.ts'
import { useAction } from '../../lib/use-action.ts'
import { useLoad } from '../../lib/use-load.ts'
import { AccountField } from '../../ui/account/account-field.tsx'
import { AccountFormCard } from '../../ui/account/account-form.tsx'
import { PasswordFields, passwordProblems } from '../../ui/account/password-fields.tsx'
import { useAccountForm } from '../../ui/account/use-account-form.ts'
import { Failed, Loading } from '../../ui/states.tsx'

interface CompleteFormProps {
  /** What the first log-in gave; it serves this form only. */
  token: string
  onDone: () => void
}

/** The offices that the account may belong to, each under its kind. */
function useOffices(token: string) {
  const headers = { Authorization: token }
  return useLoad(async (signal) => {
    const kinds = await departments(connection).listBuiltIn({ withOrgs: true }, { signal, headers })
    return kinds.flatMap(({ name, orgs = [] }) =>
      orgs.map(({ id, orgName }) => ({ value: String(id), label: `${orgName}（${name}）` })),
    )
  }, tell)
}

/** Completes a pre-created account: its office, the person who uses it, and a password of his own. */
export function CompleteForm({ token, onDone }: CompleteFormProps) {
  const offices = useOffices(token)
  const form = useAccountForm({
    specs: fields.BuiltInForm,
    check: (values) => passwordProblems(values, 'password'),
  })
  const completing = useAction(
    () => {
      const {
        password = '',
        realName = '',
        phone = '',
        orgId,
        idCard,
        email,
        officePhone,
        position,
      } = form.values
      const optional = Object.entries({ idCard, email, officePhone, position }).filter(([, text]) => text)
      return users(connection).completeBuiltIn(
        { password, realName, phone, orgId: Number(orgId), ...Object.fromEntries(optional) },
        { headers: { Authorization: token } },
      )
    },
    {
      onDone,
      onFailed(error) {
        tellOfForm(error)
        form.takeError(error)
      },
    },
  )
  if (offices.error) return <Failed error={offices.error} onRetry={offices.again} />
  if (!offices.data) return <Loading />
  return (
    <AccountFormCard
      form={form}
      columns
      action="完成"
      busy={completing.isBusy}
      onSubmit={() => completing.run()}
    >
      <p className="col-span-full mb-4 text-ink-soft text-s">首次登录，请完善账号信息并设置自己的密码。</p>
      <AccountField form={form} name="orgId" options={offices.data} wide />
      <AccountField form={form} name="realName" autoComplete="name" />
      <AccountField form={form} name="phone" type="tel" autoComplete="tel" />
      <AccountField form={form} name="idCard" autoComplete="off" />
      <AccountField form={form} name="email" type="email" autoComplete="email" />
      <AccountField form={form} name="officePhone" type="tel" autoComplete="off" />
      <AccountField form={form} name="position" autoComplete="organization-title" />
      <PasswordFields form={form} name="password" label="新密码" />
    </AccountFormCard>
  )
}
