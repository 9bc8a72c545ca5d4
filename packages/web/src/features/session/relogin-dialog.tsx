import { useQuery } from '@tanstack/react-query'
import { isSession, isXinchuError, loginWithOtp } from '@xinchu/sdk'
import { type FormEvent, useId, useState } from 'react'
import { useConnection } from '../../app/connection.ts'
import { sessionQueries } from '../../app/session-queries.ts'
import { useViewStore } from '../../app/views/view-store.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { controlClass, Field } from '../../ui/field.tsx'
import { CaptchaButton, CaptchaHelp, captchaAnswer, captchaPlaceholder, useCaptcha } from './captcha.tsx'
import { isGivenUp, useOtp } from './use-otp.tsx'

interface ReloginDialogProps {
  /** Reason why somebody ended the session. */
  reason: string | undefined
  /** Called with true after a log-in, with false if the user logs in later. */
  onDone: (isLoggedIn: boolean) => void
}

function useRelogin(username: string, onDone: () => void) {
  const connection = useConnection()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<string>()
  // The frame has loaded the settings, so the form is complete immediately.
  const { data: settings } = useQuery(sessionQueries.platform)
  const captcha = useCaptcha(settings?.captchaEnabled, setCode)
  const otp = useOtp()
  const logIn = () =>
    loginWithOtp(connection, { username, password, ...captchaAnswer(captcha, code) }, otp.ask)
  const login = useAction(logIn, {
    onDone(result) {
      // Missing account details need a page of their own.
      if (result.user?.user.mustEnrol) location.assign('/')
      else if (!isSession(result) || (result.flag && result.flag !== 'not')) location.assign('/editpassword')
      else onDone()
    },
    onFailed(error) {
      otp.end()
      setRefusal(isXinchuError(error) && isGivenUp(error) ? undefined : error.message)
      setCode('')
      captcha.renew()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password === '') return setRefusal('请输入密码')
    if (captcha.isRequired && code === '') return setRefusal('请输入验证码')
    if (!login.isBusy) login.run()
  }
  return {
    password,
    setPassword,
    code,
    setCode,
    captcha,
    refusal,
    isBusy: login.isBusy,
    submit,
    step: otp.step,
  }
}

/** Asks before a log-in with another account, which leaves the page. */
function OtherAccount({ onBack }: { onBack: () => void }) {
  const connection = useConnection()
  const { unsaved } = useViewStore()
  return (
    <Dialog
      open
      isFirm
      onClose={onBack}
      title="换账号登录？"
      footer={
        <>
          <Button onClick={onBack}>返回</Button>
          <Button
            look="danger"
            onClick={() => {
              unsaved.forget()
              void connection.logout()
            }}
          >
            离开此页
          </Button>
        </>
      }
    >
      将离开此页。未保存的内容只有原账号可见，再次登录并打开此页时可以恢复。
    </Dialog>
  )
}

/** The log-in over the page. Waiting requests are sent after it. */
export function ReloginDialog({ reason, onDone }: ReloginDialogProps) {
  const { data: info } = useQuery({ ...sessionQueries.info, enabled: false })
  const { username = '', companyName } = info?.user ?? {}
  const [isLeaving, setLeaving] = useState(false)
  const form = useRelogin(username, () => onDone(true))
  const formId = useId()
  const { captcha } = form
  if (isLeaving) return <OtherAccount onBack={() => setLeaving(false)} />
  return (
    <Dialog
      open
      isFirm
      onClose={() => onDone(false)}
      title={reason ? '登录已结束' : '登录已过期'}
      description={`${reason ? `${reason}。` : ''}填写的内容都在。登录后接着办理。`}
      footer={
        <>
          <Button look="quiet" className="mr-auto px-0!" onClick={() => setLeaving(true)}>
            换账号（将离开此页）
          </Button>
          <Button onClick={() => onDone(false)}>稍后</Button>
          {!form.step && (
            <Button type="submit" form={formId} look="primary" busy={form.isBusy}>
              登录并继续
            </Button>
          )}
        </>
      }
    >
      {form.step}
      <form id={formId} noValidate onSubmit={form.submit} hidden={Boolean(form.step)}>
        <p className="mb-3 rounded-md border border-line bg-sunken px-3 py-2 text-s">
          {companyName}
          <span className="ml-3 text-ink-soft">{username}</span>
        </p>
        {/* Tells password managers whose password it is. */}
        <input type="hidden" name="username" autoComplete="username" value={username} />
        <Field label="密码" error={form.refusal}>
          {(control) => (
            <input
              {...control}
              type="password"
              autoComplete="current-password"
              value={form.password}
              onChange={(event) => form.setPassword(event.target.value)}
              className={controlClass}
            />
          )}
        </Field>
        {captcha.isAsked && (
          <Field label="验证码">
            {(control) => (
              <>
                <div className="flex items-center gap-2">
                  <input
                    {...control}
                    inputMode="numeric"
                    autoComplete="off"
                    placeholder={captchaPlaceholder(captcha)}
                    value={form.code}
                    onChange={(event) => form.setCode(event.target.value)}
                    className={controlClass}
                  />
                  <CaptchaButton captcha={captcha} className="h-12 w-[150px]" />
                </div>
                <CaptchaHelp captcha={captcha} />
              </>
            )}
          </Field>
        )}
      </form>
    </Dialog>
  )
}
