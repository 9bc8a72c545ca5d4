import { useState } from 'react'
import { useShortcuts } from '../lib/shortcuts.ts'
import { usePart } from './use-part.ts'

const loadDialog = () => import('./recent-dialog.tsx')

/** Opens what notices have said lately. F8 does so too where it does not step through a page. */
export function RecentNotices() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { part } = usePart(loadDialog, isOpen, close)
  const open = { where: '所有页面', does: '查看最近的提示', onPress: () => setOpen(true) }
  useShortcuts([
    { ...open, keys: 'F8' },
    { ...open, keys: 'Alt+F8' },
  ])
  return part && isOpen && <part.RecentDialog onClose={close} />
}
