import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '../button.tsx'
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
}

/** The code of a short message, with the button that sends one and counts down until it may be pressed again. */
export function SmsField({ form, onAsk, send, onTried }: SmsFieldProps) {
  const [left, begin] = useCountdown()
  const sending = useMutation({
    meta: { showsFieldErrors: true },
    mutationFn: send,
    onSuccess() {
      begin()
      onTried?.()
    },
    onError(error) {
      onTried?.()
      form.takeError(error)
    },
  })
  const hint = sending.data ? `验证码已发送至 ${sending.data}，5 分钟内有效` : undefined
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
        <Button
          busy={sending.isPending}
          disabled={left > 0}
          onClick={() => onAsk() && sending.mutate()}
          className="min-w-28 shrink-0"
        >
          {left > 0 ? `${left} 秒后重发` : '获取验证码'}
        </Button>
      }
    />
  )
}

/** What is wrong with a code that was typed. */
export const smsProblem = (code: string | undefined): string | undefined =>
  /^\d{6}$/.test(code ?? '') ? undefined : '请输入6位短信验证码'
