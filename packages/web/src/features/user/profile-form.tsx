import { useQuery } from '@tanstack/react-query'
import { fields } from '@xinchu/contract/fields'
import { codes, issueOf, mobile } from '@xinchu/validators'
import { useSdk } from '../../app/people-sdk.ts'
import { sessionQueries } from '../../app/session-queries.ts'
import { tellOfForm } from '../../app/tell.ts'
import { useFormSlice } from '../../ui/form/context.ts'
import { DraftOffer } from '../../ui/form/form-bar.tsx'
import { FormCard } from '../../ui/form/form-card.tsx'
import { InputField } from '../../ui/form/input-field.tsx'
import { SmsField, smsIssues } from '../../ui/form/sms-field.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { useSaving } from '../../ui/form/use-saving.ts'
import { draftOf, type FormValues, textAt } from '../../ui/form/values.ts'
import { type CenterForm, saveCenter } from './queries.ts'

// The stored phone number is masked: unchanged, it is not checked and the server keeps it.
const specs = fields.CenterForm.map((spec) => {
  if (spec.name !== 'phone') return spec
  const { rule: _rule, ...open } = spec
  return open
})

const NAMES = ['realName', 'phone', 'email', 'officePhone', 'position'] as const

export type Profile = Partial<Record<(typeof NAMES)[number], string | undefined>>

function useProfileForm(profile: Profile) {
  const stored = profile.phone ?? ''
  const isMoved = (values: FormValues) => textAt(values, 'phone') !== stored
  const form = useRecordForm({
    id: 'profile',
    recordId: 'own',
    specs,
    initial: Object.fromEntries(NAMES.map((name) => [name, profile[name] ?? ''])),
    check(_draft, _stage, values) {
      if (!isMoved(values)) return []
      const fault = mobile(textAt(values, 'phone'))
      return [
        ...(fault ? [issueOf('phone', fault)] : []),
        ...(textAt(values, 'smsCode') ? smsIssues(values) : [issueOf('smsCode', { code: codes.nonEmpty })]),
      ]
    },
  })
  const variables = () => {
    const { values } = form.store.state()
    const sent = specs.filter(({ name }) => name !== 'smsCode' || isMoved(values))
    return draftOf(sent, values) as CenterForm // checked by the form against the same contract
  }
  // The number goes back to its masked form, which is no change.
  const saving = useSaving(form, saveCenter, variables, () =>
    form.store.settle({ ...form.store.state().values, phone: stored, smsCode: '' }),
  )
  return { form, saving, isMoved: useFormSlice(({ values }) => isMoved(values), form) }
}

/** The user's own profile. Changing the phone number requires a code sent to the new one. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const sdk = useSdk()
  const { form, saving, isMoved } = useProfileForm(profile)
  const isOff = useQuery(sessionQueries.platform).data?.sms === 'off'
  const send = () => sdk.users.sendProfileSms({ phone: textAt(form.store.state().values, 'phone') })
  return (
    <FormCard form={form} columns title="个人信息" action="保存" {...saving}>
      <div className="col-span-full mb-2 empty:hidden">
        <DraftOffer form={form} />
      </div>
      <InputField name="realName" autoComplete="name" />
      <InputField name="position" autoComplete="organization-title" />
      <InputField
        name="phone"
        type="tel"
        autoComplete="tel"
        readOnly={isOff}
        hint={isOff ? '更换手机号须短信验证，暂未开通；由平台运维人员更改' : '更换手机号须短信验证'}
      />
      {isMoved && (
        <SmsField onAsk={() => form.validate('submit', ['phone'])} send={send} onFailed={tellOfForm} />
      )}
      <InputField name="officePhone" type="tel" autoComplete="off" />
      <InputField name="email" type="email" autoComplete="email" />
    </FormCard>
  )
}
