import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

interface Props {
  children: ReactNode
  /** Remounts the part after the error. */
  onRetry: (error: Error) => void
  onHome: () => void
}

/** Limits a rendering error to one part of the page. */
export class ErrorBoundary extends Component<Props, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined }

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render(): ReactNode {
    const { children, onRetry, onHome } = this.props
    const { error } = this.state
    if (!error) return children
    return (
      <div role="alert" className="card grid justify-items-center gap-3 px-4 py-16 text-center">
        <h1 className="font-medium text-base">页面出错</h1>
        <p className="text-ink-soft text-s">该页面未能显示，可重试；仍不能显示时请联系平台运维人员。</p>
        <div className="flex gap-2">
          <Button onClick={onHome}>返回首页</Button>
          <Button look="primary" onClick={() => onRetry(error)}>
            重试
          </Button>
        </div>
      </div>
    )
  }
}
