import { useRef, useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { usePart } from './use-part.ts'

const loadDialog = () => import('./settings-dialog.tsx')

/** The user's colour, size and layout settings on this machine. */
export function SettingsPanel({ hasFooter }: { hasFooter: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  const { part, prefetch } = usePart(loadDialog, isOpen, close)
  return (
    <>
      <IconButton
        ref={opener}
        icon="settings"
        label="布局设置"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onPointerEnter={prefetch}
        onFocus={prefetch}
      />
      {part && <part.SettingsDialog hasFooter={hasFooter} isOpen={isOpen} onClose={close} opener={opener} />}
    </>
  )
}
