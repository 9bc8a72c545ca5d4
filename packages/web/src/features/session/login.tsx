import { isSession, isXinchuError, type LoginResult, loginWithOtp } from '@xinchu/sdk'
import { ACCOUNT_TEXT, account, nonEmpty } from '@xinchu/validators'
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { type Connection, tellExpiry, useConnection } from '../../app/connection.ts'
import { tell } from '../../app/tell.ts'
import { useAction } from '../../lib/use-action.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { controlClass, Field } from '../../ui/field.tsx'
import { notify } from '../../ui/notice.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'
import { CaptchaButton, CaptchaHelp, captchaAnswer, captchaPlaceholder, useCaptcha } from './captcha.tsx'
import { firstLoginOf } from './first-login.ts'
import { GridArtwork } from './grid-artwork.tsx'
import { goTo, PageLink } from './navigation.tsx'
import { FilingFooter, SecrecyBanner } from './page-parts.tsx'
import { platformSettingsOf, usePlatform, usePlatformTitle } from './platform-settings.ts'
import { isGivenUp, useOtp } from './use-otp.tsx'

const NAMES = ['username', 'password', 'code'] as const

type LoginForm = Record<(typeof NAMES)[number], string>

function errorsOf(form: LoginForm, asksCode: boolean): Partial<LoginForm> {
  const errors: Partial<LoginForm> = {}
  if (nonEmpty(form.username)) errors.username = '请输入登录账号'
  else if (account(form.username)) errors.username = ACCOUNT_TEXT
  if (nonEmpty(form.password)) errors.password = '请输入密码'
  if (asksCode && nonEmpty(form.code)) errors.code = '请输入验证码'
  return errors
}

/** Inputs are uncontrolled, so that text typed before hydration is kept. */
function useTexts() {
  const form = useRef<HTMLFormElement>(null)
  const control = (name: string) => {
    const found = form.current?.elements.namedItem(name)
    return found instanceof HTMLInputElement ? found : undefined
  }
  return {
    form,
    read: (): LoginForm => {
      const [username = '', password = '', code = ''] = NAMES.map((name) => control(name)?.value ?? '')
      return { username, password, code }
    },
    focus: (name: string) => control(name)?.focus(),
    write(texts: Partial<LoginForm>) {
      for (const [name, text] of Object.entries(texts)) {
        const found = control(name)
        if (found) found.value = text
      }
    },
  }
}

/** Describes the last log-in, and warns of failed tries since. */
function lastLoginText({ time, address, device, failures }: NonNullable<LoginResult['lastLogin']>) {
  const place = [address, device].filter(Boolean).join('，')
  const warning = `。此后 ${failures} 次登录未成功，如非本人操作，请立即修改密码`
  return [`上次登录：${time}（${place}）${failures ? warning : ''}`, failures > 0]
}

function arrive(connection: Connection, result: LoginResult): void {
  const { flag, token, lastLogin } = result
  // Shown by the application after its reload.
  if (lastLogin) sessionStorage.setItem('last-login', JSON.stringify(lastLoginText(lastLogin)))
  if (isSession(result)) location.assign(flag && flag !== 'not' ? '/editpassword' : '/')
  else if (token) {
    firstLoginOf(connection).set(token)
    goTo('/editpassword')
  } else notify('账号尚未完善，请联系上级管理员办理')
}

function useLogin() {
  const connection = useConnection()
  const { form, read, write, focus } = useTexts()
  const captcha = useCaptcha(usePlatform()?.captchaEnabled, (code) => write({ code }))
  const [errors, setErrors] = useState<Partial<LoginForm>>({})
  const otp = useOtp()
  const login = useAction(
    async () => {
      // Unknown until the platform's settings are loaded. Until then, a second press must not
      // log in a second time.
      const settings = await platformSettingsOf(connection)
        .get()
        .catch(() => undefined)
      const { code, ...who } = read()
      const found = errorsOf({ ...who, code }, settings?.captchaEnabled ?? true)
      setErrors(found)
      if (Object.keys(found).length > 0) return undefined
      return loginWithOtp(connection, { ...who, ...captchaAnswer(captcha, code) }, otp.ask)
    },
    {
      onDone: (result) => result && arrive(connection, result),
      onFailed(error) {
        otp.end()
        const isRefused = isXinchuError(error) && error.status === 400
        const first = isRefused ? error.errors.find(({ field }) => field === 'code') : undefined
        if (!isRefused) tell(error)
        else if (first) setErrors({ code: first.message })
        else if (!isGivenUp(error)) {
          setErrors({ password: error.message })
          focus('password')
        }
        write({ code: '' })
        captcha.renew()
      },
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!login.isBusy) login.run()
  }
  return { form, write, captcha, errors, isBusy: login.isBusy, submit, step: otp.step }
}

