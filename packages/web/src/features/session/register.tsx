import { dicts, type Registration, statistics, users } from '@xinchu/sdk'
import { fields } from '@xinchu/sdk/fields'
import { mobile } from '@xinchu/validators'
import { useState } from 'react'
import { connection } from '../../app/connection.ts'
import { tell, tellOfForm } from '../../app/tell.ts'
import { sharedLoad, useShared } from '../../lib/shared-load.ts'
import { useAction } from '../../lib/use-action.ts'
import { AccountField } from '../../ui/account/account-field.tsx'
import { AccountFormCard } from '../../ui/account/account-form.tsx'
import { PasswordFields, passwordProblems } from '../../ui/account/password-fields.tsx'
import { SmsField, smsProblem } from '../../ui/account/sms-field.tsx'
import { type AccountForm, type Texts, useAccountForm } from '../../ui/account/use-account-form.ts'
import { Field } from '../../ui/field.tsx'
import { RegionPicker } from '../../ui/form/region-select.tsx'
import { NOWHERE, type Place } from '../../ui/form/regions.ts'
import type { Option } from '../../ui/inputs.tsx'
import { buttonClass } from '../../ui/plain-button.tsx'
import type { RegionNode } from '../../ui/ports.ts'
import { AccountPage } from './account-page.tsx'
import { captchaAnswer, useCaptcha } from './captcha.tsx'
import { CaptchaField } from './captcha-field.tsx'
import { PageLink } from './navigation.tsx'
import { Terms } from './terms.tsx'
import { useTaken } from './use-taken.ts'

// Before the log-in this dictionary is the only open one.
const ownerTypes = sharedLoad(async () => {
  const { content } = await dicts(connection).list({ dictName: 'owner_type', page: 0, size: 9999 })
  return content.map(({ value, label }) => ({ value, label }))
}, tell)

const regions = sharedLoad(() => statistics(connection).getChinaDictTree({ depth: 3 }), tell)

const NO_TYPES: readonly Option[] = []
const NO_REGIONS: readonly RegionNode[] = []

function problemsOf(values: Texts): Texts {
  const sms = smsProblem(values['smsCode'])
  const username = values['username'] ?? ''
  return {
    ...passwordProblems(values, 'password'),
    ...(sms ? { smsCode: sms } : {}),
    ...(username.length > 0 && username.length < 4 ? { username: '登录账号至少4位' } : {}),
  }
}

const useRegions = (isNeeded: boolean) => useShared(regions, isNeeded) ?? NO_REGIONS

function RegionField({ form }: { form: AccountForm }) {
  const [place, setPlace] = useState<Place>(NOWHERE)
  const change = (next: Place) => {
    setPlace(next)
    form.set('regionCode', next.countyCode || next.cityCode || next.provinceCode)
  }
  return (
    <Field label="所属行政区划" required error={form.errorOf('regionCode')}>
      {(control) => (
        <RegionPicker {...control} name="regionCode" value={place} onValue={change} useRegions={useRegions} />
      )}
    </Field>
  )
}

function useRegistration() {
  const form = useAccountForm({ specs: fields.Registration, check: problemsOf })
  useTaken(form, 'username')
  useTaken(form, 'phone')
  useTaken(form, 'creditCode')
  const [status, setDone] = useState<string>()
  const registering = useAction(
    () => {
      const names = new Set(fields.Registration.map(({ name }) => name))
      const filled = Object.entries(form.values).filter(([name, text]) => names.has(name) && text !== '')
      return users(connection).register(Object.fromEntries(filled) as unknown as Registration) // checked by the same contract
    },
    {
      onDone: ({ status }) => setDone(status),
      onFailed(error) {
        tellOfForm(error)
        form.takeError(error)
      },
    },
  )
  return { form, registering, status }
}

/** The captcha and the code by short message that a registration asks for. */
function useSms(form: AccountForm) {
  const captcha = useCaptcha((code) => form.set('code', code))
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
    return (await users(connection).sendRegisterSms({ phone, ...answer })).phoneMasked
  }
  // Each captcha serves one try, whether it succeeds or not.
  const onTried = () => {
    form.set('code', '')
    captcha.renew()
  }
  return { captcha, onAsk, send, onTried }
}

const PENDING = '0'

function Registered({ username, isPending }: { username: string; isPending: boolean }) {
  return (
    <div className="card grid justify-items-center gap-3 px-6 py-12 text-center" role="status">
      <h2 className="font-medium text-lg">{isPending ? '注册信息已提交，等待审核' : '注册成功'}</h2>
      <p className="text-ink-soft">登录账号：{username}</p>
      {isPending && (
        <p className="text-ink-soft text-s">所在县能源主管部门通过后即可登录，登录时可查看审核结果。</p>
      )}
      <PageLink to="/login" className={buttonClass('primary')}>
        去登录
      </PageLink>
    </div>
  )
}

/** The registration of an enterprise: the office and its first account at once. */
export function RegisterScreen() {
  const { form, registering, status } = useRegistration()
  const [accepted, setAccepted] = useState(false)
  const [isMissed, setMissed] = useState(false)
  const accept = (next: boolean) => {
    setAccepted(next)
    setMissed(false)
  }
  const types = useShared(ownerTypes) ?? NO_TYPES
  const { captcha, ...sms } = useSms(form)
  if (status !== undefined) {
    return (
      <AccountPage title="企业注册">
        <Registered username={form.values['username'] ?? ''} isPending={status === PENDING} />
      </AccountPage>
    )
  }
  return (
    <AccountPage title="企业注册" wide>
      <AccountFormCard
        form={form}
        columns
        action="注册"
        busy={registering.isBusy}
        onSubmit={() => (accepted ? registering.run() : setMissed(true))}
        below={<Terms accepted={accepted} isMissed={isMissed} onAccepted={accept} />}
      >
        <h2 className="col-span-full mb-3 font-medium">单位信息</h2>
        <AccountField form={form} name="companyName" autoComplete="organization" />
        <AccountField form={form} name="creditCode" autoComplete="off" />
        <AccountField form={form} name="legalPerson" autoComplete="off" />
        <AccountField form={form} name="enterpriseType" options={types} />
        <RegionField form={form} />
        <AccountField form={form} name="registeredAddress" autoComplete="street-address" />
        <h2 className="col-span-full mt-2 mb-3 font-medium">账号信息</h2>
        <AccountField form={form} name="username" autoComplete="username" hint="4–30 位，不含汉字和空格" />
        <AccountField form={form} name="realName" autoComplete="name" />
        <PasswordFields form={form} name="password" label="密码" />
        <AccountField form={form} name="idCard" autoComplete="off" />
        <AccountField form={form} name="email" type="email" autoComplete="email" />
        <AccountField form={form} name="phone" type="tel" autoComplete="tel" wide />
        <CaptchaField form={form} captcha={captcha} />
        <SmsField form={form} {...sms} onFailed={tellOfForm} />
      </AccountFormCard>
    </AccountPage>
  )
}
