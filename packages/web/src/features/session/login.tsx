import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { isSession, isXinchuError } from '@xinchu/sdk'
import { account, nonEmpty } from '@xinchu/validators'
import { type FormEvent, useEffect, useState } from 'react'
import { sdk, tellExpiry } from '../../app/sdk.ts'
import { sessionQueries } from '../../app/session-queries.ts'
import { Button } from '../../ui/button.tsx'
import { controlClass, Field } from '../../ui/field.tsx'
import { notify } from '../../ui/notice.tsx'
import { FilingFooter, SecrecyBanner } from './account-page.tsx'
import { holdFirstLogin } from './first-login.ts'
import { GridArtwork } from './grid-artwork.tsx'

interface LoginForm {
  username: string
  password: string
  code: string
}

function errorsOf(form: LoginForm, asksCode: boolean): Partial<LoginForm> {
  const errors: Partial<LoginForm> = {}
  const username = nonEmpty(form.username) ?? account(form.username)
  const password = nonEmpty(form.password)
  const code = asksCode ? nonEmpty(form.code) : null
  if (username) errors.username = username
  if (password) errors.password = password
  if (code) errors.code = code
  return errors
}

export function LoginScreen() {
  const navigate = useNavigate()
  const platform = useQuery(sessionQueries.platform)
  const asksCode = platform.data?.captchaEnabled ?? true
  const captcha = useQuery({
    queryKey: ['captcha'],
    queryFn: ({ signal }) => sdk.auth.getCaptcha({ signal }),
    enabled: asksCode,
    staleTime: Infinity,
    gcTime: 0,
  })
  const [form, setForm] = useState<LoginForm>({ username: '', password: '', code: '' })
  const [errors, setErrors] = useState<Partial<LoginForm>>({})
  useEffect(tellExpiry, [])

  const login = useMutation({
    meta: { showsFieldErrors: true },
    mutationFn: () => sdk.login({ ...form, ...(captcha.data ? { uuid: captcha.data.uuid } : {}) }),
    onSuccess(result) {
      const { flag, token } = result
      if (isSession(result)) location.assign(flag && flag !== 'not' ? '/editpassword' : '/')
      else if (token) {
        holdFirstLogin(token)
        void navigate({ to: '/editpassword' })
      } else notify('账号尚未完善，请联系上级管理员办理')
    },
    onError(error) {
      const first = isXinchuError(error) ? error.errors.find(({ field }) => field === 'code') : undefined
      if (first) setErrors({ code: first.message })
      else if (isXinchuError(error) && error.errors.length > 0) notify(error.message)
      setForm((typed) => ({ ...typed, code: '' }))
      void captcha.refetch()
    },
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    // Whether a captcha is asked for is not known before the platform has answered.
    const settings = platform.data ?? (await platform.refetch()).data
    const found = errorsOf(form, settings?.captchaEnabled ?? true)
    setErrors(found)
    if (Object.keys(found).length === 0) login.mutate()
  }

  const bind = (name: keyof LoginForm) => ({
    className: `${controlClass} h-10`,
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  })
  const title = platform.data?.title ?? '全国新型储能大数据平台'

  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto] bg-canvas">
      <SecrecyBanner />
      <main className="mx-auto grid w-full max-w-[1080px] items-center gap-10 px-6 py-10 lg:grid-cols-[1fr_400px]">
        <section className="hidden lg:block">
          <GridArtwork />
          <h1 className="mt-8 font-semibold text-[28px] tracking-wide">{title}</h1>
          <p className="mt-3 max-w-[34em] text-ink-soft leading-7">
            项目申报、逐级审核、运行报送与统计分析，国家、省、市、县与企业同在一处办理。
          </p>
        </section>
        <form
          onSubmit={(event) => void submit(event)}
          noValidate
          className="rounded-2xl border border-line bg-surface px-8 pt-8 pb-6 shadow-card"
        >
          <h1 className="mb-1 font-semibold text-lg lg:hidden">{title}</h1>
          <h2 className="mb-6 font-medium text-[17px]">用户登录</h2>
          <Field label="登录账号" error={errors.username}>
            {(control) => <input {...control} {...bind('username')} autoComplete="username" />}
          </Field>
          <Field label="密码" error={errors.password}>
            {(control) => (
              <input {...control} {...bind('password')} type="password" autoComplete="current-password" />
            )}
          </Field>
          {asksCode && (
            <Field label="验证码" error={errors.code}>
              {(control) => (
                <div className="flex gap-2">
                  <input {...control} {...bind('code')} inputMode="numeric" autoComplete="off" />
                  <button
                    type="button"
                    onClick={() => void captcha.refetch()}
                    title="看不清，换一张"
                    className="h-10 w-32 shrink-0 overflow-hidden rounded-md border border-line-strong bg-white"
                  >
                    {captcha.data && (
                      <img src={captcha.data.img} alt="算式验证码，点击换一张" className="mx-auto h-9" />
                    )}
                  </button>
                </div>
              )}
            </Field>
          )}
          <Button
            type="submit"
            look="primary"
            busy={login.isPending}
            className="mt-1 h-10 w-full text-[15px]"
          >
            {login.isPending ? '正在登录' : '登录'}
          </Button>
          <p className="mt-4 flex justify-between text-s">
            <Link to="/register" className="text-brand-ink hover:underline">
              企业注册
            </Link>
            <Link to="/editpassword" className="text-brand-ink hover:underline">
              忘记密码
            </Link>
          </p>
          {platform.data?.demo && (
            <details className="mt-5 rounded-md border border-line bg-sunken px-3 py-2 text-[13px] text-ink-soft">
              <summary className="cursor-pointer">演示数据：可用以下账号登录</summary>
              <ul className="mt-2 max-h-48 overflow-auto">
                {platform.data.demoAccounts?.map(({ username, password, title: who }) => (
                  <li key={username}>
                    <button
                      type="button"
                      onClick={() => setForm({ ...form, username, password })}
                      className="flex w-full justify-between gap-3 rounded px-1 py-0.5 text-left hover:bg-brand-soft"
                    >
                      <span>{who}</span>
                      <span className="text-ink-faint">{username}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </form>
      </main>
      <FilingFooter />
    </div>
  )
}
