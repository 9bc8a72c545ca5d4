import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { momentOf } from '../../lib/moment.ts'
import { reviewQueries } from '../../records/review.ts'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { ChangeText } from '../../ui/review/change-list.tsx'
import { SMALL } from '../../ui/review/small.ts'
import { Failed } from '../../ui/states.tsx'
import { useDeskParts } from './desk-context.ts'

interface BannerProps {
  tone: 'look' | 'bad'
  icon: IconName
  title: string
  children: ReactNode
}

const TONES = {
  look: 'border-warning-line bg-warning-soft text-warning',
  bad: 'border-danger-line bg-danger-soft text-danger',
} as const

export function Banner({ tone, icon, title, children }: BannerProps) {
  return (
    <div
      role="alert"
      className={`flex items-start gap-2 rounded-lg border px-3 py-2.5 text-s ${TONES[tone]}`}
    >
      <Icon name={icon} className="mt-0.5" />
      <div className="grid min-w-0 flex-1 gap-1.5">
        <p className="font-medium">{title}</p>
        {children}
      </div>
    </div>
  )
}

function CopyButton({ label, text }: { label: string; text: string }) {
  const { say } = useDeskParts()
  return (
    <Button
      className={SMALL}
      onClick={() => void copyText(text).then((isDone) => say(isDone ? '已复制' : '未能复制'))}
    >
      {label}
    </Button>
  )
}

/** The record was withdrawn or decided by a colleague while it was open. What was typed can be copied. */
export function GoneBanner({ onNext }: { onNext: (() => void) | undefined }) {
  const { open, entry } = useDeskParts()
  const { gone } = open
  if (!gone) return null
  const { opinion, remarks } = entry.draft
  const own = [opinion, ...remarks.map(({ text }) => text)].filter(Boolean).join('\n')
  const buttons = (
    <p className="flex flex-wrap gap-2">
      {onNext && (
        <Button look="primary" className={SMALL} onClick={onNext}>
          看下一件
        </Button>
      )}
      {own && <CopyButton label="复制意见" text={own} />}
    </p>
  )
  if (gone.kind === 'withdrawn')
    return (
      <Banner tone="look" icon="alert" title={`企业已于 ${momentOf(gone.time)} 撤回此件`}>
        <p>
          此件已不在待办中。
          {remarks.length > 0 && `您写的 ${remarks.length} 处意见保留为草稿，再次报送时可用。`}
          下方内容只读。
        </p>
        {buttons}
      </Banner>
    )
  return (
    <Banner tone="bad" icon="close" title="此件已由他人办理">
      <p>
        {gone.who} 已于 {momentOf(gone.time)} {gone.action}此件，现在是“{gone.status}”。
        {own && '您的办理意见没有写入。'}
      </p>
      {own && <p className="break-words text-ink-soft">您写的意见：{own}</p>}
      {buttons}
    </Banner>
  )
}

/** The content has changed since the record was opened, such as by a synchronization. */
export function UpdatedBanner() {
  const { open } = useDeskParts()
  const { isUpdated, isUnread } = open
  const banner = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isUpdated && !isUnread) banner.current?.focus()
  }, [isUpdated, isUnread])
  const latest = Math.max(0, ...(open.record?.submissions ?? []).map(({ no }) => no))
  const { data, error, refetch } = useQuery({
    ...reviewQueries.changes({ ...open.ref, ...(latest > 0 ? { from: latest } : {}) }),
    enabled: isUpdated,
  })
  if (!isUpdated) return null
  const changes = data?.changes ?? []
  return (
    <section ref={banner} tabIndex={-1} aria-label="此件的更新" className="rounded-lg">
      <Banner
        tone="look"
        icon="refresh"
        title={data ? `此件刚有 ${changes.length || 1} 处更新` : '此件刚有更新'}
      >
        {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
        <ul>
          {changes.map((change) => (
            <li key={`${change.kind} ${change.field}`} className="text-ink">
              {change.fieldLabel} <ChangeText change={change} />
            </li>
          ))}
        </ul>
        <p>{isUnread ? '核对后再办理。' : '请核对后再按一次。'}</p>
      </Banner>
    </section>
  )
}
