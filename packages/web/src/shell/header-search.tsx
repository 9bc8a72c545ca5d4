import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { MenuItem } from '../app/menus.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { IconButton } from '../ui/button.tsx'
import { usePart } from './use-part.ts'

const EXTERNAL = /^https?:\/\//

const loadDialog = () => import('./search-dialog.tsx')

/** Search over the visible menus, projects and messages. Ctrl+K opens it anywhere. */
export function HeaderSearch({ menus }: { menus: readonly MenuItem[] }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { part, prefetch } = usePart(loadDialog, isOpen, close)
  const navigate = useNavigate()
  useShortcuts([
    { keys: 'Ctrl+K', where: '所有页面', does: '搜索菜单、项目和各类内容', onPress: () => setOpen(true) },
  ])
  const open = (path: string) => {
    close()
    if (EXTERNAL.test(path)) window.open(path, '_blank', 'noopener')
    else void navigate({ to: path })
  }
  return (
    <>
      <IconButton
        icon="search"
        label="搜索菜单、项目和各类内容"
        title="搜索菜单、项目和各类内容（Ctrl+K）"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        onPointerEnter={prefetch}
        onFocus={prefetch}
      />
      {part && <part.SearchDialog menus={menus} isOpen={isOpen} onClose={close} onPage={open} />}
    </>
  )
}
