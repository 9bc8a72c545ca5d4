import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { type Said, useRecentNotices } from '../ui/notice.tsx'
import { RuleCode } from '../ui/rule-code.tsx'
import { Empty } from '../ui/states.tsx'

const clock = new Intl.DateTimeFormat('zh-CN', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
  timeZone: 'Asia/Shanghai',
})

function SaidItem({ said: { text, tone, code, at } }: { said: Said }) {
  const isError = tone === 'error'
  return (
    <li className="flex items-start gap-3 py-2">
      <time dateTime={new Date(at).toISOString()} className="shrink-0 text-ink-faint tabular-nums">
        {clock.format(at)}
      </time>
      <p className={`min-w-0 flex-1 break-words ${isError ? 'text-danger' : ''}`}>
        {isError && <span className="sr-only">错误：</span>}
        {text}
        <RuleCode code={code} />
      </p>
    </li>
  )
}

/** What notices have said since the page was loaded, the latest first. */
export function RecentDialog({ onClose }: { onClose: () => void }) {
  const recent = useRecentNotices()
  return (
    <Dialog
      open
      onClose={onClose}
      title="最近的提示"
      description="提示显示 5 秒后收起，本次打开页面以来的最近 50 条列在这里。"
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      {recent.length === 0 ? (
        <Empty>还没有提示</Empty>
      ) : (
        <ol aria-label="最近的提示" className="divide-y divide-line text-s">
          {recent.map((said) => (
            <SaidItem key={said.id} said={said} />
          ))}
        </ol>
      )}
    </Dialog>
  )
}
