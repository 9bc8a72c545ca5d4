import type { UnsavedInput } from '../app/views/unsaved.ts'
import { useViewStore } from '../app/views/view-store.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { CloseQuestion } from './tag-actions.ts'

/** Describes the unsaved input in these views. */
function unsavedText(forms: ReturnType<UnsavedInput['in']>): string {
  const fields = forms.reduce((sum, form) => sum + (form === true ? 0 : form.fields), 0)
  const isCounted = forms.every((form) => form !== true)
  const isKept = forms.every((form) => form !== true && form.isKept)
  const what = isCounted ? `未保存的 ${fields} 处` : '尚有未保存的内容'
  if (isKept) return `${what}已存本机，再次打开时可以恢复。`
  return isCounted ? `${what}将丢失。` : `${what}。`
}

interface CloseDialogProps {
  question: CloseQuestion
  onKeep: () => void
}

/** Asks before views with unsaved input are closed or reloaded. */
export function CloseDialog({ question, onKeep }: CloseDialogProps) {
  const { losing, action, proceed } = question
  const { unsaved } = useViewStore()
  const names = losing.map(({ title }) => `“${title}”`).join('、')
  return (
    <Dialog
      open
      onClose={onKeep}
      title={`${action}${names}？`}
      footer={
        <>
          <Button look="primary" onClick={onKeep}>
            继续填写
          </Button>
          <Button look="danger" onClick={proceed}>
            {action}
          </Button>
        </>
      }
    >
      <p>{unsavedText(losing.flatMap(({ key }) => unsaved.in(key)))}</p>
    </Dialog>
  )
}
