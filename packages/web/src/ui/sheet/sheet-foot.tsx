import { useState } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Icon } from '../icons.tsx'
import { LeftOutTable } from './left-out-table.tsx'
import type { PasteNote } from './use-grid-clipboard.ts'

function Key({ children }: { children: string }) {
  return <kbd className="ml-1 rounded border border-line px-1 text-ink-faint text-xs">{children}</kbd>
}

interface SheetFootProps {
  /** Summary of the selection. */
  selection: string | undefined
  note: PasteNote | undefined
  /** Rows are read for a paste. */
  isReading: boolean
  canChange: boolean
}

/** The line below a grid: the selection, and what the last paste left out. */
export function SheetFoot({ selection, note, isReading, canChange }: SheetFootProps) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="grid-foot" data-print="none">
      <p role="status" className="mr-auto flex min-w-0 flex-wrap items-center gap-x-4">
        {selection && <span>{selection}</span>}
        {isReading && <span>正在查找粘贴到哪些行…</span>}
        {note && !isReading && (
          <span className="flex items-center gap-1.5 text-warning">
            <Icon name="alert" size={13} />
            {note.text}
          </span>
        )}
      </p>
      {note && (
        <button type="button" className="text-brand-ink hover:underline" onClick={() => setShown(true)}>
          看未贴入的内容
        </button>
      )}
      <span className="max-lg:hidden">
        复制带表头<Key>Ctrl Shift C</Key>
      </span>
      {canChange && (
        <span className="max-lg:hidden">
          向下填充<Key>Ctrl D</Key>
        </span>
      )}
      {note && (
        <Dialog
          open={isShown}
          onClose={() => setShown(false)}
          title={`未贴入的 ${note.leftOut.length.toLocaleString('zh-CN')} 格`}
          size="wide"
          footer={<Button onClick={() => setShown(false)}>关闭</Button>}
        >
          <LeftOutTable leftOut={note.leftOut} />
        </Dialog>
      )}
    </div>
  )
}
