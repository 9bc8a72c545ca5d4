import { useBoundShortcuts } from '../lib/shortcuts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

function Keys({ keys }: { keys: string }) {
  return (
    <kbd className="rounded border border-line-strong bg-sunken px-1.5 py-0.5 font-sans text-xs">{keys}</kbd>
  )
}

/** The shortcuts that work on this page. */
export function ShortcutDialog({ onClose }: { onClose: () => void }) {
  const bound = useBoundShortcuts()
  const shortcuts = new Map(bound.map((each) => [`${each.where} ${each.keys}`, each]))
  return (
    <Dialog
      open
      onClose={onClose}
      title="快捷键"
      description="以下快捷键在当前页面可用。单个字母或符号的只在输入框之外有效，可在“布局设置”中关闭。"
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      <table className="w-full text-s">
        <thead className="text-left text-ink-soft">
          <tr>
            <th className="py-1.5 font-normal">按键</th>
            <th className="py-1.5 font-normal">位置</th>
            <th className="py-1.5 font-normal">作用</th>
          </tr>
        </thead>
        <tbody>
          {[...shortcuts].map(([key, { keys, where, does }]) => (
            <tr key={key} className="border-line border-t">
              <td className="whitespace-nowrap py-2 pr-4">
                <Keys keys={keys} />
              </td>
              <td className="whitespace-nowrap py-2 pr-4 text-ink-soft">{where}</td>
              <td className="py-2">{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