// Loaded only by demonstrations.
const SampleAccounts = lazy(async () => ({ default: (await import('./sample-accounts.tsx')).SampleAccounts }))

/** Reserves space for the demonstration's accounts, so that the layout does not shift. */
function Samples({ onPick }: { onPick: (username: string, password: string) => void }) {
  const settings = usePlatform()
  return (
    <div className="mt-3 h-10 text-[13px] text-ink-soft">
      <Suspense>
        {settings?.demoAccounts && <SampleAccounts accounts={settings.demoAccounts} onPick={onPick} />}
      </Suspense>
    </div>
  )
}

const FURTHER = 'text-brand-ink hover:underline'

function FurtherPages() {
  return (
    <p className="mt-4 flex flex-wrap justify-between gap-x-4 gap-y-1 text-s">
      <PageLink to="/register" className={FURTHER}>
        企业注册
      </PageLink>
      <PageLink to="/publicity" className={FURTHER}>
        试点示范项目公示
      </PageLink>
      <PageLink to="/editpassword" className={FURTHER}>
        忘记密码
      </PageLink>
    </p>
  )
}

function LoginCard({ title }: { title: string }) {
  const { form, write, captcha, errors, isBusy, submit, step } = useLogin()
  const isReady = useHydrated()
  const [isShown, setShown] = useState(false)
  const look = `${controlClass} h-10`
  return (
    <div>
      <div className="rounded-2xl border border-line bg-surface px-8 pt-8 pb-6 shadow-card">
        <h1 className="mb-1 font-semibold text-lg lg:hidden">{title}</h1>
        <h2 className="mb-6 font-medium text-[17px]">用户登录</h2>
        {step}
        {/* `post`, so that without scripts the password never ends up in a URL. */}
        <form ref={form} onSubmit={submit} noValidate method="post" hidden={Boolean(step)}>
          <Field label="登录账号" error={errors.username}>
            {(control) => <input {...control} name="username" autoComplete="username" className={look} />}
          </Field>
          <Field label="密码" error={errors.password}>
            {(control) => (
              <div className="relative">
                <input
                  {...control}
                  name="password"
                  type={isShown ? 'text' : 'password'}
                  autoComplete="current-password"
                  className={`${look} pr-14!`}
                />
                <button
                  type="button"
                  onClick={() => setShown(!isShown)}
                  className="absolute inset-y-0 right-0 px-3 text-brand-ink text-s"
                >
                  {isShown ? '隐藏' : '显示'}
                </button>
              </div>
            )}
          </Field>
          {captcha.isAsked && (
            <Field label="验证码" error={errors.code}>
              {(control) => (
                <>
                  <div className="flex items-center gap-2">
                    <input
                      {...control}
                      name="code"
                      inputMode="numeric"
                      autoComplete="off"
                      placeholder={captchaPlaceholder(captcha)}
                      className={look}
                    />
                    <CaptchaButton captcha={captcha} className="h-12 w-[150px]" />
                  </div>
                  <CaptchaHelp captcha={captcha} />
                </>
              )}
            </Field>
          )}
          <PlainButton
            type="submit"
            look="primary"
            busy={isBusy}
            disabled={!isReady}
            className="mt-1 h-10! w-full text-[15px]"
          >
            {isBusy ? '正在登录' : '登录'}
          </PlainButton>
        </form>
        <FurtherPages />
      </div>
      <Samples onPick={(username, password) => write({ username, password })} />
    </div>
  )
}

/** The log-in page. */
export function LoginScreen() {
  const title = usePlatformTitle()
  useEffect(tellExpiry, [])
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto] bg-canvas">
      <title>{title}</title>
      <SecrecyBanner />
      <main className="mx-auto grid w-full max-w-[1080px] items-center gap-10 px-6 py-10 lg:grid-cols-[1fr_400px]">
        <section className="hidden lg:block">
          <GridArtwork />
          <h1 className="mt-8 font-semibold text-[28px] tracking-wide">{title}</h1>
          <p className="mt-3 max-w-[34em] text-ink-soft leading-7">
            项目申报、逐级审核、运行报送与统计分析，国家、省、市、县与企业同在一处办理。
          </p>
        </section>
        <LoginCard title={title} />
      </main>
      <FilingFooter />
    </div>
  )
}
