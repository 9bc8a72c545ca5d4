import type { AskOtp, XinchuError } from '@xinchu/sdk'
import { lazy, type ReactNode, Suspense, useState } from 'react'

// Loaded only by accounts with a second factor.
const OtpStep = lazy(async () => ({ default: (await import('./otp-step.tsx')).OtpStep }))

interface Question {
  /** Why the code is asked for again. */
  problem: string | undefined
  answer: (otp?: string) => void
}

export interface Otp {
  ask: AskOtp
  /** The question for the code, while the log-in waits for it. */
  step: ReactNode
  /** Called after the log-in. */
  end(): void
}

/** Asks for the code of the second factor in the course of a log-in. */
export function useOtp(): Otp {
  const [question, setQuestion] = useState<Question>()
  return {
    ask: ({ code, message }) =>
      new Promise((answer) => setQuestion({ problem: code === 'S-002' ? message : undefined, answer })),
    step: question && (
      <Suspense>
        <OtpStep {...question} />
      </Suspense>
    ),
    end: () => setQuestion(undefined),
  }
}

/** Whether a log-in was refused because the user did not give the code. */
export const isGivenUp = ({ code }: Pick<XinchuError, 'code'>): boolean => /^S-00[12]$/.test(code ?? '')
