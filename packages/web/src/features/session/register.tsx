import { fields } from '@xinchu/contract/fields'
import { type Registration, users } from '@xinchu/sdk'
import { type Issue, issue } from '@xinchu/validators'
import { lazy, Suspense, useState } from 'react'
import { useConnection } from '../../app/connection.ts'
import { tellOfForm } from '../../app/tell.ts'
import { FormCard } from '../../ui/form/form-card.tsx'
import { useFormCore } from '../../ui/form/form-core.ts'
import { InputField } from '../../ui/form/input-field.tsx'
import { againSpec, PasswordFields, passwordIssues } from '../../ui/form/password-fields.tsx'
import { SmsField, smsIssues } from '../../ui/form/sms-field.tsx'
import { draftOf, type FormValues, textAt } from '../../ui/form/values.ts'
import { buttonClass, PlainButton } from '../../ui/plain-button.tsx'
import { Loading } from '../../ui/states.tsx'
import { AccountPage } from './account-page.tsx'
import { CaptchaField, captchaSpec, useFormCaptcha } from './captcha-field.tsx'
import { CompanyFields } from './company-fields.tsx'
import { PageLink } from './navigation.tsx'
import { NeedsSms } from './needs-sms.tsx'
import { Terms } from './terms.tsx'
import { useSending } from './use-sending.ts'
import { useTaken } from './use-taken.ts'

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

function useRegistration() {
  const connection = useConnection()
  const form = useFormCore({
    specs,
    initial: {},
    check: (_draft, _stage, values) => registrationIssues(values),
  })
  useTaken(form)
  const { captcha, answer, isAnswered, spend } = useFormCaptcha(form)
  const [isAccepted, setAccepted] = useState(false)
  const [isMissed, setMissed] = useState(false)
  const [registered, setRegistered] = useState<{ token?: string }>()
  const register = () => {
    const { values } = form.store.state()
    // The form has validated the values against the same contract.
    return users(connection).register(draftOf(fields.Registration, values) as unknown as Registration)
  }
  const sending = useSending(form, register, {
    onDone: setRegistered,
    mayRun() {
      setMissed(!isAccepted)
      return isAccepted
    },
  })
  const sms = {
    onAsk: () => form.validate('submit', ['phone']) && isAnswered(),
    async send() {
      const phone = textAt(form.store.state().values, 'phone')
      return users(connection).sendRegisterSms({ phone, ...answer })
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
  return { form, captcha, sms, sending, terms, registered }
}

// Shown only after a click or a registration.
const FollowUp = lazy(async () => ({ default: (await import('./registration/follow-up.tsx')).FollowUp }))

function Registered({ username }: { username: string }) {
  return (
    <div className="card grid justify-items-center gap-3 px-6 py-12 text-center" role="status">
      <h2 className="font-medium text-lg">注册成功</h2>
      <p className="text-ink-soft">登录账号：{username}</p>
      <PageLink to="/login" className={buttonClass('primary')}>
        去登录
      </PageLink>
    </div>
  )
}

/** Registration of an enterprise with its office and first account. */
export function RegisterScreen() {
  const { form, captcha, sms, sending, terms, registered } = useRegistration()
  const [isFollowing, setFollowing] = useState(false)
  if (isFollowing || registered?.token !== undefined)
    return (
      <AccountPage title="注册申请" wide>
        <Suspense fallback={<Loading />}>
          <FollowUp {...(registered?.token === undefined ? {} : { first: registered.token })} />
        </Suspense>
      </AccountPage>
    )
  if (registered)
    return (
      <AccountPage title="企业注册">
        <Registered username={textAt(form.store.state().values, 'username')} />
      </AccountPage>
    )
  return (
    <AccountPage title="企业注册" wide>
      <NeedsSms off="本平台尚未开通短信，暂不能自助注册。请联系平台运维人员开立账号；已有账号可直接登录。">
        <FormCard form={form} columns action="注册" {...sending} below={<Terms {...terms} />}>
          <h2 className="col-span-full mb-3 font-medium">单位信息</h2>
          <CompanyFields />
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
      </NeedsSms>
      <p className="mt-4 text-center text-s">
        已提交注册？
        <PlainButton look="quiet" onClick={() => setFollowing(true)}>
          查看进度、补充材料
        </PlainButton>
      </p>
    </AccountPage>
  )
}
