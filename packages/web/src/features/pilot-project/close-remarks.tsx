import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { useAct } from './use-act.ts'

/** Asks before remarks that are still open are closed with a pass. The harmless button has the focus. */
export function CloseRemarks({ acting }: { acting: ReturnType<typeof useAct> }) {
  const { asking, isPending, confirm, cancel } = acting
  if (!asking) return null
  return (
    <Dialog
      open
      onClose={cancel}
      title={`${asking.request.ids.length} 项有意见尚未关闭`}
      footer={
        <>
          <Button autoFocus onClick={cancel}>
            返回
          </Button>
          <Button look="primary" busy={isPending} onClick={confirm}>
            关闭意见并办理
          </Button>
        </>
      }
    >
      <ul className="grid gap-1 text-s">
        {[...new Set(asking.messages)].map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      <p className="mt-2 text-ink-soft text-s">请先核对单位的答复与修改。关闭后不再要求单位处理。</p>
    </Dialog>
  )
}
