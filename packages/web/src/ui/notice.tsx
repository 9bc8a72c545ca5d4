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
  action?: NoticeAction | undefined
}

/** What a notice has said. */
export interface Said extends Pick<Notice, 'id' | 'text' | 'tone' | 'code'> {
  /** Milliseconds since 1970. */
  at: number
}

// Of the document, which shows them in one place.
const notices = createStore<readonly Notice[]>([])
/** How many notices can be read again. */
const MOST_RECENT = 50
const recent = createStore<readonly Said[]>([])
let lastId = 0

function show(notice: Omit<Notice, 'id'>): number {
  lastId += 1
  const { text, tone, code } = notice
  notices.set([...notices.get(), { ...notice, id: lastId }])
  recent.set([{ id: lastId, text, tone, code, at: Date.now() }, ...recent.get()].slice(0, MOST_RECENT))
  return lastId
}

/** Shows a notice. Equal texts are not shown twice at the same time. */
export function notify(
  text: string,
  tone: Notice['tone'] = 'error',
  more?: Pick<Notice, 'action' | 'code'>,
): void {
  if (text === '' || notices.get().some((notice) => notice.text === text)) return
  show({ ...more, text, tone })
}

export const dismiss = (id: number): void => notices.set(notices.get().filter((notice) => notice.id !== id))

/** Shows a success that can be undone, also beside one of the same text. @returns closes it */
export function notifyUndoable(text: string, action: NoticeAction): () => void {
  const id = show({ text, tone: 'success', action })
  return () => dismiss(id)
}

/** Closes and forgets all notices, with the application that has shown them. */
export function dismissAll(): void {
  notices.set([])
  recent.set([])
}

export const useNotices = (): readonly Notice[] => useStore(notices)

/** What notices have said, the latest first. */
export const useRecentNotices = (): readonly Said[] => useStore(recent)

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
