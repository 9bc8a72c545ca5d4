import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Switch } from '../../ui/inputs.tsx'
import { lettersAct, setLettersAct } from './use-desk-keys.ts'

const KEYS = [
  ['J / K', '下一件 / 上一件，草稿保留'],
  ['↑ ↓，Enter', '在待办与项目各行间移动；打开或办理'],
  ['C', '对当前行提意见'],
  ['F8 / Shift+F8', '下一处 / 上一处未结意见'],
  ['E / A', '关闭意见 / 再问'],
  ['B', '去退回：填写办理意见'],
  ['R', '签收'],
  ['P，[ 和 ]', '附件预览，上一个与下一个文件'],
  ['F6 / Shift+F6', '在待办、项目、办理之间移动'],
  ['Ctrl+Enter', '按主要按钮（对话框内为其中的主要按钮）'],
  ['Ctrl+Z', '撤销刚才的办理'],
  ['Esc', '关闭最里层，不丢文字'],
  ['?', '本表'],
] as const

/** The table of keys, with the switch for single letters. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const [act, setAct] = useState(lettersAct)
  return (
    <Dialog
      open
      onClose={onClose}
      title="键盘"
      footer={
        <Button look="primary" onClick={onClose}>
          关闭
        </Button>
      }
    >
      <table className="w-full text-s [&_td]:py-1 [&_th]:w-36 [&_th]:py-1 [&_th]:text-left [&_th]:font-medium">
        <caption className="sr-only">审核工作台的键</caption>
        <tbody>
          {KEYS.map(([key, words]) => (
            <tr key={key} className="border-line border-b last:border-b-0">
              <th scope="row">{key}</th>
              <td>{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 flex items-center gap-2 text-s">
        <Switch
          checked={act}
          onChecked={(next) => {
            setLettersAct(next)
            setAct(next)
          }}
          label="使用单个字母键"
        />
        使用单个字母键（不在输入框内时）
      </p>
    </Dialog>
  )
}
