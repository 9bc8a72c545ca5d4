import { useEffect, useState } from 'react'
import { useAction } from '../../lib/use-action.ts'
import { PlainButton } from '../plain-button.tsx'
import { AccountField } from './account-field.tsx'
import type { AccountForm } from './use-account-form.ts'

/** How long until another code may be asked for, s; the server holds to it too. */
const WAIT_S = 60

/** Seconds left until another code may be asked for, and how to begin anew. */
function useCountdown() {
  const [end, setEnd] = useState(0)
  const [now, setNow] = useState(0)
  const left = Math.max(0, Math.ceil((end - now) / 1_000))
  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [left])
  const begin = () => {
    setNow(Date.now())
    setEnd(Date.now() + WAIT_S * 1_000)
  }
  return [left, begin] as const
}

interface SmsFieldProps {
  form: AccountForm
  /** Whether a code may be asked for now; says itself at the fields what is missing. */
  onAsk: () => boolean
  /** Has a code sent. @returns the telephone number that it goes to, masked */
  send: () => Promise<string>
  /** What a try, good or not, means to the form, such as another captcha. */
  onTried?: () => void
  /** Tells of a failure; the form has taken what is said of its fields. */
  onFailed: (error: Error) => void
}

/** The code of a short message, with the button that sends one and counts down until it may be pressed again. */
export function SmsField({ form, onAsk, send, onTried, onFailed }: SmsFieldProps) {
  const [left, begin] = useCountdown()
  const [sentTo, setSentTo] = useState('')
  const sending = useAction(send, {
    onDone(phone) {
      setSentTo(phone)
      begin()
      onTried?.()
    },
    onFailed(error) {
      onTried?.()
      form.takeError(error)
      onFailed(error)
    },
  })
  const hint = sentTo ? `验证码已发送至 ${sentTo}，5 分钟内有效` : undefined
  return (
    <AccountField
      form={form}
      name="smsCode"
      label="短信验证码"
      required
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      {...(hint ? { hint } : {})}
      aside={
        <PlainButton
          busy={sending.isBusy}
          disabled={left > 0}
          onClick={() => onAsk() && sending.run()}
          className="min-w-28 shrink-0"
        >
          {left > 0 ? `${left} 秒后重发` : '获取验证码'}
        </PlainButton>
      }
    />
  )
}

/** What is wrong with a code that was typed. */
export const smsProblem = (code: string | undefined): string | undefined =>
  /^\d{6}$/.test(code ?? '') ? undefined : '请输入6位短信验证码'
