import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { StoredFile } from '../ports.ts'

const FilePreviewDialog = lazy(async () => ({
  default: (await import('./file-preview-dialog.tsx')).FilePreviewDialog,
}))

/** Opens files in a dialog, which is loaded on demand. Render `dialog` anywhere. */
export function useFileDialog(files: readonly StoredFile[]): {
  open: (id: number) => void
  dialog: ReactNode
} {
  const [current, setCurrent] = useState<number>()
  const isThere = files.some(({ id }) => id === current)
  return {
    open: setCurrent,
    dialog: current !== undefined && isThere && (
      <Suspense fallback={null}>
        <FilePreviewDialog
          files={files}
          current={current}
          onChange={setCurrent}
          onClose={() => setCurrent(undefined)}
        />
      </Suspense>
    ),
  }
}
