import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConnection } from '../app/connection.ts'
import { sendUnsaved } from '../app/unsaved.ts'
import { useViewStore } from '../app/views/view-store.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { fieldsIn, keptForms } from './kept-forms.ts'

// Longer than a slow call. The rest stays sealed in this browser.
const WAIT_MS = 3_000

/** Asks before the log-out. Input that is kept for its author needs no further question of the browser. */
export function LogoutQuestion({ onClose }: { onClose: () => void }) {
  const connection = useConnection()
  const client = useQueryClient()
  const { state, unsaved } = useViewStore()
  const [isLeaving, setLeaving] = useState(false)
  const formsNow = () => state.get().views.flatMap(({ key }) => unsaved.in(key))
  const forms = formsNow()
  const leave = async () => {
    setLeaving(true)
    await sendUnsaved(client, WAIT_MS)
    if (keptForms(formsNow())) unsaved.forget()
    await connection.logout()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="提示"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" busy={isLeaving} onClick={() => void leave()}>
            确定
          </Button>
        </>
      }
    >
      <p>确定注销并退出系统吗？</p>
      {forms.length > 0 && keptForms(forms) && (
        <p className="mt-1 text-ink-soft text-s">
          有 {fieldsIn(forms)} 处还没有保存，已留存，下次登录可接着填。
        </p>
      )}
    </Dialog>
  )
}
