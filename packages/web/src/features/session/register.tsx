import { dicts, type Registration, statistics, users } from '@xinchu/sdk'
import { AccountStatus } from '@xinchu/sdk/codes'
import { fields } from '@xinchu/sdk/fields'
import { type Issue, issue } from '@xinchu/validators'
import { useState } from 'react'
import { connection } from '../../app/connection.ts'
import { tell, tellOfForm } from '../../app/tell.ts'
import { sharedLoad, useShared } from '../../lib/shared-load.ts'
import { Field } from '../../ui/field.tsx'
import { useForm } from '../../ui/form/context.ts'
import { FormCard } from '../../ui/form/form-card.tsx'
import { useFormCore } from '../../ui/form/form-core.ts'
import { InputField } from '../../ui/form/input-field.tsx'
import { againSpec, PasswordFields, passwordIssues } from '../../ui/form/password-fields.tsx'
import { RegionPicker } from '../../ui/form/region-select.tsx'
import { NOWHERE, type Place } from '../../ui/form/regions.ts'
import { SmsField, smsIssues } from '../../ui/form/sms-field.tsx'
import { useFieldLook } from '../../ui/form/use-field.ts'
import { draftOf, type FormValues, textAt } from '../../ui/form/values.ts'
import type { Option } from '../../ui/inputs.tsx'
import { buttonClass } from '../../ui/plain-button.tsx'
import type { RegionNode } from '../../ui/ports.ts'
import { AccountPage } from './account-page.tsx'
import { CaptchaField, captchaSpec, useFormCaptcha } from './captcha-field.tsx'
import { PageLink } from './navigation.tsx'
import { Terms } from './terms.tsx'
import { useSending } from './use-sending.ts'
import { useTaken } from './use-taken.ts'

// The only dictionary that is public.
const ownerTypes = sharedLoad(async () => {
  const { content } = await dicts(connection).list({ dictName: 'owner_type', page: 0, size: 9999 })
  return content.map(({ value, label }) => ({ value, label }))
}, tell)

const regions = sharedLoad(() => statistics(connection).getChinaDictTree({ depth: 3 }), tell)

const NO_TYPES: readonly Option[] = []
const NO_REGIONS: readonly RegionNode[] = []

const specs = [...fields.Registration, captchaSpec, againSpec]

const LEAST_NAME = 4

function registrationIssues(values: FormValues): Issue[] {
  const { length } = textAt(values, 'username')
  const short = issue('username', '登录账号至少4位', 'error', 'F-021')
  return [
    ...passwordIssues(values, 'password'),
    ...smsIssues(values),
    ...(length > 0 && length < LEAST_NAME ? [short] : []),
  ]
}

const useRegions = (isNeeded: boolean) => useShared(regions, isNeeded) ?? NO_REGIONS

// The kit's region field needs ports, which public pages do not have.
function RegionField() {
  const { store } = useForm()
  const look = useFieldLook('regionCode')
  const [place, setPlace] = useState<Place>(NOWHERE)
  const change = (next: Place) => {
    setPlace(next)
    store.set({ regionCode: next.countyCode || next.cityCode || next.provinceCode })
  }
  return (
    <Field {...look}>
      {(control) => (
        <RegionPicker {...control} name="regionCode" value={place} onValue={change} useRegions={useRegions} />
      )}
    </Field>
  )
}

function useRegistration() {
  const form = useFormCore({
    specs,
    initial: {},
    check: (_draft, _stage, values) => registrationIssues(values),
  })
  useTaken(form)
  const { captcha, answer, isAnswered, spend } = useFormCaptcha(form)
  const [isAccepted, setAccepted] = useState(false)
  const [isMissed, setMissed] = useState(false)
  const [status, setStatus] = useState<string>()
  const register = () => {
    const { values } = form.store.state()
    // The form has validated the values against the same contract.
    return users(connection).register(draftOf(fields.Registration, values) as unknown as Registration)
  }
  const sending = useSending(form, register, {
    onDone: (registered) => setStatus(registered.status),
    mayRun() {
      setMissed(!isAccepted)
      return isAccepted
    },
  })
  const sms = {
    onAsk: () => form.validate('submit', ['phone']) && isAnswered(),
    async send() {
      const phone = textAt(form.store.state().values, 'phone')
      return (await users(connection).sendRegisterSms({ phone, ...answer })).phoneMasked
    },
    onTried: spend,
    onFailed: tellOfForm,
  }
  const terms = {
    accepted: isAccepted,
    isMissed,
    onAccepted(next: boolean) {
      setAccepted(next)
      setMissed(false)
    },
  }
  return { form, captcha, sms, sending, terms, status }
}

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

/** Registration of an enterprise with its office and first account. */
export function RegisterScreen() {
  const { form, captcha, sms, sending, terms, status } = useRegistration()
  const types = useShared(ownerTypes) ?? NO_TYPES
  if (status !== undefined) {
    return (
      <AccountPage title="企业注册">
        <Registered
          username={textAt(form.store.state().values, 'username')}
          isPending={status === AccountStatus.pending}
        />
      </AccountPage>
    )
  }
  return (
    <AccountPage title="企业注册" wide>
      <FormCard form={form} columns action="注册" {...sending} below={<Terms {...terms} />}>
        <h2 className="col-span-full mb-3 font-medium">单位信息</h2>
        <InputField name="companyName" autoComplete="organization" />
        <InputField name="creditCode" autoComplete="off" />
        <InputField name="legalPerson" autoComplete="off" />
        <InputField name="enterpriseType" options={types} />
        <RegionField />
        <InputField name="registeredAddress" autoComplete="street-address" />
        <h2 className="col-span-full mt-2 mb-3 font-medium">账号信息</h2>
        <InputField name="username" autoComplete="username" hint="4–30 位，不含汉字和空格" />
        <InputField name="realName" autoComplete="name" />
        <PasswordFields name="password" label="密码" />
        <InputField name="idCard" autoComplete="off" />
        <InputField name="email" type="email" autoComplete="email" />
        <InputField name="phone" type="tel" autoComplete="tel" wide />
        <CaptchaField captcha={captcha} />
        <SmsField {...sms} />
      </FormCard>
    </AccountPage>
  )
}
