import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQueries } from '../../app/session-queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { FormStore } from '../../ui/form/store.ts'
import { textAt } from '../../ui/form/values.ts'
import { RichText } from '../../ui/rich/rich-text.tsx'

interface MessagePreviewProps {
  store: FormStore
  onClose: () => void
}

/** A message as a recipient will see it, with the sender's own name in its places. */
export function MessagePreview({ store, onClose }: MessagePreviewProps) {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  const { values } = store.state()
  const places: readonly (readonly [string, string | undefined])[] = [
    ['{单位名称}', user.orgName],
    ['{姓名}', user.realName],
    ['{截止时间}', textAt(values, 'deadline').slice(0, 16)],
  ]
  const filled = (text: string) =>
    places.reduce((all, [place, value]) => (value ? all.replaceAll(place, value) : all), text)
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={`预览：${filled(textAt(values, 'title'))}`}
      footer={<Button onClick={onClose}>返回修改</Button>}
    >
      <p className="mb-3 text-ink-soft text-s">以本人为例；收件人看到的是各自的单位和姓名。</p>
      <RichText content={filled(textAt(values, 'content'))} />
    </Dialog>
  )
}
