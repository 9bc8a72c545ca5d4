import { useState } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { clockText, type SaveState, SaveStateText } from '../../ui/save-state.tsx'
import { UsageConflicts } from './usage-conflicts.tsx'
import type { RestoredCell } from './usage-edits.ts'
import type { UsageLine } from './use-usage-sheet.ts'

/** The state of all rows in one sentence. A running or failed save comes before rows that wait to be corrected. */
function stateWith(wrong: number, state: SaveState): SaveState {
  if (wrong === 0 || state.kind === 'saving' || state.kind === 'failed') return state
  const others = state.kind === 'saved' ? `其余已保存 ${clockText(state.at)}，` : ''
  return { kind: 'held', words: `${others}${wrong} 行有误，只存在本机，改正后自动保存` }
}

interface UsageStateProps {
  lines: readonly UsageLine[]
  state: SaveState
  onRetry: () => void
  onResolve: (line: UsageLine, theirs: ReadonlySet<string>) => void
}

/** Save state: saved rows, rows kept only in the browser with the reason, and conflicts with another device. */
export function UsageState({ lines, state, onRetry, onResolve }: UsageStateProps) {
  const [isShown, setShown] = useState(false)
  const changed = lines.filter(({ conflicts }) => conflicts.length > 0)
  const cells = changed.reduce((sum, { conflicts }) => sum + conflicts.length, 0)
  const wrong = lines.filter(
    ({ edit, isOpen, isSavable, conflicts }) => edit && isOpen && !isSavable && conflicts.length === 0,
  )
  const [last] = changed
    .flatMap(({ due }) => due.item?.updateTime ?? [])
    .sort()
    .reverse()
  return (
    <div className="ml-auto flex flex-wrap items-center justify-end gap-x-4">
      {cells > 0 && (
        <p role="alert" className="flex items-center gap-1.5 text-s text-warning">
          <Icon name="alert" size={14} />
          另一设备 {last?.slice(11, 16)} 改了 {cells} 格
          <button type="button" className="text-brand-ink hover:underline" onClick={() => setShown(true)}>
            看差异
          </button>
        </p>
      )}
      <SaveStateText state={stateWith(wrong.length, state)} onRetry={onRetry} />
      {isShown && cells > 0 && (
        <UsageConflicts lines={changed} onResolve={onResolve} onClose={() => setShown(false)} />
      )}
    </div>
  )
}

interface RestoredProps {
  cells: readonly RestoredCell[]
  keptAt: number | undefined
  onDrop: () => void
  onClose: () => void
}

/** Reports the input found in the browser, and restores it on request. */
export function Restored({ cells, keptAt, onDrop, onClose }: RestoredProps) {
  if (cells.length === 0 || keptAt === undefined) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-warning-line bg-warning-soft px-4 py-2 text-s text-warning"
    >
      <span className="mr-auto">
        已恢复本机 {clockText(keptAt)} 未保存的 {cells.length.toLocaleString('zh-CN')} 格
      </span>
      <button type="button" className="font-medium underline" onClick={onDrop}>
        不恢复
      </button>
      <button type="button" className="underline" onClick={onClose}>
        知道了
      </button>
    </div>
  )
}
