import { Icon } from '../../../ui/icons.tsx'
import { SaveStateText } from '../../../ui/save-state.tsx'
import { useMinute } from '../countdown.tsx'
import type { Sheet } from './use-sheet.ts'

const MINUTE_MS = 60_000
const LONG_MINUTES = 60

/** 离线 4 分钟，已存本机 */
export function offlineWords(since: number, now: number): string {
  const minutes = Math.floor((now - since) / MINUTE_MS)
  if (minutes >= LONG_MINUTES) return '离线已满 60 分钟，内容仍在本机，请联网保存'
  return minutes < 1 ? '离线，已存本机' : `离线 ${minutes} 分钟，已存本机`
}

/** Save state of the entries. */
export function SaveWords({ sheet }: { sheet: Sheet }) {
  const now = useMinute()
  if (sheet.isOnline) return <SaveStateText state={sheet.save.state} onRetry={sheet.save.saveNow} />
  return (
    <span role="status" className="flex items-center gap-1.5 text-s text-warning">
      <Icon name="refresh" size={14} />
      {sheet.unsentSince === undefined ? '离线，内容均已保存' : offlineWords(sheet.unsentSince, now)}
    </span>
  )
}
