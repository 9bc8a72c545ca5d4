import { useEffect, useRef, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { dismiss, type Notice, noticeClass, SHOWN_MS, useNotices } from './notice.tsx'
import { RuleCode } from './rule-code.tsx'
import { useNoticePlace } from './use-notice-place.ts'

function NoticeItem({ notice }: { notice: Notice }) {
  const { id, text, tone, code, action } = notice
  const [isHeld, setHeld] = useState(false)
  const shownMs = action?.forMs ?? SHOWN_MS
  // An action ends at its time, even while the pointer is over it.
  const isPaused = isHeld && !action
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => dismiss(id), shownMs)
    return () => clearTimeout(timer)
  }, [id, isPaused, shownMs])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only pauses what closes by itself
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={`flex items-start gap-2 py-1.5 pr-1.5 pl-4 ${noticeClass(tone)}`}
    >
      <p className="min-w-0 flex-1 break-words py-1.5">
        {text}
        <RuleCode code={code} />
      </p>
      {action && (
        <Button
          look="quiet"
          className="px-2!"
          onClick={() => {
            dismiss(id)
            action.onPress()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon="close" label="关闭提示" onClick={() => dismiss(id)} />
    </div>
  )
}

/**
 * Notices of the application, a polite live region at the lower left of the content. One waits while the pointer or the
 * focus is on it.
 */
export function NoticeStack() {
  const shown = useNotices()
  const ref = useRef<HTMLDivElement>(null)
  const [isHeld, setHeld] = useState(false)
  const isFree = useNoticePlace(ref, shown, isHeld)
  useEffect(() => {
    // A dialog must not take a press on a notice for one outside itself.
    const keep = (event: Event) => event.stopPropagation()
    const element = ref.current
    element?.addEventListener('pointerdown', keep)
    return () => element?.removeEventListener('pointerdown', keep)
  }, [])
  if (isHeld && shown.length === 0) setHeld(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: notices do not move under the pointer
    <div
      ref={ref}
      aria-live="polite"
      data-print="none"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={`fixed z-50 grid w-[360px] max-w-[calc(100vw-2rem)] gap-2 ${isFree ? 'pointer-events-auto' : 'pointer-events-none'}`}
    >
      {shown.map((notice) => (
        <NoticeItem key={notice.id} notice={notice} />
      ))}
    </div>
  )
}
