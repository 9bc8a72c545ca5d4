import { GrantedLink } from '../app/granted-link.tsx'
import { IconButton } from '../ui/button.tsx'

/**
 * Says once per load that messages were unread, until it is closed or all are read. It stands at the foot of the menus,
 * which leave room for it (`sidebar.tsx`); where they are put away, over the page's lower left.
 */
export function UnreadAlert({ onClose }: { onClose: () => void }) {
  return (
    <div
      role="alert"
      data-print="none"
      className="unread-alert fixed bottom-3 left-3 z-30 w-[236px] rounded-md border border-line border-l-3 border-l-brand bg-surface py-2 pr-2 pl-3 text-ink text-s shadow-float"
    >
      <div className="flex items-center justify-between">
        您有消息未读，请尽快查看
        <IconButton icon="close" label="关闭提醒" onClick={onClose} />
      </div>
      <GrantedLink
        to="/user/messageinformation"
        onClick={onClose}
        className="mt-1 inline-block rounded-md bg-brand px-3 py-1 text-on-brand"
      >
        查看消息
      </GrantedLink>
    </div>
  )
}
