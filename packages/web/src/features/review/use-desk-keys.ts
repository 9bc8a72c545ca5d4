import { type Bound, isInDialog, isInField, useShortcuts } from '../../lib/shortcuts.ts'

export interface DeskKeys {
  next: () => void
  previous: () => void
  remark: () => void
  close: () => void
  askAgain: () => void
  toReturn: () => void
  signIn: () => void
  preview: () => void
  nextRemark: () => void
  previousRemark: () => void
  nextPane: () => void
  previousPane: () => void
  main: () => void
  undo: () => void
}

const KEYS = [
  ['J', '下一件，草稿保留', 'next'],
  ['K', '上一件，草稿保留', 'previous'],
  ['C', '对当前字段提意见', 'remark'],
  ['F8', '下一处未结意见', 'nextRemark'],
  ['Shift+F8', '上一处未结意见', 'previousRemark'],
  ['E', '关闭意见', 'close'],
  ['A', '再问', 'askAgain'],
  ['B', '去退回：填写办理意见', 'toReturn'],
  ['R', '签收', 'signIn'],
  ['P', '打开或关闭附件预览', 'preview'],
  ['F6', '到下一栏：待办、项目、办理', 'nextPane'],
  ['Shift+F6', '到上一栏', 'previousPane'],
  ['Ctrl+Enter', '按主要按钮，办理后看下一件', 'main'],
  ['Ctrl+Z', '撤销刚才的办理', 'undo'],
] as const satisfies readonly (readonly [string, string, keyof DeskKeys])[]

const WHERE = '审核工作台'

const isOutside = (target: EventTarget | null) => !isInDialog(target)

/** Keys of the desk. Text fields keep their own Ctrl+Z. */
export function useDeskKeys(keys: DeskKeys, isOn: boolean): void {
  useShortcuts(
    [
      { keys: '↑ ↓', where: WHERE, does: '在待办或字段之间移动' },
      ...KEYS.map(
        ([name, does, action]): Bound => ({
          keys: name,
          where: WHERE,
          does,
          onPress: keys[action],
          when: action === 'undo' ? (target) => isOutside(target) && !isInField(target) : isOutside,
        }),
      ),
    ],
    isOn,
  )
}
