import { useMutation } from '@tanstack/react-query'
import { fields } from '@xinchu/sdk/fields'
import { mobile } from '@xinchu/validators'
import { sdk } from '../../app/sdk.ts'
import { tellOfForm } from '../../app/tell.ts'
import { AccountField } from '../../ui/account/account-field.tsx'
import { AccountFormCard } from '../../ui/account/account-form.tsx'
import { SmsField, smsProblem } from '../../ui/account/sms-field.tsx'
import { type Texts, useAccountForm } from '../../ui/account/use-account-form.ts'
import { notify } from '../../ui/notice.tsx'
import { type CenterForm, saveCenter } from './queries.ts'

// The stored number comes masked; as it came it is not checked, and given back it stays.
const specs = fields.CenterForm.map((spec) => {
  if (spec.name !== 'phone') return spec
  const { rule: _rule, ...open } = spec
  return open
})
const NAMES = ['realName', 'phone', 'email', 'officePhone', 'position'] as const

export type Profile = Partial<Record<(typeof NAMES)[number], string | undefined>>

function useProfileForm(profile: Profile) {
  const initial = Object.fromEntries(NAMES.map((name) => [name, profile[name] ?? '']))
  const isMoved = ({ phone = '' }: Texts) => phone !== (profile.phone ?? '')
  const form = useAccountForm({
    specs,
    initial,
    check(values) {
      if (!isMoved(values)) return {}
      const phone = mobile(values['phone'] ?? '')
      const smsCode = smsProblem(values['smsCode'])
      return { ...(phone ? { phone } : {}), ...(smsCode ? { smsCode } : {}) }
    },
  })
  const saving = useMutation({
    meta: { showsFieldErrors: true },
    mutationFn: () => {
      const sent = isMoved(form.values) ? [...NAMES, 'smsCode'] : NAMES
      const filled = sent.flatMap((name) => (form.values[name] ? [[name, form.values[name]]] : []))
      return saveCenter(Object.fromEntries(filled) as CenterForm) // the form has checked what the contract needs
    },
    onSuccess() {
      notify('已保存', 'success')
      form.set('smsCode', '')
    },
    onError: form.takeError,
  })
  return { form, saving, isMoved: isMoved(form.values) }
}

/** What a user may change of himself; another telephone number only with the code that is sent to it. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const { form, saving, isMoved } = useProfileForm(profile)
  const phone = form.values['phone'] ?? ''
  const ask = () => {
    const problem = mobile(phone) ?? (phone ? null : '值不能为空')
    if (problem) form.advise('phone', problem)
    return !problem
  }
  return (
    <AccountFormCard
      form={form}
      columns
      title="个人信息"
      action="保存"
      busy={saving.isPending}
      onSubmit={() => saving.mutate()}
    >
      <AccountField form={form} name="realName" autoComplete="name" />
      <AccountField form={form} name="position" autoComplete="organization-title" />
      <AccountField form={form} name="phone" type="tel" autoComplete="tel" hint="更换手机号须短信验证" />
      {isMoved && (
        <SmsField
          form={form}
          onAsk={ask}
          send={async () => (await sdk.users.sendProfileSms({ phone })).phoneMasked}
          onFailed={tellOfForm}
        />
      )}
      <AccountField form={form} name="officePhone" type="tel" autoComplete="off" />
      <AccountField form={form} name="email" type="email" autoComplete="email" />
    </AccountFormCard>
  )
}
