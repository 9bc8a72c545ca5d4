import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Registration } from '@xinchu/sdk'
import { fields } from '@xinchu/sdk/fields'
import { mobile } from '@xinchu/validators'
import { useState } from 'react'
import { sdk } from '../../app/sdk.ts'
import { AccountField } from '../../ui/account/account-field.tsx'
import { AccountFormCard } from '../../ui/account/account-form.tsx'
import { PasswordFields, passwordProblems } from '../../ui/account/password-fields.tsx'
import { SmsField, smsProblem } from '../../ui/account/sms-field.tsx'
import { type AccountForm, type Texts, useAccountForm } from '../../ui/account/use-account-form.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { RegionSelect } from '../../ui/form/region-select.tsx'
import { NOWHERE, type Place } from '../../ui/form/regions.ts'
import { AccountPage } from './account-page.tsx'
import { CaptchaField, captchaAnswer, useCaptcha } from './captcha-field.tsx'
import { Terms } from './terms.tsx'
import { useTaken } from './use-taken.ts'

// Before the log-in this dictionary is the only open one.
const ownerTypes = queryOptions({
  queryKey: ['open-dict', 'owner_type'],
  queryFn: async ({ signal }) => {
    const { content } = await sdk.dicts.list({ dictName: 'owner_type', page: 0, size: 9999 }, { signal })
    return content.map(({ value, label }) => ({ value, label }))
  },
  staleTime: Infinity,
})

function problemsOf(values: Texts): Texts {
  const sms = smsProblem(values['smsCode'])
  const username = values['username'] ?? ''
  return {
    ...passwordProblems(values, 'password'),
    ...(sms ? { smsCode: sms } : {}),
    ...(username.length > 0 && username.length < 4 ? { username: '登录账号至少4位' } : {}),
  }
}

function RegionPicker({ form }: { form: AccountForm }) {
  const [place, setPlace] = useState<Place>(NOWHERE)
  const change = (next: Place) => {
    setPlace(next)
    form.set('regionCode', next.countyCode || next.cityCode || next.provinceCode)
  }
  return (
    <Field label="所属行政区划" required error={form.errorOf('regionCode')}>
      {(control) => <RegionSelect {...control} name="regionCode" value={place} onValue={change} />}
    </Field>
  )
}

function useRegistration() {
  const form = useAccountForm({ specs: fields.Registration, check: problemsOf })
  useTaken(form, 'username')
  useTaken(form, 'phone')
  useTaken(form, 'creditCode')
  const registering = useMutation({
    meta: { showsFieldErrors: true },
    mutationFn: () => {
      const names = new Set(fields.Registration.map(({ name }) => name))
      const filled = Object.entries(form.values).filter(([name, text]) => names.has(name) && text !== '')
      return sdk.users.register(Object.fromEntries(filled) as unknown as Registration) // checked by the same contract
    },
    onError: form.takeError,
  })
  return { form, registering }
}

/** The captcha and the code by short message that a registration asks for. */
function useSms(form: AccountForm) {
  const captcha = useCaptcha()
  const phone = form.values['phone'] ?? ''
  const onAsk = () => {
    const problem = phone === '' ? '值不能为空' : mobile(phone)
    if (problem) form.advise('phone', problem)
    const isAnswered = !captcha.isAsked || Boolean(form.values['code'])
    if (!isAnswered) form.advise('code', '请先填写图形验证码')
    return !problem && isAnswered
  }
  const send = async () => {
    const answer = captchaAnswer(captcha, form.values['code'] ?? '')
    return (await sdk.users.sendRegisterSms({ phone, ...answer })).phoneMasked
  }
  // Each captcha serves one try, whether it succeeds or not.
  const onTried = () => {
    form.set('code', '')
    captcha.renew()
  }
  return { captcha, onAsk, send, onTried }
}

function Registered({ username }: { username: string }) {
  return (
    <div className="card grid justify-items-center gap-3 px-6 py-12 text-center" role="status">
      <h2 className="font-medium text-lg">注册成功</h2>
      <p className="text-ink-soft">登录账号：{username}</p>
      <Link to="/login" className={buttonClass('primary')}>
        去登录
      </Link>
    </div>
  )
}

/** The registration of an enterprise: the office and its first account at once. */
export function RegisterScreen() {
  const { form, registering } = useRegistration()
  const [accepted, setAccepted] = useState(false)
  const [isMissed, setMissed] = useState(false)
  const accept = (next: boolean) => {
    setAccepted(next)
    setMissed(false)
  }
  const { data: types = [] } = useQuery(ownerTypes)
  const { captcha, ...sms } = useSms(form)
  if (registering.isSuccess) {
    return (
      <AccountPage title="企业注册">
        <Registered username={form.values['username'] ?? ''} />
      </AccountPage>
    )
  }
  return (
    <AccountPage title="企业注册" wide>
      <AccountFormCard
        form={form}
        columns
        action="注册"
        busy={registering.isPending}
        onSubmit={() => (accepted ? registering.mutate() : setMissed(true))}
        below={<Terms accepted={accepted} isMissed={isMissed} onAccepted={accept} />}
      >
        <h2 className="col-span-full mb-3 font-medium">单位信息</h2>
        <AccountField form={form} name="companyName" autoComplete="organization" />
        <AccountField form={form} name="creditCode" autoComplete="off" />
        <AccountField form={form} name="legalPerson" autoComplete="off" />
        <AccountField form={form} name="enterpriseType" options={types} />
        <RegionPicker form={form} />
        <AccountField form={form} name="registeredAddress" autoComplete="street-address" />
        <h2 className="col-span-full mt-2 mb-3 font-medium">账号信息</h2>
        <AccountField form={form} name="username" autoComplete="username" hint="4–30 位，不含汉字和空格" />
        <AccountField form={form} name="realName" autoComplete="name" />
        <PasswordFields form={form} name="password" label="密码" />
        <AccountField form={form} name="idCard" autoComplete="off" />
        <AccountField form={form} name="email" type="email" autoComplete="email" />
        <AccountField form={form} name="phone" type="tel" autoComplete="tel" wide />
        <CaptchaField form={form} captcha={captcha} />
        <SmsField form={form} {...sms} />
      </AccountFormCard>
    </AccountPage>
  )
}
