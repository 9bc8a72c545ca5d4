import { useState } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Icon } from '../icons.tsx'
import { type LeftOut, REASONS } from './paste.ts'
import type { PasteNote } from './use-grid-clipboard.ts'

function LeftOutTable({ leftOut }: { leftOut: readonly LeftOut[] }) {
  return (
    <table className="w-full border-collapse text-s">
      <thead className="text-left text-ink-faint text-xs">
        <tr>
          {['剪贴板位置', '内容', '对应列', '未贴入的原因'].map((title) => (
            <th key={title} scope="col" className="border-line border-b px-2 py-1.5 font-normal">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {leftOut.map(({ line, position, text, column, reason, words }) => (
          <tr key={`${line} ${position}`} className="border-line border-b">
            <td className="whitespace-nowrap px-2 py-1.5 text-ink-soft">
              第 {line} 行第 {position} 列
            </td>
            <td className="break-all px-2 py-1.5">{text || '（空）'}</td>
            <td className="px-2 py-1.5">{column ?? '无'}</td>
            <td className="px-2 py-1.5">{words ?? REASONS[reason]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Key({ children }: { children: string }) {
  return <kbd className="ml-1 rounded border border-line px-1 text-ink-faint text-xs">{children}</kbd>
}

interface SheetFootProps {
  /** Summary of the selection. */
  selection: string | undefined
  note: PasteNote | undefined
  canChange: boolean
}

/** The line below a grid: the selection, and what the last paste left out. */
export function SheetFoot({ selection, note, canChange }: SheetFootProps) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="grid-foot" data-print="none">
      <p role="status" className="mr-auto flex min-w-0 flex-wrap items-center gap-x-4">
        {selection && <span>{selection}</span>}
        {note && (
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
