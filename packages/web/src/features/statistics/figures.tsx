import { FigureStrip, type StripFigure } from '../../ui/figure-strip.tsx'
import { useShown } from './shown.ts'

/** Key figures of a statistics page. */
export function Figures({ figures }: { figures: readonly StripFigure[] }) {
  const host = useShown<HTMLDivElement>({ kind: 'figures', figures })
  return (
    <div ref={host}>
      <FigureStrip figures={figures} />
    </div>
  )
}
