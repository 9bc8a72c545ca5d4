import type { AskOtp, XinchuError } from '@xinchu/sdk'
import { type ReactNode, useRef, useState } from 'react'

export interface Otp {
  ask: AskOtp
  /** The question for the code, while the log-in waits for it. */
  step: ReactNode
  /** Called after the log-in. */
  end(): void
}

/** Asks for the code of the second factor in the course of a log-in. */
export function useOtp(): Otp {
  const [step, setStep] = useState<ReactNode>()
  const asked = useRef(0)
  return {
    async ask({ code, message }) {
      // Loaded only for accounts with a second factor.
      const { OtpStep } = await import('./otp-step.tsx')
      asked.current += 1
      const problem = code === 'S-002' ? message : undefined
      return new Promise((answer) =>
        setStep(<OtpStep key={asked.current} problem={problem} answer={answer} />),
      )
    },
    step,
    end: () => setStep(undefined),
  }
}

/** Whether a log-in was refused for a missing code. */
export const isGivenUp = ({ code }: Pick<XinchuError, 'code'>): boolean =>
  code === 'S-001' || code === 'S-002'
