import { useViewStore } from '../app/views/view-store.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { type Forms, fieldsIn, isCounted, keptForms } from './kept-forms.ts'
import type { CloseQuestion } from './tag-actions.ts'

/** Describes the unsaved input in these views. */
function unsavedText(forms: Forms): string {
  if (keptForms(forms)) return `有 ${fieldsIn(forms)} 处还没有保存。留着的可在“未提交的填写”接着填。`
  return forms.every(isCounted) ? `未保存的 ${fieldsIn(forms)} 处将丢失。` : '尚有未保存的内容。'
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
  const forms = losing.flatMap(({ key }) => unsaved.in(key))
  const kept = keptForms(forms)
  const discard = () => {
    for (const form of kept ?? []) form.discard()
    proceed()
  }
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
          {kept && <Button onClick={proceed}>{action}，留着</Button>}
          <Button look="danger" onClick={kept ? discard : proceed}>
            {kept ? `丢弃 ${fieldsIn(kept)} 处` : action}
          </Button>
        </>
      }
    >
      <p>{unsavedText(forms)}</p>
    </Dialog>
  )
}
