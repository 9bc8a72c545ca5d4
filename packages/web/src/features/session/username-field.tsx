import { AccountField } from '../../ui/account/account-field.tsx'
import type { AccountForm } from '../../ui/account/use-account-form.ts'

/** Whose password it is. */
export function UsernameField({ form }: { form: AccountForm }) {
  return (
    <AccountField
      form={form}
      name="username"
      label="登录账号"
      required
      autoComplete="username"
      maxLength={64}
    />
  )
}
