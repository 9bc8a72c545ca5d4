import { useShortcuts } from '../../lib/shortcuts.ts'

const WHERE = '表格'

const READ = [
  { keys: 'Ctrl+A', where: WHERE, does: '全选' },
  { keys: 'Ctrl+C', where: WHERE, does: '复制所选' },
  { keys: 'Ctrl+Shift+C', where: WHERE, does: '连同表头复制' },
]

const EDIT = [
  { keys: 'Enter F2', where: WHERE, does: '修改当前格' },
  { keys: 'Ctrl+V', where: WHERE, does: '粘贴' },
  { keys: 'Ctrl+D', where: WHERE, does: '向下填充' },
  { keys: 'Delete', where: WHERE, does: '清空所选' },
]

const STEPS = [
  { keys: 'Ctrl+Z', where: WHERE, does: '撤销' },
  { keys: 'Ctrl+Y', where: WHERE, does: '重做' },
]

interface GridKeys {
  canChange: boolean
  canUndo: boolean
}

/** Lists the keys of a grid in the help. The grid handles them itself while it has the focus. */
export function useListedKeys({ canChange, canUndo }: GridKeys): void {
  useShortcuts([...READ, ...(canChange ? EDIT : []), ...(canUndo ? STEPS : [])])
}
