import type { ReactNode } from 'react'

/** Captions with what they say; lines without content are left out. */
export function Facts({ lines }: { lines: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
      {lines.map(
        ([caption, content]) =>
          content && (
            <div key={caption} className="sm:contents">
              <dt className="text-ink-soft text-s">{caption}</dt>
              <dd className="min-w-0 break-words whitespace-pre-wrap">{content}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
