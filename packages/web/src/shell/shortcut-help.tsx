import { useEffect, useState } from 'react'
import { allowLetters, useShortcuts } from '../lib/shortcuts.ts'
import { useSettings } from './settings.ts'
import { usePart } from './use-part.ts'

const loadDialog = () => import('./shortcut-dialog.tsx')

/** Opens the table of shortcuts by `?`, everywhere outside fields. */
export function ShortcutHelp() {
  const [isOpen, setOpen] = useState(false)
  const { letterKeys } = useSettings()
  const close = () => setOpen(false)
  const { part } = usePart(loadDialog, isOpen, close)
  useEffect(() => allowLetters(letterKeys), [letterKeys])
  useShortcuts([{ keys: '?', where: '所有页面', does: '显示本页可用的快捷键', onPress: () => setOpen(true) }])
  return part && isOpen && <part.ShortcutDialog onClose={close} />
}
