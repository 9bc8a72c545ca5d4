import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { PhraseChips } from '../ui/review/phrase-chips.tsx'
import { reviewQueries } from './review.ts'

const loadManager = () => import('./phrase-manager.tsx')
const PhraseManager = lazy(async () => ({ default: (await loadManager()).PhraseManager }))

/** Loads the editor of phrases before it is opened. */
export const preloadManager = loadManager

/** Offered until the office has stored its own. */
const COMMON = ['情况属实，同意上报', '材料齐全，同意', '请按备案证核对', '请补充佐证材料']

/** The office's phrases, and 管理 to edit them. */
export function Phrases({ onPick }: { onPick: (phrase: string) => void }) {
  const { data } = useQuery(reviewQueries.phrases())
  const [isManaging, setManaging] = useState(false)
  const phrases = data?.length === 0 ? COMMON : (data ?? [])
  return (
    <>
      <p className="mt-2 mb-1.5 flex items-center justify-between text-ink-faint text-xs">
        本单位常用语
        <button
          type="button"
          className="min-h-6 text-brand-ink hover:underline"
          onClick={() => setManaging(true)}
        >
          管理
        </button>
      </p>
      <PhraseChips phrases={phrases} onPick={onPick} />
      {isManaging && (
        <Suspense fallback={null}>
          <PhraseManager stored={phrases} onClose={() => setManaging(false)} />
        </Suspense>
      )}
    </>
  )
}
