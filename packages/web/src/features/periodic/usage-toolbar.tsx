import { Button } from '../../ui/button.tsx'
import { UndoButtons } from '../../ui/sheet/undo-buttons.tsx'
import type { StepKeeper } from '../../ui/sheet/use-steps.ts'

interface UsageToolbarProps {
  /** Number of projects. */
  count: number
  canWrite: boolean
  steps: StepKeeper<unknown>
  onUndo: () => void
  onRedo: () => void
  onNextIssue: () => void
  onCarry: () => void
  onSubmit: () => void
}

/** The line above the quarterly sheet: what can be done, and the buttons. */
export function UsageToolbar({ count, canWrite, steps, ...on }: UsageToolbarProps) {
  return (
    <header className="flex flex-wrap items-center gap-2 px-4 py-2.5">
      <p className="grow basis-56 text-ink-faint text-s">
        共 {count.toLocaleString('zh-CN')} 个项目。
        {canWrite && '直接键入或双击填写，回车换行；可从 Excel 复制整块粘贴'}
      </p>
      {canWrite && <UndoButtons steps={steps} onUndo={on.onUndo} onRedo={on.onRedo} />}
      <Button icon="chevronDown" title="F8" onClick={on.onNextIssue}>
        下一处问题
      </Button>
      <Button disabled={!canWrite} onClick={on.onCarry}>
        带入上期…
      </Button>
      <Button look="primary" disabled={!canWrite} onClick={on.onSubmit}>
        提交…
      </Button>
    </header>
  )
}
