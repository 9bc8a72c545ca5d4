import { type FormEvent, useEffect, useRef, useState } from 'react'
import { controlClass, Field } from '../../ui/field.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'

interface OtpStepProps {
  problem: string | undefined
  /** Without a code the user gives up. */
  answer: (otp?: string) => void
}

/** One question for the code of the second factor. A wrong code is followed by another question. */
export function OtpStep({ problem, answer }: OtpStepProps) {
  const [otp, setOtp] = useState('')
  const [missed, setMissed] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (otp.trim() === '') return setMissed('请输入动态验证码')
    setMissed(undefined)
    setBusy(true)
    answer(otp.trim())
  }
  return (
    <form onSubmit={submit} noValidate aria-label="动态验证码">
      <Field
        label="动态验证码"
        hint="打开验证器应用，填写6位数字；无法使用时填写恢复码"
        error={isBusy ? undefined : (missed ?? problem)}
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            value={otp}
            onChange={(event) => setOtp(event.target.value)}
            className={`${controlClass} h-10 text-center font-mono text-lg tracking-[0.3em]`}
          />
        )}
      </Field>
      <div className="mt-1 grid grid-cols-[auto_1fr] gap-2">
        <PlainButton className="h-10!" onClick={() => answer()}>
          返回
        </PlainButton>
        <PlainButton type="submit" look="primary" busy={isBusy} className="h-10! text-[15px]">
          验证并登录
        </PlainButton>
      </div>
    </form>
  )
}
