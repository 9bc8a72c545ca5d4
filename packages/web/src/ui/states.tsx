import { isXinchuError } from '@xinchu/sdk'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** Empty state of a region, with what can be done about it. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-14 text-center text-ink-soft">
      <p>{children}</p>
      {action}
    </div>
  )
}

/** Number under which the operator finds a server failure in the log. */
const requestNumber = (error: Error) =>
  isXinchuError(error) && error.kind === 'server' ? error.requestId : undefined

const isMissing = (error: Error) => isXinchuError(error) && error.kind === 'not-found'

/** Error state of a region. What does not exist leads back to where its link was. */
export function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const number = requestNumber(error)
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-4 py-14 text-center">
      <p className="text-ink-soft">{error.message || '接口请求失败'}</p>
      {number && <p className="text-ink-faint text-xs">请求编号：{number}</p>}
      <p className="flex flex-wrap justify-center gap-2">
        {isMissing(error) && history.length > 1 && (
          <Button look="primary" onClick={() => history.back()}>
            返回上一页
          </Button>
        )}
        <Button onClick={onRetry}>重新加载</Button>
      </p>
    </div>
  )
}

interface LoadingProps {
  rows?: number
  /** Disables the animation for long waits, because repainting takes CPU time from other work. */
  isStill?: boolean
}

/** Loading state of a region, roughly in the shape of its content. */
export function Loading({ rows = 6, isStill = false }: LoadingProps) {
  return (
    <div role="status" aria-label="正在加载" className="grid gap-3 p-4">
      {Array.from({ length: rows }, (_, index) => `row-${index}`).map((key) => (
        <div key={key} className={`h-5 rounded bg-sunken ${isStill ? '' : 'animate-pulse'}`} />
      ))}
    </div>
  )
}
