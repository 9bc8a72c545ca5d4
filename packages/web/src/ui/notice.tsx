import { useSyncExternalStore } from 'react'

/** Duration of a notice in ms, from the specification. */
const SHOWN_MS = 5_000

/** A button in a notice. The notice stays as long as the action is possible. */
interface NoticeAction {
  label: string
  forMs: number
  onPress: () => void
}

interface Notice {
  id: number
  text: string
  tone: 'error' | 'success'
  action: NoticeAction | undefined
}

let notices: readonly Notice[] = []
let lastId = 0
const listeners = new Set<() => void>()

function publish(next: readonly Notice[]): void {
  notices = next
  for (const listener of listeners) listener()
}

const drop = (id: number) => publish(notices.filter((notice) => notice.id !== id))

/** Shows a notice for five seconds, or as long as its action. Equal texts are not shown twice at the same time. */
export function notify(text: string, tone: Notice['tone'] = 'error', action?: NoticeAction): void {
  if (text === '' || notices.some((notice) => notice.text === text)) return
  lastId += 1
  const id = lastId
  publish([...notices, { id, text, tone, action }])
  setTimeout(() => drop(id), action?.forMs ?? SHOWN_MS)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const current = () => notices

/** Container of notices, a polite live region. */
export function Notices() {
  const shown = useSyncExternalStore(subscribe, current, current)
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed top-4 right-4 z-50 grid w-80 max-w-[calc(100vw-2rem)] gap-2"
    >
      {shown.map(({ id, text, tone, action }) => (
        <div
          key={id}
          className={`rounded-lg border border-l-4 border-line bg-surface px-4 py-3 text-[13px] shadow-lg ${tone === 'error' ? 'border-l-danger' : 'border-l-success'}`}
        >
          {text}
          {action && (
            <button
              type="button"
              className="pointer-events-auto ml-3 font-medium text-brand-ink hover:underline"
              onClick={() => {
                drop(id)
                action.onPress()
              }}
            >
              {action.label}
            </button>
          )}
        </div>
      ))}
    </div>
  )
}
