import { type Issue, issue } from '@xinchu/validators'
import { useEffect, useState } from 'react'
import { useAction } from '../../lib/use-action.ts'
import { PlainButton } from '../plain-button.tsx'
import { useForm } from './context.ts'
import { InputField } from './input-field.tsx'
import { type FormValues, textAt } from './values.ts'

/** Seconds until another code may be requested; the server enforces it too. */
const WAIT_S = 60

/** Seconds until another code may be requested, and a restart function. */
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

/** Where a code was sent, and whether the gateway has not taken it yet. */
export interface SentCode {
  phoneMasked: string
  isDelayed?: boolean
}

const hintOf = ({ phoneMasked, isDelayed }: SentCode) =>
  isDelayed ? '短信发送较慢，两分钟内未收到请重新获取' : `验证码已发送至 ${phoneMasked}，5 分钟内有效`

interface SmsFieldProps {
  /** Whether a code may be requested now; reports at the fields what is missing. */
  onAsk: () => boolean
  /** Requests a code. */
  send: () => Promise<SentCode>
  /** Called after each request, because a captcha is valid only once. */
  onTried?: () => void
  /** Reports a failure; the form has placed its field errors already. */
  onFailed: (error: Error) => void
}

/** The code of a text message, with the button that requests one and counts down to the next. */
export function SmsField({ onAsk, send, onTried, onFailed }: SmsFieldProps) {
  const form = useForm()
  const [left, begin] = useCountdown()
  const [sent, setSent] = useState<SentCode>()
  const sending = useAction(send, {
    onDone(code) {
      setSent(code)
      begin()
      onTried?.()
    },
    onFailed(error) {
      onTried?.()
      form.takeError(error)
      onFailed(error)
    },
  })
  return (
    <InputField
      name="smsCode"
      required
      inputMode="numeric"
      autoComplete="one-time-code"
      hint={sent && hintOf(sent)}
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

/** Checks the form of a code that was typed. */
export const smsIssues = (values: FormValues): Issue[] => {
  const code = textAt(values, 'smsCode')
  if (code === '' || /^\d{6}$/.test(code)) return []
  return [issue('smsCode', '请输入6位短信验证码', 'error', 'A-014')]
}
