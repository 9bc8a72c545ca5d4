import { useState } from 'react'
import { IconButton } from '../button.tsx'

/** Writes what is filtered into a file; waits while the file is being made. */
export function ExportButton({ onExport }: { onExport: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await onExport()
    } finally {
      setBusy(false)
    }
  }
  return (
    <IconButton
      icon="download"
      label={isBusy ? '正在导出' : '导出'}
      aria-busy={isBusy}
      disabled={isBusy}
      onClick={() => void run()}
      className={isBusy ? 'animate-pulse' : ''}
    />
  )
}
