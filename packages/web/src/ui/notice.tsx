import { useEffect } from 'react'
import { createStore, useStore } from '../lib/store.ts'

/** Duration of a notice in ms, from the specification. */
export const SHOWN_MS = 5_000

/** A button in a notice. The notice stays as long as the action is possible. */
export interface NoticeAction {
  label: string
  forMs: number
  onPress: () => void
}

export interface Notice {
  id: number
  text: string
  tone: 'error' | 'success'
  /** Code of the rule that refused. */
  code?: string | undefined
  /** A refusal stays until it is closed. */
  stays?: boolean | undefined
  action?: NoticeAction | undefined
}

// Of the document, which shows them in one place.
const notices = createStore<readonly Notice[]>([])
let lastId = 0

/** Shows a notice. Equal texts are not shown twice at the same time. */
export function notify(
  text: string,
  tone: Notice['tone'] = 'error',
  more?: Pick<Notice, 'action' | 'code' | 'stays'>,
): void {
  if (text === '' || notices.get().some((notice) => notice.text === text)) return
  lastId += 1
  notices.set([...notices.get(), { ...more, id: lastId, text, tone }])
}

export const dismiss = (id: number): void => notices.set(notices.get().filter((notice) => notice.id !== id))

/** Shows a success that can be undone, also beside one of the same text. @returns closes it */
export function notifyUndoable(text: string, action: NoticeAction): () => void {
  lastId += 1
  const id = lastId
  notices.set([...notices.get(), { id, text, tone: 'success', action }])
  return () => dismiss(id)
}

/** Closes all notices, with the application that has shown them. */
export const dismissAll = (): void => notices.set([])

export const useNotices = (): readonly Notice[] => useStore(notices)

export const noticeClass = (tone: Notice['tone']) =>
  `rounded-lg border border-l-4 border-line bg-surface text-[13px] shadow-lg ${tone === 'error' ? 'border-l-danger' : 'border-l-success'}`

function PlainNotice({ id, text, tone }: Notice) {
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id])
  return <div className={`px-4 py-3 ${noticeClass(tone)}`}>{text}</div>
}

/** Notices of the public pages, a polite live region. A click goes through them. */
export function Notices() {
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed bottom-4 left-4 z-50 grid w-[360px] max-w-[calc(100vw-2rem)] gap-2"
    >
      {useNotices().map((notice) => (
        <PlainNotice key={notice.id} {...notice} />
      ))}
    </div>
  )
}
