import type { ReactNode } from 'react'
import { usePlatform } from './platform-settings.ts'

interface NeedsSmsProps {
  /** Says what cannot be done without text messages, and what can. */
  off: string
  children: ReactNode
}

/** A form that needs a text message: says so before anything is typed if none can be sent, or if they may be late. */
export function NeedsSms({ off, children }: NeedsSmsProps) {
  const sms = usePlatform()?.sms
  if (sms === 'off')
    return (
      <p role="status" className="card px-6 py-8">
        {off}
      </p>
    )
  return (
    <>
      {sms === 'down' && (
        <p role="status" className="mb-3 rounded-md bg-warning-soft px-3 py-2 text-s text-warning">
          短信发送不稳定，可能要等几分钟。
        </p>
      )}
      {children}
    </>
  )
}
