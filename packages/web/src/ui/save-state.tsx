import { useState } from 'react'
import { Icon, type IconName } from './icons.tsx'

/** State of an autosave. */
export type SaveState =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: number }
  /** Not sent before it is corrected: what the user is told. */
  | { kind: 'held'; words: string }
  /** The reason, as text. */
  | { kind: 'failed'; reason: string }

const clock = new Intl.DateTimeFormat('zh-CN', { hour: '2-digit', minute: '2-digit', hour12: false })

/** Time of day, as in 10:32. */
export const clockText = (at: number): string => clock.format(at)

const ICONS: Readonly<Record<Exclude<SaveState['kind'], 'idle'>, IconName>> = {
  saving: 'refresh',
  saved: 'check',
  held: 'alert',
  failed: 'alert',
}

const TONES: Readonly<Record<Exclude<SaveState['kind'], 'idle'>, string>> = {
  saving: 'text-ink-soft',
  saved: 'text-success',
  held: 'text-warning',
  failed: 'text-danger',
}

function wordsOf(state: Exclude<SaveState, { kind: 'idle' }>): string {
  if (state.kind === 'saving') return '正在保存…'
  if (state.kind === 'held') return state.words
  return state.kind === 'saved' ? `已保存 ${clockText(state.at)}` : `未能保存：${state.reason}，已存本机`
}

const QUIET_MS = 60_000

/** The text to announce after a save. Announcing each save would interrupt typing. */
function useAnnounced(state: SaveState): string | undefined {
  const [announced, setAnnounced] = useState<number>()
  const isDue = state.kind === 'saved' && (announced === undefined || state.at - announced >= QUIET_MS)
  if (isDue) setAnnounced(state.at)
  // With further input the text is no longer true.
  return state.kind === 'saved' && state.at === announced ? wordsOf(state) : undefined
}

interface SaveStateTextProps {
  state: SaveState
  onRetry: () => void
}

/** The save state, as text. */
export function SaveStateText({ state, onRetry }: SaveStateTextProps) {
  const announced = useAnnounced(state)
  return (
    <div className="flex items-center gap-2 text-s" data-print="none">
      <span role="status" className="sr-only">
        {announced}
      </span>
      {state.kind !== 'idle' && (
        <span
          role={state.kind === 'failed' ? 'alert' : undefined}
          className={`flex items-center gap-1.5 ${TONES[state.kind]}`}
        >
          <Icon name={ICONS[state.kind]} size={14} />
          {wordsOf(state)}
        </span>
      )}
      {state.kind === 'failed' && (
        <button type="button" className="text-brand-ink hover:underline" onClick={onRetry}>
          重试
        </button>
      )}
    </div>
  )
}
