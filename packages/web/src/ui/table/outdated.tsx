import { clockText } from '../save-state.tsx'

interface OutdatedProps {
  at: number | undefined
  onRetry: (() => void) | undefined
}

/** Says that rows could not be loaded anew, and from when those are that stay. */
export function Outdated({ at, onRetry }: OutdatedProps) {
  return (
    <p role="alert" className="flex gap-3 border-line border-b bg-danger-soft px-4 py-1.5 text-danger text-s">
      未能刷新，以下是{at ? ` ${clockText(at)} ` : '此前'}的内容
      {onRetry && (
        <button type="button" onClick={onRetry} className="min-h-6 underline">
          重新加载
        </button>
      )}
    </p>
  )
}
