import { isXinchuError } from '@xinchu/sdk'
import { type FormEvent, useState } from 'react'
import type { Proof } from '../../../app/security/queries.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/inputs.tsx'

type Problems = Partial<Record<keyof Proof, string>>

/** State of a form with password and code. */
export function useProof(send: (proof: Proof) => void, error: Error | null) {
  const [proof, setProof] = useState<Proof>({ password: '', otp: '' })
  const [missed, setMissed] = useState<Problems>({})
  const refused: Problems = {}
  if (isXinchuError(error))
    for (const { field, message } of error.errors)
      if (field === 'password' || field === 'otp') refused[field] = message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problems: Problems = {
      ...(proof.password === '' ? { password: '请输入密码' } : {}),
      ...(proof.otp.trim() === '' ? { otp: '请输入动态验证码' } : {}),
    }
    setMissed(problems)
    if (Object.keys(problems).length === 0) send({ ...proof, otp: proof.otp.trim() })
  }
  const problems = Object.keys(missed).length > 0 ? missed : refused
  const change = (next: Partial<Proof>) => setProof({ ...proof, ...next })
  return { proof, change, problems, submit }
}

interface ProofFieldsProps extends Pick<ReturnType<typeof useProof>, 'proof' | 'change' | 'problems'> {
  hint: string
}

/** Fields for the own password and a code of the second factor. */
export function ProofFields({ proof, change, problems, hint }: ProofFieldsProps) {
  return (
    <>
      <Field label="动态验证码" required hint={hint} error={problems.otp}>
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            value={proof.otp}
            onValue={(otp) => change({ otp })}
          />
        )}
      </Field>
      <Field label="登录密码" required error={problems.password}>
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="current-password"
            value={proof.password}
            onValue={(password) => change({ password })}
          />
        )}
      </Field>
    </>
  )
}
