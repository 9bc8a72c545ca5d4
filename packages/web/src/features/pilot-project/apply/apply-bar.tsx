import { titleOfPart } from '../../../records/pilot-parts.ts'
import { Button } from '../../../ui/button.tsx'
import type { RecordForm } from '../../../ui/form/context.ts'
import { useFormHistory } from '../../../ui/form/use-history.ts'
import { Icon } from '../../../ui/icons.tsx'
import { Key } from '../../../ui/review/key.tsx'
import { SaveStateText } from '../../../ui/save-state.tsx'
import { UndoButtons } from '../../../ui/sheet/undo-buttons.tsx'
import { useApply } from './context.ts'
import type { PilotSaving } from './saving.ts'

/** The save state, as text. */
function SavingWords({ saving }: { saving: PilotSaving }) {
  if (saving.stuck.length > 0)
    return (
      <span className="text-warning">
        “{saving.stuck.map(titleOfPart).join('、')}”有误，改正后保存；已存本机
      </span>
    )
  if (saving.closed.length > 0 && saving.state.kind !== 'saving')
    return (
      <span className="text-warning">
        “{saving.closed.map(titleOfPart).join('、')}”现在不能修改，所填内容未保存；已存本机
      </span>
    )
  if (saving.state.kind === 'idle')
    return <span className="text-ink-soft">保存在服务器，可在任何设备续填</span>
  return <SaveStateText state={saving.state} onRetry={saving.saveNow} />
}

interface ApplyBarProps {
  form: RecordForm
  saving: PilotSaving
  isBusy: boolean
  /** Name of the office that receives the application. */
  office: string
  /** State in which it cannot be changed. */
  lockedAs: string | undefined
}

/** Buttons below the form, and the save state. */
export function ApplyBar({ form, saving, isBusy, office, lockedAs }: ApplyBarProps) {
  const { gaps } = useApply()
  const history = useFormHistory(form.api)
  const bar = 'card sticky bottom-0 z-10 flex flex-wrap items-center gap-2 px-4 py-2.5 shadow-float'
  if (lockedAs !== undefined)
    return (
      <p data-print="none" className={`${bar} text-ink-soft text-s`}>
        <Icon name="lock" />
        现在是“{lockedAs}”，内容只读
      </p>
    )
  return (
    <div data-print="none" className={bar}>
      <span className="mr-auto min-w-0 text-s">
        <SavingWords saving={saving} />
      </span>
      <UndoButtons steps={history} onUndo={history.undo} onRedo={history.redo} />
      <span role="status" className="sr-only">
        {history.said}
      </span>
      <Button busy={saving.isBusy} onClick={saving.saveNow}>
        保存 <Key>Ctrl S</Key>
      </Button>
      <Button
        type="submit"
        look="primary"
        aria-disabled={gaps.length > 0}
        className="aria-disabled:opacity-60"
        busy={isBusy}
      >
        {gaps.length > 0 ? `提交（还差 ${gaps.length} 项）` : `提交至 ${office}`}
      </Button>
    </div>
  )
}
