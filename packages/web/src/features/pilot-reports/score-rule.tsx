import { bandsOf } from './catalogue-model.ts'

/** A scoring rule, one line for each band: the points, and what earns them. */
export function ScoreRule({ rule }: { rule: string | undefined }) {
  const bands = bandsOf(rule ?? '')
  if (bands.length === 0) return <p className="text-ink-faint text-s">未写评分细则</p>
  return (
    <ul className="grid gap-1 text-s">
      {bands.map((band) => {
        const [points, ...words] = band.split('：')
        return (
          <li key={band} className="flex gap-3">
            {words.length > 0 && <span className="w-16 shrink-0 text-ink-faint tabular-nums">{points}</span>}
            <span className="min-w-0 text-ink-soft">{words.length > 0 ? words.join('：') : points}</span>
          </li>
        )
      })}
    </ul>
  )
}
