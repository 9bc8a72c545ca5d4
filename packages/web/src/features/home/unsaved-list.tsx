import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UnsavedEntry } from '@xinchu/sdk'
import { lazy, Suspense, useState } from 'react'
import { GrantedAction } from '../../app/granted-action.tsx'
import { perform } from '../../app/query-client.ts'
import { unsavedMutations } from '../../app/unsaved.ts'
import { unsavedWords } from '../../app/unsaved-kinds.ts'
import { useOpenable } from '../../app/use-openable.ts'
import { momentOf } from '../../lib/moment.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { tellDiscarded } from '../../ui/form/tell-discarded.ts'

const UnsavedView = lazy(async () => ({ default: (await import('./unsaved-view.tsx')).UnsavedView }))

interface RowProps {
  entry: UnsavedEntry
  /** Called when its author goes on with it. */
  onOpen: (() => void) | undefined
}

/** Shows input that can no longer be saved. */
function ViewButton({ entry, words }: { entry: UnsavedEntry; words: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        查看我填的内容<span className="sr-only">“{words}”</span>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <UnsavedView entry={entry} words={words} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const STATES = { READ: '不能保存', GONE: '记录已不在' } as const

function Row({ entry, onOpen }: RowProps) {
  const isOpenable = useOpenable()
  const client = useQueryClient()
  const discard = useMutation({
    ...unsavedMutations.discard,
    onSuccess: (discarded) =>
      tellDiscarded(discarded, async () => {
        await perform(client, unsavedMutations.putBack, discarded)
      }),
  })
  const { name, title, path, search } = unsavedWords(entry)
  const words = title ? `${name}：${title}` : name
  const { state, reason } = entry
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2 text-s first:border-t-0">
      <span className="min-w-0 flex-1 basis-40 break-words">
        {words}
        {state !== 'OPEN' && (
          <span className="block text-warning text-xs">
            {STATES[state]}
            {reason && `：${reason}`}
          </span>
        )}
      </span>
      <span className="whitespace-nowrap text-ink-faint text-xs">
        {entry.count} 项，{momentOf(entry.savedAt)}
      </span>
      <span className="flex gap-2">
        {state !== 'OPEN' && <ViewButton entry={entry} words={words} />}
        {state === 'OPEN' && isOpenable(path) && (
          <GrantedAction to={path} search={search} onClick={onOpen} className={buttonClass('plain')}>
            接着填<span className="sr-only">“{words}”</span>
          </GrantedAction>
        )}
        <Button look="quiet" busy={discard.isPending} onClick={() => discard.mutate(entry)}>
          丢弃<span className="sr-only">“{words}”</span>
        </Button>
      </span>
    </li>
  )
}

interface ListProps {
  entries: readonly UnsavedEntry[]
  onOpen?: () => void
}

/** What the user typed into forms and has not saved, the latest first. */
export const UnsavedList = ({ entries, onOpen }: ListProps) => (
  <ul>
    {entries.map((entry) => (
      <Row key={`${entry.kind} ${entry.target}`} entry={entry} onOpen={onOpen} />
    ))}
  </ul>
)
